import type { LocatedDocument } from '../../documents/parse-documents.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import type { ResolvedWorkerApp } from '../../schemas/workerapp.generated.ts';
import type { Finding } from '../finding.ts';
import type { AppParameters } from '../parameters/app-parameters.ts';
import type { Destination, Tenant } from '../platform/tenant.ts';

/** One WorkerApp that fits the schema, and everything it is judged against. */
export interface RuleContext {
  readonly app: ResolvedWorkerApp;
  readonly document: LocatedDocument;
  readonly destination: Destination;
  readonly platform: ResolvedPlatform;
  readonly tenant: Tenant;
  /** What the plugin parameters say about this WorkerApp. */
  readonly parameters: AppParameters;
}

/** Everything that one rule has against a WorkerApp; empty when it has nothing. */
export type Rule = (context: RuleContext) => readonly Finding[];
