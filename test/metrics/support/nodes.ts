import { decodeState } from '../../../fleet/state/decode-state.ts';
import type { JsonValue } from '../../../documents/json.ts';
import type { OpenStateReader } from '../../../kube/state-reader.ts';

/** Answers of pods by IP, without a network. */
export interface TestNodes extends OpenStateReader {
  /** By IP; `hang`: no answer within 3 s; left out: a node that is well. */
  readonly answers: Map<string, JsonValue>;
  readonly asked: string[];
}

export const WELL: JsonValue = {
  ownership: 's3',
  occupied: 500,
  shedding: null,
  evicting: 0,
  restoring: 0,
  capacity_waiting: 2,
  rss_bytes: 1000,
  in_use_bytes: 900,
  cgroup_current_bytes: null,
  cgroup_working_set_bytes: 800,
  node_load: { memory_headroom: 42 },
  deployment: { version: 'v1', generation: 1, draining: [], swapping: 0 },
};

/** `sleep`: how a hanging pod lets time pass. */
export function testNodes(sleep: (milliseconds: number) => Promise<void>): TestNodes {
  const answers = new Map<string, JsonValue>();
  const asked: string[] = [];
  return {
    answers,
    asked,
    read: async ({ ip }) => {
      asked.push(ip);
      await new Promise((resolve) => setImmediate(resolve));
      const answer = answers.get(ip) ?? WELL;
      if (answer !== 'hang')
        return decodeState({ status: 200, contentType: 'application/json', body: JSON.stringify(answer) });
      await sleep(3000);
      return { kind: 'unreadable', reason: 'timeout' };
    },
    sockets: () => 0,
    trim: () => undefined,
    close: () => undefined,
  };
}
