import { testTable } from './table.ts';
import type { Case } from './judge.ts';
import type { Row } from './table.ts';

const image = (tag: string, spec: Case['spec'] = {}): Case => ({
  spec: { ...spec, celld: { image: `ghcr.io/denoland/celld:${tag}` } },
});
const AZ = { bucket: { name: 'az://cells/chat', storageAccount: 'cells' } };
const az = (tag: string): Case => ({
  ...image(tag, AZ),
  tenant: { bucketPrefixes: ['az://cells'], azureStorageAccounts: ['cells'] },
});
const gs = (tag: string): Case => ({
  ...image(tag, { bucket: { name: 'gs://cells/chat' } }),
  tenant: { bucketPrefixes: ['gs://cells'] },
});
const FLEET = { durability: 'fleet', storage: { sizeGi: 10 } };

const ROWS: readonly Row[] = [
  ['accepts the oldest version', image('v0.2.0'), []],
  ['accepts a tag without v', image('0.6.2'), []],
  ['accepts a tag with a suffix', image('v0.6.2-debug'), []],
  ['accepts a patch above the table', image('v0.6.99'), []],
  ['accepts a tag with a digest', image(`v0.6.2@sha256:${'a'.repeat(64)}`), []],
  ['refuses a version below the oldest', image('v0.1.0'), ['CELLD_TOO_OLD']],
  ['refuses a newer minor', image('v0.7.0'), ['CELLD_TOO_NEW']],
  ['refuses a newer major', image('v1.0.0'), ['CELLD_TOO_NEW']],
  [
    'accepts a newer minor that the platform file names',
    { ...image('v0.7.3'), platform: { knownMinors: ['0.7'] } },
    [],
  ],
  ['refuses latest (G18)', image('latest'), ['IMAGE_VERSION']],
  ['refuses a tag of one number (G18)', image('v1'), ['IMAGE_VERSION']],
  [
    'refuses an image without tag (G18)',
    { spec: { celld: { image: 'ghcr.io/denoland/celld' } }, tenant: { imagePrefixes: ['ghcr.io/'] } },
    ['IMAGE_VERSION'],
  ],
  [
    'refuses a digest alone (G18)',
    {
      spec: { celld: { image: `ghcr.io/denoland/celld@sha256:${'a'.repeat(64)}` } },
      tenant: { imagePrefixes: ['ghcr.io/'] },
    },
    ['IMAGE_VERSION'],
  ],
  [
    'takes a port for no tag (G18)',
    {
      spec: { celld: { image: 'registry:5000/celld:v0.2.0' } },
      tenant: { imagePrefixes: ['registry:5000/'] },
    },
    [],
  ],
  [
    'refuses what no registry takes for an image',
    { spec: { celld: { image: 'ghcr.io/denoland//celld:v0.6.2' } }, tenant: { imagePrefixes: ['ghcr.io/'] } },
    ['IMAGE_REFERENCE'],
  ],
  ['accepts gs:// from 0.2.0', gs('v0.2.0'), []],
  ['refuses gs:// before 0.2.0', gs('v0.1.0'), ['CELLD_TOO_OLD', 'CELLD_CAPABILITY']],
  ['accepts az:// from 0.3.0', az('v0.3.0'), []],
  ['refuses az:// before 0.3.0 (E9)', az('v0.2.1'), ['CELLD_CAPABILITY']],
  ['accepts fleet durability from 0.3.0', image('v0.3.0', FLEET), []],
  ['refuses fleet durability before 0.3.0', image('v0.2.1', FLEET), ['CELLD_CAPABILITY']],
  ['accepts trustForwardedHeaders from 0.2.1', image('v0.2.1', { trustForwardedHeaders: true }), []],
  [
    'refuses trustForwardedHeaders before 0.2.1',
    image('v0.2.0', { trustForwardedHeaders: true }),
    ['CELLD_CAPABILITY'],
  ],
  ['accepts InPlace from 0.4.0', image('v0.4.0', { deploymentPolicy: 'InPlace' }), []],
  ['refuses InPlace before 0.4.0', image('v0.3.0', { deploymentPolicy: 'InPlace' }), ['CELLD_CAPABILITY']],
  ['accepts vars before 0.5.0', image('v0.4.1', { vars: { secretRef: 'vars' } }), []],
  ['refuses vars from 0.5.0', image('v0.5.0', { vars: { secretRef: 'vars' } }), ['CELLD_CAPABILITY']],
];

testTable('version rules: checkWorkerApp()', ROWS, new URL('golden/version.txt', import.meta.url));
