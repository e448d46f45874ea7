import type { SimContext } from '../context.ts';
import type { Subject } from '../events.ts';
import type { ApplicationState } from './application.ts';

export function applicationNamed(
  { state }: SimContext,
  { namespace, name }: Subject,
): ApplicationState | undefined {
  return state.applications.get(`${namespace}/${name}`);
}

export function store({ state }: SimContext, application: ApplicationState): void {
  state.applications.set(`${application.namespace}/${application.name}`, application);
}
