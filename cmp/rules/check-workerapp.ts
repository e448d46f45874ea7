import type { Problem } from '../../documents/problem.ts';
import { problemFrom } from '../finding.ts';
import { checkAnnotationSize } from './annotation-size.ts';
import { APP_RULES } from './app-version-rules.ts';
import { BUCKET_RULES } from './bucket-rules.ts';
import type { Rule, RuleContext } from './context.ts';
import { PLATFORM_RULES } from './platform-rules.ts';
import { checkKeyLength } from './key-length.ts';
import { POD_RULES } from './pod-rules.ts';
import { SIZE_RULES } from './size-rules.ts';
import { TENANT_POD_RULES } from './tenant-pod-rules.ts';
import { TENANT_STORE_RULES } from './tenant-store-rules.ts';
import { TENANT_TRAFFIC_RULES } from './tenant-traffic-rules.ts';
import { VERSION_RULES } from './version-rules.ts';

/** Every rule about one WorkerApp, in the order of the documentation: fields, then tenant, then version. */
export const WORKERAPP_RULES: readonly Rule[] = [
  ...APP_RULES,
  ...BUCKET_RULES,
  ...SIZE_RULES,
  ...PLATFORM_RULES,
  checkAnnotationSize,
  checkKeyLength,
  ...POD_RULES,
  ...TENANT_STORE_RULES,
  ...TENANT_TRAFFIC_RULES,
  ...TENANT_POD_RULES,
  ...VERSION_RULES,
];

/** Everything that is wrong with a WorkerApp that fits the schema, each with its place; no rule hides another. */
export function checkWorkerApp(context: RuleContext): readonly Problem[] {
  const label = `Cannot render WorkerApp "${context.app.metadata.name}"`;
  return WORKERAPP_RULES.flatMap((rule) => rule(context)).map((finding) =>
    problemFrom(finding, context.document, label),
  );
}
