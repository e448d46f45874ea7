import type { CodeTable } from './code-table.ts';

/** The platform file, what it lets a tenant ask for, and which other objects it lets through. */
export const TENANT_CODES = {
  PLATFORM_DOCUMENTS: {
    meaning: 'The platform file does not hold exactly one document that is a map',
    remedy: 'Keep one document with kind: Platform',
  },
  PLATFORM_NEEDS_SETTING: {
    meaning: 'A setting of the platform file needs another that is absent',
    remedy: 'Write the setting that the message names',
  },
  PLATFORM_BOUND: {
    meaning: 'Deadlines of the platform file contradict each other',
    remedy: 'Raise the deadline that the message names',
  },
  PLATFORM_URL: {
    meaning: 'A URL of the platform file cannot be used',
    remedy: 'Write scheme, host and port, without user, query and fragment',
  },
  PLATFORM_MINOR: {
    meaning: 'knownMinors of the platform file names a minor that is known or too old',
    remedy: 'Delete it',
  },
  PLATFORM_TENANT_OVERLAP: {
    meaning: 'Two tenants of the platform file have the same namespace, or one has every namespace',
    remedy: 'Keep each namespace with one tenant',
  },
  PLATFORM_IMAGE_PREFIX: {
    meaning: 'An image prefix of the platform file ends inside a name and so matches other names too',
    remedy: 'End it with ":", "/" or "@"',
  },
  PLATFORM_BUCKET_PREFIX: {
    meaning: 'A bucket prefix of the platform file has an empty segment, "." or ".."',
    remedy: 'Write whole segments without a trailing slash',
  },
  PLATFORM_CLUSTER_KIND: {
    meaning: 'passThrough.kinds of the platform file lists a kind without namespace',
    remedy: 'Delete it; such kinds pass only with all: true',
  },
  PLATFORM_ALL_KINDS: {
    meaning: 'passThrough.all of the platform file is true beside several tenants',
    remedy: 'List kinds instead, or keep one tenant',
  },
  TENANT_UNKNOWN: {
    meaning: 'No tenant of the platform file has both the project and the namespace of the destination',
    remedy: 'Add them to a tenant',
  },
  TENANT_NOT_ALLOWED: {
    meaning: 'A value is not in the list that the platform file has for this tenant',
    remedy: 'Use a listed value, or ask the platform team to extend the list',
  },
  PASS_KIND: {
    meaning: 'The platform file does not let objects of this kind pass through',
    remedy: 'Exclude the file, or ask the platform team to allow the kind',
  },
  PASS_ITEMS: {
    meaning:
      'An object that is no List has a field items at the top, by which Argo CD would take it for a List and apply what is in it',
    remedy: 'Write each object as a document of its own, or as an item of a List',
  },
  PASS_METADATA: {
    meaning: 'metadata of an object that passes through is malformed',
    remedy: 'Write metadata as the API server expects it',
  },
  PASS_NAME: {
    meaning: 'An object that passes through has no fixed, valid name',
    remedy: 'Write metadata.name',
  },
  PASS_FIELD: {
    meaning: 'An object that passes through has a metadata field that belongs to the cluster',
    remedy: 'Delete the field',
  },
  PASS_REACHES_FLEET: {
    meaning: 'An object that passes through selects, labels or scales the pods of a fleet',
    remedy: 'Use labels of your own, and the WorkerApp for everything about its fleet',
  },
  PASS_OPENS_PORT: {
    meaning: 'A NetworkPolicy for every pod of the namespace admits the internal port of celld',
    remedy: 'List ports without 8081, or select pods by labels of your own',
  },
  PASS_PRODUCES: {
    meaning:
      'An object that passes through makes a Secret with the powers of a ServiceAccount, or in a way that cannot be judged',
    remedy: 'Delete the field',
  },
  PASS_CERTIFICATE: {
    meaning: 'A Certificate asks for an authority, or for names other than the host names of the tenant',
    remedy: 'Delete the field, and write dnsNames',
  },
  PASS_MORE_PROBLEMS: {
    meaning: 'An object that passes through has more problems than are shown',
    remedy: 'Solve those that are shown first',
  },
} as const satisfies CodeTable;
