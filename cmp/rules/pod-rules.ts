import { isReservedVariableName } from '../../fleet/user-environment.ts';
import type { Finding } from '../finding.ts';
import { KEY_REASONS, keyOwner, podKeyOwner } from '../reserved-keys.ts';
import type { KeyOwner } from '../reserved-keys.ts';
import type { Rule, RuleContext } from './context.ts';

const POD = ['spec', 'podTemplate'] as const;

/** Variables that could redirect, read or break the runtime (T10). The value is not judged: it is escaped (T11). */
const checkReservedVariables: Rule = ({ app }) =>
  (app.spec.podTemplate?.env ?? []).flatMap(({ name }, index): readonly Finding[] =>
    isReservedVariableName(name)
      ? [
          {
            code: 'ENV_RESERVED',
            path: [...POD, 'env', index, 'name'],
            message: `spec.podTemplate.env must not set "${name}": it is reserved for celld and its stores`,
            hint: 'use the field of spec that sets it, or another name',
          },
        ]
      : [],
  );

interface KeyPlace {
  readonly path: readonly string[];
  readonly keys: Readonly<Record<string, string>> | undefined;
  readonly owner: (key: string) => KeyOwner | undefined;
}

/** Keys by which others act: refused whatever the tenant may set (T6, T9). */
const checkReservedKeys: Rule = (context) =>
  keyPlaces(context).flatMap(({ path, keys, owner }) =>
    Object.keys(keys ?? {}).flatMap((key): readonly Finding[] => {
      const owned = owner(key);
      if (owned === undefined) return [];
      const message = `${path.join('.')} must not have "${key}": ${KEY_REASONS[owned]}`;
      return [{ code: 'KEY_RESERVED', path: [...path, key], message, hint: 'delete the key', target: 'key' }];
    }),
  );

function keyPlaces({ app }: RuleContext): readonly KeyPlace[] {
  const { metadata, spec } = app;
  return [
    { path: ['metadata', 'labels'], keys: metadata.labels, owner: keyOwner },
    { path: ['metadata', 'annotations'], keys: metadata.annotations, owner: keyOwner },
    { path: ['spec', 'service', 'annotations'], keys: spec.service.annotations, owner: keyOwner },
    { path: [...POD, 'labels'], keys: spec.podTemplate?.labels, owner: podKeyOwner },
    { path: [...POD, 'annotations'], keys: spec.podTemplate?.annotations, owner: podKeyOwner },
  ];
}

/** What the API server refuses in a toleration; there it would stop the sync instead of the render. */
const checkTolerations: Rule = ({ app }) =>
  (app.spec.scheduling.tolerations ?? []).flatMap((toleration, index): readonly Finding[] => {
    const path = ['spec', 'scheduling', 'tolerations', index];
    const { key = '', operator = 'Equal', value = '', effect, tolerationSeconds } = toleration;
    const wrong = (message: string, hint: string): Finding => ({ code: 'TOLERATION', path, message, hint });
    const findings: Finding[] = [];
    if (operator === 'Exists' && value !== '')
      findings.push(wrong('a toleration with operator Exists must not have a value', 'delete value'));
    if (operator === 'Equal' && key === '')
      findings.push(wrong('a toleration without a key must have operator Exists', 'write a key'));
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      findings.push(
        wrong('a toleration with tolerationSeconds must have effect NoExecute', 'delete tolerationSeconds'),
      );
    }
    return findings;
  });

export const POD_RULES: readonly Rule[] = [checkReservedVariables, checkReservedKeys, checkTolerations];
