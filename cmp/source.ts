/** Where in git a folder is, as Argo CD says it. */
export interface Source {
  readonly repoURL: string;
  readonly path: string;
  readonly targetRevision: string;
}
