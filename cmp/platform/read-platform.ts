import { isJsonObject } from '../../documents/json.ts';
import { parseDocuments } from '../../documents/parse-documents.ts';
import type { LocatedDocument, SourceFile } from '../../documents/parse-documents.ts';
import type { Problem } from '../../documents/problem.ts';
import { schemaProblems } from '../../documents/schema-problems.ts';
import { withDefaults } from '../../schemas/defaults.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import { platformSchema } from '../../schemas/platform-schema.ts';
import { validatePlatform } from '../../schemas/validators.generated.cjs';
import { checkPlatform } from './check-platform.ts';
import { defaultPlatform } from './default-platform.ts';

/** A platform without problems, or every problem of the file. */
export interface PlatformReading {
  readonly platform?: ResolvedPlatform;
  readonly problems: readonly Problem[];
}

/**
 * The platform file, every default filled in and checked; the single-tenant default where there is no file. A file that
 * cannot be used is never replaced by the default: that would open what the file closes.
 */
export function readPlatform(source: SourceFile | undefined): PlatformReading {
  if (source === undefined) return { platform: defaultPlatform(), problems: [] };
  const { documents, problems } = parseDocuments(source);
  if (problems.length > 0) return { problems };
  const [document, ...others] = documents;
  if (document === undefined) return { problems: [wrongCount(source.file, 0)] };
  if (others.length > 0) return { problems: [wrongCount(source.file, documents.length)] };
  return resolvePlatform(document);
}

function wrongCount(file: string, count: number): Problem {
  return {
    code: 'PLATFORM_DOCUMENTS',
    path: '',
    message: `Cannot read the platform file: it must hold exactly one document: it holds ${count}`,
    position: { file, line: 1, column: 1 },
    hint: 'keep one document with kind: Platform',
  };
}

function resolvePlatform(document: LocatedDocument): PlatformReading {
  const { value } = document;
  if (!isJsonObject(value)) return { problems: [notAMap(document)] };
  const resolved = withDefaults(platformSchema, value);
  if (!validatePlatform(resolved)) {
    const options = { verb: 'use', label: 'the platform file', schema: platformSchema };
    return { problems: schemaProblems(validatePlatform.errors ?? [], document, options) };
  }
  const platform = resolved as unknown as ResolvedPlatform;
  const problems = checkPlatform(platform, document);
  return problems.length === 0 ? { platform, problems } : { problems };
}

function notAMap(document: LocatedDocument): Problem {
  return {
    code: 'PLATFORM_DOCUMENTS',
    path: '',
    message: 'Cannot read the platform file: its document must be a map',
    position: document.locate([]),
    hint: 'write apiVersion: celld-gitops.io/v1alpha1 and kind: Platform',
  };
}
