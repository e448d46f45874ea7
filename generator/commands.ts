export { qualifyCommand } from './qualify/command.ts';
export { generatorCommand } from './server/command.ts';
export { realClock } from '../kube/clock.ts';
