import { join } from 'node:path';
import type { GoProgram } from '../../cluster/harness/go-program.ts';

/** The programs of the S3 and the Google store, each a module of its own that names the program as its tool. */
export const STORE_PROGRAMS = {
  versitygw: storeProgram('versitygw', 'github.com/versity/versitygw/cmd/versitygw'),
  fakeGcsServer: storeProgram('fake-gcs-server', 'github.com/fsouza/fake-gcs-server'),
} as const satisfies Readonly<Record<string, GoProgram>>;

function storeProgram(name: string, path: string): GoProgram {
  const folder = join(import.meta.dirname, '../go', name);
  return { folder, modfile: 'go.mod', variables: {}, package: path, names: [name] };
}
