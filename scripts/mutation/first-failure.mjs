import { writeSync } from 'node:fs';
import { relative } from 'node:path';

/** A reporter of node:test that ends the process at the first failure and says on descriptor 3 which file it is in. */
export default async function* firstFailure(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    writeSync(3, relative(process.cwd(), data.file ?? ''));
    process.exit(1);
  }
}
