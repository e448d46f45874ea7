// From here and not in main.ts: a render loads no `node:crypto` (5 ms).
export { randomUUID } from 'node:crypto';
export { qualifyCommand } from './qualify/command.ts';
export { realClock } from '../kube/clock.ts';
