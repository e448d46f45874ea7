import type { Source } from './source.ts';

/** What is to be rendered; everything but the folder may be absent. */
export interface GenerateRequest {
  readonly folder: string;
  readonly platformFile?: string | undefined;
  readonly templatesFolder?: string | undefined;
  readonly namespace?: string | undefined;
  readonly project?: string | undefined;
  /** The text of ARGOCD_APP_PARAMETERS. */
  readonly parameters?: string | undefined;
  /** Where in git the folder is: its Application renders a stack's second source from there. */
  readonly source?: Source | undefined;
  /** The text of KUBE_API_VERSIONS. */
  readonly kubeApiVersions?: string | undefined;
}
