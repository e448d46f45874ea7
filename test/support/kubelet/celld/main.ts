/**
 * The fake celld as a process: `node main.ts ARGS`, with the container's environment and FAKE_CELLD, a JSON of what the
 * kubelet adds. It ends with its parent.
 */
import { createServer } from 'node:http';
import type { BehaviourChange } from './behaviour.ts';
import { CelldNode, type CelldStart } from './celld-node.ts';

/** Where each fake celld is told how to behave. */
const CONTROL_PORT = 8079;

const { FAKE_CELLD: given = '{}', ...environment } = process.env as Readonly<Record<string, string>>;
const added = JSON.parse(given) as Omit<CelldStart, 'environment' | 'args' | 'log'>;
const node = new CelldNode({
  ...added,
  environment,
  args: process.argv.slice(2),
  log: (line) => void process.stdout.write(`${line}\n`),
});
process.on('SIGTERM', () => node.terminate());
process.stdin.resume().on('end', () => process.exit(1));
const control = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += String(chunk)));
  request.on('end', () => {
    response.end('{}');
    node.change(JSON.parse(text) as BehaviourChange);
  });
});
control.on('error', () => undefined);
control.listen(CONTROL_PORT, added.ip);
process.exitCode = await node.ended;
// Standard output is a file: nothing is left to be written.
process.exit();
