export { qualifyCommand } from './qualify/command.ts';
export { realClock } from '../kube/clock.ts';
