import type { Problem } from '../../documents/problem.ts';
import type { Destination } from './tenant.ts';

/** What Argo CD passes about the Application (facts/argocd.md 1.5). */
export interface ArgoEnvironment {
  readonly ARGOCD_APP_NAMESPACE?: string | undefined;
  readonly ARGOCD_APP_PROJECT_NAME?: string | undefined;
}

export interface DestinationReading {
  readonly destination?: Destination;
  readonly problems: readonly Problem[];
}

const NAMESPACE = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const PROJECT = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;

/**
 * Destination namespace and project. The namespace must be there: everything rendered goes into it. An absent project
 * (a render outside Argo CD) counts as `default`, Argo CD's own default.
 */
export function readDestination(environment: ArgoEnvironment): DestinationReading {
  const namespace = environment.ARGOCD_APP_NAMESPACE ?? '';
  const project = environment.ARGOCD_APP_PROJECT_NAME ?? 'default';
  const problems = [...namespaceProblems(namespace), ...projectProblems(project)];
  return problems.length === 0 ? { destination: { namespace, project }, problems } : { problems };
}

function namespaceProblems(namespace: string): readonly Problem[] {
  const path = 'ARGOCD_APP_NAMESPACE';
  if (namespace === '') {
    const message = `Cannot render: the destination namespace must be set: ${path} is empty or absent`;
    const hint = 'set spec.destination.namespace of the Application, or pass --namespace';
    return [{ code: 'DESTINATION_MISSING', path, message, hint }];
  }
  if (NAMESPACE.test(namespace)) return [];
  const message = 'Cannot render: the destination namespace must be a namespace name';
  const hint = 'write spec.destination.namespace of the Application in lower-case letters, digits and "-"';
  return [{ code: 'DESTINATION_INVALID', path, message, hint }];
}

function projectProblems(project: string): readonly Problem[] {
  if (PROJECT.test(project)) return [];
  const path = 'ARGOCD_APP_PROJECT_NAME';
  const message = 'Cannot render: the Argo CD project must be a project name';
  return [{ code: 'DESTINATION_INVALID', path, message, hint: 'correct spec.project of the Application' }];
}
