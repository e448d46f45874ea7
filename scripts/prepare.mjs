// Runs on the machine's own Node (20 or newer), before anything is installed: installs what the lockfile names, then,
// with an argument, runs that script of scripts/ on the Node that the project pins.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileSync } from 'node:fs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.celld-gitops-lock');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
if (!installed) {
  process.stderr.write('Installing what package-lock.json names\n');
  run('npm', ['ci', '--loglevel=error']);
  writeFileSync(stamp, lock);
}
for (const script of process.argv.slice(2)) {
  run(join(root, 'node_modules', '.bin', 'node'), [join('scripts', `${script}.ts`)]);
}
