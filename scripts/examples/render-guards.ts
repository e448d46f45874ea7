import type { OutputObject } from '../../cmp/render/output-object.ts';
import { objectsAt, textAt } from '../../fleet/object-fields.ts';
import type { Example } from './example.ts';
import { renderExample } from './render-example.ts';

/** What the second sources of an example's releases render, as Argo CD would ask for it. */
export async function renderGuards(
  example: Example,
  objects: readonly OutputObject[],
): Promise<readonly OutputObject[]> {
  const releases = objects.map(({ object }) => object).filter(({ kind }) => kind === 'Application');
  const rendered = releases.map(async (release) => {
    const [, guard] = objectsAt(release, 'spec', 'sources');
    const request = {
      ...example.request,
      project: textAt(release, 'spec', 'project'),
      namespace: textAt(release, 'spec', 'destination', 'namespace'),
      parameters: JSON.stringify(objectsAt(guard, 'plugin', 'parameters')),
    };
    return (await renderExample({ ...example, request })).objects;
  });
  return (await Promise.all(rendered)).flat();
}
