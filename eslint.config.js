import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const root = dirname(fileURLToPath(import.meta.url));

/** Which folder may import which (the table in docs/architecture.md). Everything else is an error. */
const MAY_IMPORT = {
  schemas: [],
  documents: ['schemas'],
  fleet: ['schemas', 'documents'],
  kube: ['fleet', 'schemas', 'documents'],
  cmp: ['fleet', 'schemas', 'documents'],
  hooks: ['fleet', 'schemas', 'documents', 'kube'],
  metrics: ['fleet', 'schemas', 'documents', 'kube'],
  generator: ['fleet', 'schemas', 'documents', 'kube'],
  sim: ['fleet', 'schemas', 'documents'],
  rehearsal: ['fleet', 'schemas', 'documents', 'hooks', 'sim'],
};
const FOLDERS = [...Object.keys(MAY_IMPORT), 'scripts', 'test'];
const PURE = ['schemas', 'documents', 'fleet', 'sim'];

const zones = Object.entries(MAY_IMPORT).flatMap(([folder, allowed]) =>
  FOLDERS.filter((other) => other !== folder && !allowed.includes(other)).map((other) => ({
    target: `./${folder}`,
    from: `./${other}`,
    message: `${folder}/ must not import ${other}/`,
  })),
);

export default tseslint.config(
  { ignores: ['**/node_modules/', 'dist/', '.cache/', '**/*.generated.*'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver': { node: { extensions: ['.ts', '.js', '.cjs', '.json'] } } },
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: root, zones }],
      'import-x/no-default-export': 'error',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'max-params': ['error', 3],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/dot-notation': 'off',
    },
  },
  {
    files: PURE.map((folder) => `${folder}/**/*.ts`),
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['node:*'], message: 'pure folder: no I/O, clock, random or hash of the platform' },
          ],
        },
      ],
      'no-restricted-globals': ['error', 'process', 'Date', 'crypto', 'performance', 'setTimeout', 'fetch'],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
    },
  },
  {
    files: ['test/**/*.ts', 'scripts/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['test', 'describe', 'it', 'suite'] },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.cjs', '**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
    rules: { ...tseslint.configs.disableTypeChecked.rules, '@typescript-eslint/no-require-imports': 'off' },
  },
);
