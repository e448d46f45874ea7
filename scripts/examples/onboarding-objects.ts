import type { OutputObject } from '../../cmp/render/output-object.ts';
import { textAt } from '../../fleet/object-fields.ts';
import { WAVE_FOUNDATION } from '../../cmp/waves.ts';
import { LABELS } from '../../fleet/labels.ts';
import type { Example } from './example.ts';
import { renderExample } from './render-example.ts';

const KINDS = ['ServiceAccount', 'Role', 'RoleBinding'];

/** As whom the Jobs of an example run, as normal objects: no hook, no wave. */
export async function onboardingObjects(example: Example): Promise<readonly OutputObject[]> {
  const { objects } = await renderExample(example);
  return objects.filter(isOfAJob).map(({ object, why }) => ({ object, why, wave: WAVE_FOUNDATION }));
}

function isOfAJob({ object }: OutputObject): boolean {
  const component = textAt(object, 'metadata', 'labels', LABELS.component);
  return component !== undefined && KINDS.includes(textAt(object, 'kind') ?? '');
}
