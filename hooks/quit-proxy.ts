import { Agent } from 'node:http';
import { exchange } from '../kube/http/exchange.ts';

/** Istio's agent, in the pod itself. */
const QUIT = new URL('http://127.0.0.1:15020/quitquitquit');
const TIMEOUT_MS = 2_000;

/**
 * Tells the mesh's proxy that the Job is over: one that is no native sidecar would keep the pod, and so the Job, alive
 * for ever (bug row B5). Where there is none, or it ends by itself, nothing comes of it. Never rejects.
 */
export async function quitProxy(url: URL = QUIT): Promise<void> {
  const agent = new Agent();
  await exchange({ url, method: 'POST', headers: {}, agent, timeoutMs: TIMEOUT_MS, maxBytes: 4096 });
  agent.destroy();
}
