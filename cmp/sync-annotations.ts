/** By which Argo CD knows an object's turn, and how it goes. */
export const SYNC_ANNOTATIONS = {
  wave: 'argocd.argoproj.io/sync-wave',
  hook: 'argocd.argoproj.io/hook',
  deletion: 'argocd.argoproj.io/hook-delete-policy',
  options: 'argocd.argoproj.io/sync-options',
} as const;
