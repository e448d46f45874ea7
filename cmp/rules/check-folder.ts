import type { LocatedDocument } from '../../documents/parse-documents.ts';
import type { Problem } from '../../documents/problem.ts';
import { problemFrom } from '../finding.ts';
import { producedNames } from '../passthrough/produced-names.ts';
import type { ProducedName } from '../passthrough/produced-names.ts';
import { checkStacks } from '../stack/check-stacks.ts';
import type { LocatedStack } from '../stack/judge-stack.ts';
import { checkSharedBuckets } from './check-shared-buckets.ts';
import { checkSharedHostnames } from './check-shared-hostnames.ts';
import { fleetKeys } from './fleet-keys.ts';
import type { LocatedApp } from './located-app.ts';
import { objectKeyOf, objectKeyText } from './object-key.ts';
import type { ObjectKey } from './object-key.ts';
import { placeText } from './place-text.ts';

/** Everything of one render that has a place in the cluster. */
export interface Folder {
  readonly apps: readonly LocatedApp[];
  readonly stacks?: readonly LocatedStack[];
  /** The objects that pass through. */
  readonly objects: readonly LocatedDocument[];
  /** The destination's namespace. */
  readonly namespace: string;
}

/** What several documents of a folder do to each other: the same object twice, a fleet's name, a shared bucket. */
export function checkFolder(folder: Folder): readonly Problem[] {
  return [
    ...checkSameObject(folder),
    ...checkFleetNames(folder),
    ...checkSharedBuckets(folder.apps),
    ...checkSharedHostnames(folder.apps),
    ...checkStacks(folder.stacks ?? []),
  ];
}

function nameOf(key: ObjectKey): string {
  return `${key.kind} "${key.name}"`;
}

/** Argo CD would apply one of the two and call the other a warning; said at the second, naming the first (row A12). */
function checkSameObject({ apps, stacks = [], objects, namespace }: Folder): readonly Problem[] {
  const first = new Map<string, LocatedDocument>();
  return [...[...apps, ...stacks].map(({ document }) => document), ...objects].flatMap(
    (document): readonly Problem[] => {
      const key = objectKeyOf(document.value, namespace);
      if (key === undefined) return [];
      const earlier = first.get(objectKeyText(key));
      if (earlier === undefined) {
        first.set(objectKeyText(key), document);
        return [];
      }
      return [twice(document, earlier, key)];
    },
  );
}

function twice(document: LocatedDocument, earlier: LocatedDocument, key: ObjectKey): Problem {
  const place = placeText(earlier.locate(['metadata', 'name']));
  const finding = {
    code: 'OBJECT_TWICE' as const,
    path: ['metadata', 'name'],
    message: `it must be there once in namespace "${key.namespace}": ${place} has it too`,
    hint: 'delete one of the two, or rename it',
  };
  return problemFrom(finding, document, `Cannot render ${nameOf(key)}`);
}

/**
 * An object that passes through must not take the name of an object of a fleet, now or under other settings, and neither
 * must what a controller makes of it: the Secret of a Certificate would be the fleet's.
 */
function checkFleetNames({ apps, objects, namespace }: Folder): readonly Problem[] {
  const owners = new Map<string, LocatedApp>();
  for (const located of apps) {
    for (const key of fleetKeys(located.app.metadata.name, namespace))
      owners.set(objectKeyText(key), located);
  }
  return objects.flatMap((document): readonly Problem[] => {
    const key = objectKeyOf(document.value, namespace);
    if (key === undefined) return [];
    const own = owners.get(objectKeyText(key));
    const made = producedNames(document.value, key).flatMap((name): readonly Problem[] => {
      const owner = owners.get(objectKeyText({ ...name, namespace: key.namespace }));
      return owner === undefined ? [] : [makesFleetObject(document, owner, { key, name })];
    });
    return own === undefined ? made : [collision(document, own, key), ...made];
  });
}

function collision(document: LocatedDocument, owner: LocatedApp, key: ObjectKey): Problem {
  const finding = {
    code: 'NAME_COLLISION' as const,
    path: ['metadata', 'name'],
    message: `the name belongs to ${fleetAt(owner)}`,
    hint: 'rename the object',
  };
  return problemFrom(finding, document, `Cannot render ${nameOf(key)}`);
}

interface Made {
  readonly key: ObjectKey;
  readonly name: ProducedName;
}

function makesFleetObject(document: LocatedDocument, owner: LocatedApp, { key, name }: Made): Problem {
  const finding = {
    code: 'NAME_COLLISION' as const,
    path: name.path,
    message: `it would make or change ${name.kind} "${name.name}", which belongs to ${fleetAt(owner)}`,
    hint: 'write another name: what a fleet needs of this kind is made for its own objects',
  };
  return problemFrom(finding, document, `Cannot render ${nameOf(key)}`);
}

function fleetAt({ app, document }: LocatedApp): string {
  const place = placeText(document.locate(['metadata', 'name']));
  return `the fleet of WorkerApp "${app.metadata.name}" at ${place}`;
}
