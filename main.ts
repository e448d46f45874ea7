import { nearestName } from './documents/nearest-name.ts';
import { EXIT } from './cmp/exit-codes.ts';
import { GENERATE_USAGE, generateCommand } from './cmp/generate-command.ts';
import { writeAll } from './cmp/io/write-stdout.ts';
import { parameterAnnouncement } from './cmp/parameters/announcement.ts';
import { sha256Hex } from './cmp/sha256.ts';
import packageFile from './package.json' with { type: 'json' };

const STDOUT = 1;
const STDERR = 2;

const COMMANDS = [
  'generate',
  'gate',
  'rollout',
  'exporter',
  'qualify',
  'announce-parameters',
  'version',
  'help',
];

const USAGE = `usage: celld-gitops COMMAND

commands:
  generate              render the WorkerApps and CelldStacks of a folder to manifests (the Argo CD plugin)
  gate                  judge a fleet before a sync (the fleet's gate Job)
  rollout               move a fleet's pods in a sync (the fleet's rollout Job)
  exporter              sweep every fleet: metrics, what KEDA scales by, status (a Deployment)
  qualify               try whether an object store keeps what celld needs of it
  announce-parameters   print the plugin's parameters for the user interface of Argo CD
  version               print the version
  help                  print this

${GENERATE_USAGE}`;

/** The only place that reads arguments, environment and clock; everything else gets them passed in. */
async function main(args: readonly string[]): Promise<number> {
  const [command = 'help', ...rest] = args;
  switch (command) {
    case 'generate':
      if (rest.includes('--help')) return print(GENERATE_USAGE);
      return await generateCommand(rest, {
        environment: process.env,
        standardOutput: STDOUT,
        standardError: STDERR,
        sha256Hex,
        monotonic: () => Number(process.hrtime.bigint() / 1_000_000n),
      });
    case 'gate':
    case 'rollout':
      return await runHook(command, rest);
    case 'exporter':
      return await runExporter(rest);
    case 'qualify':
      return await runQualify(rest);
    case 'announce-parameters':
      return print(parameterAnnouncement());
    case 'version':
      return print(`${packageFile.version}\n`);
    case 'help':
    case '--help':
      return print(USAGE);
    default:
      return unknownCommand(command);
  }
}

const ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';
const TERMINATION_FILE = '/dev/termination-log';

/** The Jobs' programs are a bundle of their own (scripts/build.ts), so that a render does not load them. */
async function runHook(hook: 'gate' | 'rollout', args: readonly string[]): Promise<number> {
  const { hookCommand } = await import('./hooks/command.ts');
  // Not at the top: loading it takes as long as a render.
  const { isatty } = await import('node:tty');
  const signal = stopSignal();
  return await hookCommand(hook, args, {
    environment: process.env,
    sha256Hex,
    random: Math.random,
    signal,
    write: (text) => void writeAll(STDERR, text),
    isTerminal: isatty(STDERR),
    accountFolder: process.env['CELLD_GITOPS_ACCOUNT_FOLDER'] ?? ACCOUNT_FOLDER,
    terminationFile: process.env['CELLD_GITOPS_TERMINATION_FILE'] ?? TERMINATION_FILE,
  });
}

/** A bundle of its own, as the Jobs' programs are. */
async function runExporter(args: readonly string[]): Promise<number> {
  const { exporterCommand } = await import('./metrics/command.ts');
  const { isatty } = await import('node:tty');
  return await exporterCommand(args, {
    environment: process.env,
    random: Math.random,
    signal: stopSignal(),
    write: (text) => void writeAll(STDERR, text),
    isTerminal: isatty(STDERR),
    accountFolder: process.env['CELLD_GITOPS_ACCOUNT_FOLDER'] ?? ACCOUNT_FOLDER,
    version: packageFile.version,
  });
}

/** Works on buckets: a bundle of its own that no render loads. */
async function runQualify(args: readonly string[]): Promise<number> {
  const { qualifyCommand, randomUUID, realClock } = await import('./generator/commands.ts');
  const signal = stopSignal();
  return await qualifyCommand(args, {
    environment: process.env,
    signal,
    clock: realClock(),
    runId: randomUUID(),
    writeOutput: (text) => void writeAll(STDOUT, text),
    writeError: (text) => void writeAll(STDERR, text),
  });
}

/** Aborted by the signals that ask a program to end. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stop.abort());
  return stop.signal;
}

function print(text: string): number {
  return writeAll(STDOUT, text).ok ? EXIT.done : EXIT.problems;
}

function unknownCommand(command: string): number {
  const nearest = nearestName(command, COMMANDS);
  const hint = nearest === undefined ? '' : `: did you mean ${nearest}?`;
  writeAll(STDERR, `celld-gitops: the command is not known${hint}\n\n${USAGE}`);
  return EXIT.usage;
}

/** Runs to the end and sets the exit code; what nobody expected is a fault of this program, and says so. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await main(args);
  } catch (error) {
    const what =
      error instanceof Error ? `${error.name}: ${error.message}` : 'something was thrown that is no error';
    writeAll(STDERR, `celld-gitops: internal error, please report it: ${what}\n`);
    process.exitCode = EXIT.internal;
  }
}

// The bundle is started by its loader instead (scripts/build/loader.cjs).
if (import.meta.main) await run(process.argv.slice(2));
