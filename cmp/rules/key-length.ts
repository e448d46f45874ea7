import type { Path } from '../../documents/path.ts';
import type { Finding } from '../finding.ts';
import type { Rule } from './context.ts';

/** The part of a label or annotation key before its slash is a DNS name, and no longer than one. */
const LONGEST_PREFIX = 253;

/** The schema bounds the whole key; its patterns must mean the same to Go, which has no look-ahead to bound a part. */
export const checkKeyLength: Rule = ({ app: { metadata, spec } }) => [
  ...longKeys(['metadata', 'labels'], metadata.labels),
  ...longKeys(['metadata', 'annotations'], metadata.annotations),
  ...longKeys(['spec', 'service', 'annotations'], spec.service.annotations),
  ...longKeys(['spec', 'scheduling', 'nodeSelector'], spec.scheduling.nodeSelector),
  ...longKeys(['spec', 'podTemplate', 'labels'], spec.podTemplate?.labels),
  ...longKeys(['spec', 'podTemplate', 'annotations'], spec.podTemplate?.annotations),
];

function longKeys(path: Path, map: Readonly<Record<string, string>> = {}): readonly Finding[] {
  return Object.keys(map)
    .filter((key) => key.indexOf('/') > LONGEST_PREFIX)
    .map((key) => ({
      code: 'KEY_TOO_LONG',
      path: [...path, key],
      message: `the part of the key before its slash must have at most ${LONGEST_PREFIX} characters: it has ${key.indexOf('/')}`,
      hint: 'write a shorter DNS name before the slash',
      target: 'key',
    }));
}
