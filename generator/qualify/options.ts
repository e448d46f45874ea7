import { parseArgs } from 'node:util';
import { bucketIdentity, type BucketIdentity } from '../../fleet/bucket.ts';

export interface QualifyArguments {
  readonly bucket: BucketIdentity;
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  /** Folder below the bucket's prefix in which the run writes. */
  readonly folder: string;
  readonly writers: number;
  readonly rounds: number;
  readonly format: 'text' | 'json';
}

export const QUALIFY_USAGE = `usage: celld-gitops qualify --bucket s3://NAME[/PREFIX] [options]

Tries whether a store keeps what celld needs of it: conditional writes, also in a race. It writes below a folder of its own
in the bucket and removes what it wrote. Keys come from the environment, as celld's own do; without them the identity of
this process is used.

  --bucket URL             s3://NAME, gs://NAME or az://CONTAINER, each with an optional prefix
  --endpoint URL           address of another store than AWS, Google or Azure themselves
  --region NAME            for s3://
  --storage-account NAME   for az://
  --prefix FOLDER          folder for the probes below the bucket's prefix (default celld-gitops-qualify)
  --writers N              writers of a race, 2 to 64 (default 8)
  --rounds N               rounds of each race, 1 to 1000 (default 32)
  --format text|json       (default text)

exit codes: 0 qualified, 1 violates, 2 could not tell, 64 wrong usage
`;

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  bucket: TEXT,
  endpoint: TEXT,
  region: TEXT,
  'storage-account': TEXT,
  prefix: { type: 'string', default: 'celld-gitops-qualify' },
  writers: { type: 'string', default: '8' },
  rounds: { type: 'string', default: '32' },
  format: { type: 'string', default: 'text' },
} as const;

const BUCKET = /^(s3|gs|az):\/\/[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9._/-]*)?$/;
const FOLDER = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
const REGION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ACCOUNT = /^[a-z0-9]{3,24}$/;

/** The arguments, or the sentence that says what is wrong with them. */
export function readQualifyArguments(args: readonly string[]): QualifyArguments | string {
  let values;
  try {
    values = parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch {
    return 'an option is not known, or lacks its value';
  }
  const { bucket: name, endpoint, region, prefix: folder, format } = values;
  const storageAccount = values['storage-account'];
  if (name === undefined || !BUCKET.test(name)) return '--bucket must be s3://, gs:// or az:// and a name';
  if (name.startsWith('az://') && (storageAccount === undefined || !ACCOUNT.test(storageAccount)))
    return '--storage-account must be a storage account name for az://';
  if (endpoint !== undefined && !isHttp(endpoint))
    return '--endpoint must be an http or https URL without a user';
  if (region !== undefined && !REGION.test(region)) return '--region must be a region name';
  if (!FOLDER.test(folder)) return '--prefix must be folder names without .. and without slashes at its ends';
  if (format !== 'text' && format !== 'json') return '--format must be text or json';
  const writers = numberIn(values.writers, 2, 64);
  const rounds = numberIn(values.rounds, 1, 1000);
  if (writers === undefined) return '--writers must be a whole number from 2 to 64';
  if (rounds === undefined) return '--rounds must be a whole number from 1 to 1000';
  const bucket = bucketIdentity({
    name,
    ...(endpoint !== undefined && { endpoint }),
    ...(storageAccount !== undefined && { storageAccount }),
  });
  return { bucket, endpoint, region, folder, writers, rounds, format };
}

function isHttp(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

function numberIn(text: string, least: number, most: number): number | undefined {
  if (!/^[0-9]{1,4}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least && number <= most ? number : undefined;
}
