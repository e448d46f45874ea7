import type { LocatedDocument } from '../../documents/parse-documents.ts';
import type { ResolvedWorkerApp } from '../../schemas/workerapp.generated.ts';

/** A WorkerApp that fits the schema, beside the document it stands in. */
export interface LocatedApp {
  readonly app: ResolvedWorkerApp;
  readonly document: LocatedDocument;
}
