import type { Agent } from 'node:http';

/** What a request to the API server is sent with. Never logged. */
export interface ApiCredentials {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
}

/** Where an API server is, and as whom it is asked. */
export interface ApiConnection {
  /** Base of every path; may have a path of its own. */
  readonly server: URL;
  /** `renew`: read them again from where they come, because the API server no longer takes them (401). */
  credentials(options: { readonly renew: boolean }): Promise<ApiCredentials>;
  close(): void;
}
