import type { LocatedDocument } from '../../documents/parse-documents.ts';
import type { Problem } from '../../documents/problem.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import { problemFrom } from '../finding.ts';
import type { Finding } from '../finding.ts';
import { checkPlatformLists } from './check-platform-lists.ts';
import { checkPlatformSettings } from './check-platform-settings.ts';
import { checkPlatformTenants } from './check-platform-tenants.ts';

/** In the order in which they are documented; each sees a platform that fits the schema. */
const CHECKS: readonly ((platform: ResolvedPlatform) => readonly Finding[])[] = [
  checkPlatformSettings,
  checkPlatformTenants,
  checkPlatformLists,
];

/** What the schema cannot say about a platform file. */
export function checkPlatform(platform: ResolvedPlatform, document: LocatedDocument): readonly Problem[] {
  return CHECKS.flatMap((check) => check(platform)).map((finding) =>
    problemFrom(finding, document, 'Cannot use the platform file'),
  );
}
