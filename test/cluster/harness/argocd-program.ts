import { join } from 'node:path';
import type { GoProgram } from './go-program.ts';

/** Argo CD's controllers, repo server and plugin server, and a Redis for them, as one program. */
export const ARGOCD_PROGRAM: GoProgram = {
  folder: join(import.meta.dirname, '../go/argocd'),
  modfile: 'go.mod',
  variables: { 'github.com/argoproj/argo-cd/v3/common.version': '3.2.11' },
  names: [
    'argocd-redis',
    'argocd-application-controller',
    'argocd-applicationset-controller',
    'argocd-cmp-server',
    'argocd-repo-server',
  ],
};
