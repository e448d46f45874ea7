import type { TestContext } from 'node:test';
import { temporaryFolder } from '../../cmp/io/temporary-folder.ts';

/** WorkerApps in one file: as many as one Application may have by default. About 12 MB of manifests. */
export function folderOfApps(context: TestContext, count = 1_000): string {
  const documents = Array.from({ length: count }, (_, index) => workerApp(`app-${String(index)}`));
  return temporaryFolder(context, { 'apps.yaml': documents.join('---\n') });
}

function workerApp(name: string): string {
  return `apiVersion: celld-operator.io/v1alpha1
kind: WorkerApp
metadata:
  name: ${name}
spec:
  appVersion: "3f2a9c0d1e4b5a67"
  celld:
    image: ghcr.io/denoland/celld:v0.6.2
  bucket:
    name: s3://cells/${name}
  hostnames:
    - ${name}.example.com
`;
}

const MEBIBYTE = 1024 * 1024;

/** ConfigMaps of one mebibyte each: much output for little work. */
export function folderOfText(context: TestContext, mebibytes: number): string {
  const text = 'a line of sixty-four characters, of which this is the last one\n'.repeat(MEBIBYTE / 64);
  const files = Array.from({ length: mebibytes }, (_, index) => {
    const name = `text-${String(index)}`;
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text } };
    return [`${name}.json`, JSON.stringify(object)] as const;
  });
  return temporaryFolder(context, Object.fromEntries(files));
}
