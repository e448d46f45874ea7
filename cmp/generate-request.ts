/** What is to be rendered; everything but the folder may be absent. */
export interface GenerateRequest {
  readonly folder: string;
  readonly platformFile?: string | undefined;
  readonly templatesFolder?: string | undefined;
  readonly namespace?: string | undefined;
  readonly project?: string | undefined;
  /** The text of ARGOCD_APP_PARAMETERS. */
  readonly parameters?: string | undefined;
  /** The text of KUBE_API_VERSIONS. */
  readonly kubeApiVersions?: string | undefined;
}
