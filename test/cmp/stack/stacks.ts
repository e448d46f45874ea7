import assert from 'node:assert/strict';
import type { Json, JsonMap } from '../../../schemas/json-schema.ts';
import type { ResolvedCelldStack } from '../../../schemas/celldstack.generated.ts';
import { resolveCelldStack } from '../../../schemas/resolve-celldstack.ts';

/** A document with a CelldStack: what is given, beside the least that must be there. */
export function stackDocument(spec: JsonMap = {}, metadata: JsonMap = {}): Json {
  return {
    apiVersion: 'hops.ops.com.ai/v1alpha1',
    kind: 'CelldStack',
    metadata: { name: 'cells', ...metadata },
    spec: { clusterName: 'in-cluster', ...spec },
  };
}

/** The same, with every default filled in; it must fit the schema. */
export function stackOf(spec: JsonMap = {}, metadata: JsonMap = {}): ResolvedCelldStack {
  const resolved = resolveCelldStack(stackDocument(spec, metadata));
  assert.ok(resolved.ok);
  return resolved.stack;
}
