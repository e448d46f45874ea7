/** How Argo CD carries a parameter: exactly one of these keys beside `name`. Source: facts/argocd.md 1.5. */
export type ParameterForm = (typeof PARAMETER_FORMS)[number];

export const PARAMETER_FORMS = ['string', 'array', 'map'] as const;

/** `file`: an Application may set it where the platform file opens it. `always`: the generator's, open everywhere. */
export type ParameterAccess = 'file' | 'always';

export interface ParameterRow {
  readonly title: string;
  readonly forms: readonly ParameterForm[];
  readonly default: string | readonly string[] | Readonly<Record<string, string>>;
  readonly access: ParameterAccess;
  readonly description: string;
}

/**
 * Every plugin parameter. Reading, announcement and documentation come from here (DESIGN D6, facts/threats.md T12:
 * a parameter chooses a version or which files below the path are read, never a policy).
 */
export const PARAMETERS = {
  recurse: {
    title: 'Read subfolders',
    forms: ['string'],
    default: 'false',
    access: 'file',
    description:
      '"true" also reads the folders below the path of the Application; "false" reads that one level.',
  },
  include: {
    title: 'Files to read',
    forms: ['array'],
    default: [],
    access: 'file',
    description: 'Globs, relative to the path of the Application; every YAML and JSON file when empty.',
  },
  exclude: {
    title: 'Files to leave out',
    forms: ['array'],
    default: [],
    access: 'file',
    description: 'Globs, relative to the path of the Application; they win over include.',
  },
  appVersion: {
    title: 'Deployed version',
    forms: ['map', 'string'],
    default: {},
    access: 'always',
    description:
      'Version of the bucket’s deployment pointer, by WorkerApp name, for spec.appVersion: auto. A plain string only where the folder has one WorkerApp.',
  },
  configDigest: {
    title: 'Digest of the Secrets',
    forms: ['map', 'string'],
    default: {},
    access: 'always',
    description:
      'Keyed digest of the Secrets that a WorkerApp names, by WorkerApp name: a changed digest rolls the fleet. A plain string only where the folder has one WorkerApp.',
  },
  unresolved: {
    title: 'Not resolved',
    forms: ['map', 'string'],
    default: {},
    access: 'always',
    description:
      'Reason word, by WorkerApp name, for which a fleet’s deployment could not be read: rendering is refused and everything live stays. A plain string only where the folder has one WorkerApp.',
  },
  guard: {
    title: 'Guarded stack',
    forms: ['string'],
    default: '',
    access: 'always',
    description:
      'The CelldStack whose release this Application applies, as JSON; written by the render of the stack into its second source. The plugin then renders what the chart lacks, and reads no file.',
  },
} as const satisfies Readonly<Record<string, ParameterRow>>;

export type ParameterName = keyof typeof PARAMETERS;

/** The names in the order of the table. */
export const PARAMETER_NAMES: readonly ParameterName[] = [
  'recurse',
  'include',
  'exclude',
  'appVersion',
  'configDigest',
  'unresolved',
  'guard',
];

export function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(PARAMETERS, name);
}
