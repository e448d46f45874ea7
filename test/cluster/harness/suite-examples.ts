import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../../documents/json.ts';
import { startControlPlane, type ControlPlane } from '../control-plane.ts';
import { applyExample, createNamespaces, dryRun, dryRunApplication, removeExample } from './apply-example.ts';
import { NAMESPACE_CONTROLLERS } from './control-plane-flags.ts';
import { defaultTable, isDrift } from './default-table.ts';
import { objectKey, type RenderedExample } from './examples.ts';
import { allCrds, installCrds } from './install-crds.ts';
import { compareStored } from './stored-object.ts';
import type { GatewayChannel } from './third-party-crds.ts';

/**
 * Declares the tests that every rendered folder has to pass, on a control plane for each channel of the Gateway API that
 * is needed. Prints what the server added, for bug rows A15 and A16.
 */
export function suiteExamples(title: string, examples: readonly RenderedExample[]): void {
  for (const channel of ['standard', 'experimental'] as const) {
    const some = examples.filter((example) => example.channel === channel);
    if (some.length > 0) suiteChannel(`${title} on a real API server, Gateway API ${channel}`, channel, some);
  }
}

function suiteChannel(title: string, channel: GatewayChannel, examples: readonly RenderedExample[]): void {
  suite(title, () => {
    const table = defaultTable();
    let plane: ControlPlane;
    before(async () => {
      plane = await startControlPlane({ controllers: NAMESPACE_CONTROLLERS });
      await installCrds(plane, await allCrds(channel));
    });
    after(async () => {
      console.log(table.print());
      await plane.stop();
    });

    for (const example of examples) {
      suite(example.name, () => {
        before(() => createNamespaces(plane, example));
        after(() => removeExample(plane, example));

        test('is accepted by a strict server-side dry run without a warning', async () => {
          await dryRun(plane, example);
        });

        test(
          'comes with an Application that Argo CD accepts',
          { skip: example.application === '' },
          async () => {
            await dryRunApplication(plane, example);
          },
        );

        test('is stored by server-side apply as it was rendered', async () => {
          const stored = await applyExample(plane, example, 'server-side');
          for (const object of example.objects) {
            const key = objectKey(object, example.namespace);
            table.add(example.name, object, compareStored(object, stored.get(key) ?? {}).defaults);
          }
          assert.deepEqual(storedProblems(example, stored), []);
          assert.deepEqual(drifting(example, stored), []);
        });

        test('is not changed by a second server-side apply', async () => {
          const first = await applyExample(plane, example, 'server-side');
          assert.deepEqual(versions(await applyExample(plane, example, 'server-side')), versions(first));
        });

        test('is stored by client-side apply as it was rendered, and not changed by a second one', async () => {
          await removeExample(plane, example);
          const first = await applyExample(plane, example, 'client-side');
          assert.deepEqual(storedProblems(example, first), []);
          assert.deepEqual(versions(await applyExample(plane, example, 'client-side')), versions(first));
        });
      });
    }
  });
}

type Stored = ReadonlyMap<string, JsonObject>;

/** `object: field kind: rendered, stored` for all that the server did not keep, or that Argo CD would not. */
export function storedProblems(example: RenderedExample, stored: Stored): readonly string[] {
  return example.objects.flatMap((object) => {
    const key = objectKey(object, example.namespace);
    const { problems } = compareStored(object, stored.get(key) ?? {});
    return problems.map(
      ({ path, kind, rendered, stored: seen }) =>
        `${key}: ${path} ${kind}: rendered ${JSON.stringify(rendered)}, stored ${JSON.stringify(seen)}`,
    );
  });
}

/** Fields that the server added where Argo CD would see a difference for ever. */
function drifting(example: RenderedExample, stored: Stored): readonly string[] {
  return example.objects.flatMap((object) => {
    const key = objectKey(object, example.namespace);
    const { defaults } = compareStored(object, stored.get(key) ?? {});
    return defaults
      .filter((added) => isDrift(object, added))
      .map(({ path, value }) => `${key}: must render ${path}: the server adds ${JSON.stringify(value)}`);
  });
}

/** Generation and resourceVersion by object: equal maps mean that nothing was written. */
function versions(stored: Stored): Readonly<Record<string, unknown>> {
  const entries = [...stored].map(([key, { metadata }]) => {
    const { generation, resourceVersion } = isJsonObject(metadata) ? metadata : {};
    return [key, { generation, resourceVersion }] as const;
  });
  return Object.fromEntries(entries);
}
