import type { TemplateName } from '../../../cmp/handlebars/templates.generated.cjs';
import { FLEET_OBJECTS } from '../../../cmp/render/fleet-objects.ts';
import type { HookPolicy } from '../../../cmp/render/output-object.ts';
import { STACK_OBJECTS } from '../../../cmp/stack/stack-objects.ts';
import type { JsonObject } from '../../../documents/json.ts';
import { listExamples } from '../../../scripts/examples/example.ts';
import { renderExample } from '../../../scripts/examples/render-example.ts';

/** One object of an example, with the template that rendered it. */
export interface RenderedObject {
  readonly example: string;
  readonly template: TemplateName;
  readonly wave: number;
  readonly hook: HookPolicy | undefined;
  readonly object: JsonObject;
}

const ROWS: readonly { readonly template: TemplateName; readonly why: string }[] = [
  ...FLEET_OBJECTS,
  ...STACK_OBJECTS,
];

let rendered: Promise<readonly RenderedObject[]> | undefined;

/** Every object that our templates render in the examples; made once. */
export function renderedObjects(): Promise<readonly RenderedObject[]> {
  rendered ??= renderAll();
  return rendered;
}

async function renderAll(): Promise<readonly RenderedObject[]> {
  const all = await Promise.all(
    listExamples().map(async (example) => ({
      example: example.name,
      objects: (await renderExample(example)).objects,
    })),
  );
  return all.flatMap(({ example, objects }) =>
    objects.flatMap(({ object, wave, hook, why }) => {
      const entry = ROWS.find((row) => row.why === why);
      return entry === undefined ? [] : [{ example, template: entry.template, wave, hook, object }];
    }),
  );
}
