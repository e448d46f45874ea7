import type { Path } from '../../documents/path.ts';
import type { Finding } from '../finding.ts';
import type { Rule } from './context.ts';

/** Kubernetes takes so many bytes of annotations on one object, keys and values together. */
const MOST_BYTES = 262_144;
/** Room for what we write beside the user's own. */
const RESERVED_BYTES = 4096;

export const checkAnnotationSize: Rule = ({ app: { metadata, spec } }) => [
  ...sizeFindings(['metadata', 'annotations'], metadata.annotations),
  ...sizeFindings(['spec', 'service', 'annotations'], spec.service.annotations),
  ...sizeFindings(['spec', 'podTemplate', 'annotations'], spec.podTemplate?.annotations),
];

function sizeFindings(path: Path, annotations: Readonly<Record<string, string>> = {}): readonly Finding[] {
  const encoder = new TextEncoder();
  const bytes = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + encoder.encode(key).length + encoder.encode(value).length,
    0,
  );
  const most = MOST_BYTES - RESERVED_BYTES;
  if (bytes <= most) return [];
  return [
    {
      code: 'ANNOTATIONS_TOO_LARGE',
      path,
      message: `${path.join('.')} must have at most ${most} bytes in all: it has ${bytes}`,
      hint: 'keep large text in a ConfigMap',
      target: 'key',
    },
  ];
}
