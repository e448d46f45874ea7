import type { JsonObject } from '../../documents/json.ts';
import type { Finding } from '../finding.ts';

/**
 * A field `items` at the top: Argo CD takes any such object for a List, whatever its kind, and applies what is in it
 * instead, unjudged; with `items: null` it drops the object. Source: argo-cd 3.2 repository.go, apimachinery IsList.
 * Lists of ours have been taken apart before, and no kind that Kubernetes stores has this field.
 */
export function checkItems(object: JsonObject): readonly Finding[] {
  if (!Object.hasOwn(object, 'items')) return [];
  return [
    {
      code: 'PASS_ITEMS',
      path: ['items'],
      message: 'it must not have items at the top: Argo CD would apply those in place of the object',
      hint: 'write each object as a document of its own, or as an item of a List; exclude the file if it is no manifest',
      target: 'key',
    },
  ];
}
