import { generateAccountSASQueryParameters } from '@azure/storage-blob';
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  ContainerClient,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bucketIdentity, type BucketIdentity, type Scheme } from '../../../fleet/bucket.ts';
import type { ObjectStore } from '../../../generator/store/object-store.ts';
import { openStore, type StoreRequest } from '../../../generator/store/open-store.ts';
import type { KeyValues } from '../../../generator/store/store-keys.ts';
import { freePorts } from '../../cluster/harness/free-ports.ts';
import { buildGoProgram } from '../../cluster/harness/go-program.ts';
import { lastLines, type Server, startServer } from '../../cluster/harness/processes.ts';
import { installAzurite } from './azurite.ts';
import { STORE_PROGRAMS } from './store-programs.ts';

/** A store that runs on loopback, with one empty bucket `cells`. */
export interface RealStore {
  readonly scheme: Scheme;
  readonly port: number;
  readonly keys: KeyValues;
  /** What opens the bucket, by this or by another port (that of a proxy). */
  request(port?: number, prefix?: string): StoreRequest;
  open(port?: number, prefix?: string): Promise<ObjectStore>;
  stop(): Promise<void>;
}

const BUCKET = 'cells';
export const ACCOUNT = 'cells';

/** Starts the real store of a scheme. */
export async function startRealStore(scheme: Scheme): Promise<RealStore> {
  const folder = await mkdtemp(join(tmpdir(), `celld-gitops-${scheme}-`));
  const [port = 0] = await freePorts(1);
  const started = await STARTERS[scheme](folder, port);
  await untilItListens(started.server, port);
  await started.makeBucket();
  const request = (at = port, prefix = ''): StoreRequest =>
    requestOf({ scheme, keys: started.keys }, at, prefix);
  return {
    scheme,
    port,
    keys: started.keys,
    request,
    open: async (at, prefix) => {
      const store = await openStore(request(at, prefix));
      if ('kind' in store) throw new Error(store.sentence);
      return store;
    },
    stop: async () => {
      await started.server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Started {
  readonly server: Server;
  readonly keys: KeyValues;
  readonly makeBucket: () => Promise<void>;
}

type Starter = (folder: string, port: number) => Promise<Started>;

const STARTERS: Readonly<Record<Scheme, Starter>> = {
  s3: async (folder, port) => {
    const programs = await buildGoProgram(STORE_PROGRAMS.versitygw);
    const [access, secret] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')];
    await mkdir(join(folder, 'data', BUCKET), { recursive: true });
    const server = startServer({
      name: 'versitygw',
      file: join(programs, 'versitygw'),
      args: ['--port', `127.0.0.1:${port}`, 'posix', join(folder, 'data')],
      log: join(folder, 'log'),
      env: { ROOT_ACCESS_KEY: access, ROOT_SECRET_KEY: secret, HOME: folder },
    });
    const keys = { AWS_ACCESS_KEY_ID: access, AWS_SECRET_ACCESS_KEY: secret };
    return { server, keys, makeBucket: () => Promise.resolve() };
  },
  gs: async (folder, port) => {
    const programs = await buildGoProgram(STORE_PROGRAMS.fakeGcsServer);
    const server = startServer({
      name: 'fake-gcs-server',
      file: join(programs, 'fake-gcs-server'),
      args: ['-scheme', 'http', '-backend', 'memory', '-host', '127.0.0.1', '-port', String(port)],
      log: join(folder, 'log'),
    });
    const makeBucket = async (): Promise<void> => {
      const answer = await fetch(`http://127.0.0.1:${port}/storage/v1/b`, {
        method: 'POST',
        body: JSON.stringify({ name: BUCKET }),
      });
      await answer.text();
    };
    return { server, keys: { GOOGLE_SERVICE_ACCOUNT_KEY: 'not looked at' }, makeBucket };
  },
  az: (folder, port) => {
    const key = randomBytes(64).toString('base64');
    const server = startServer({
      name: 'azurite',
      file: process.execPath,
      args: [
        installAzurite(),
        '--blobHost',
        '127.0.0.1',
        '--blobPort',
        String(port),
        '--inMemoryPersistence',
        '--skipApiVersionCheck',
        '--silent',
        '--disableTelemetry',
      ],
      log: join(folder, 'log'),
      env: { PATH: process.env['PATH'], AZURITE_ACCOUNTS: `${ACCOUNT}:${key}` },
    });
    const credential = new StorageSharedKeyCredential(ACCOUNT, key);
    const makeBucket = async (): Promise<void> => {
      await new ContainerClient(`http://127.0.0.1:${port}/${ACCOUNT}/${BUCKET}`, credential).create();
    };
    // A signature that covers no header, so that a proxy can take headers away unseen.
    return Promise.resolve({ server, keys: { AZURE_STORAGE_SAS_TOKEN: sasOf(credential) }, makeBucket });
  },
};

function sasOf(credential: StorageSharedKeyCredential): string {
  return generateAccountSASQueryParameters(
    {
      expiresOn: new Date(Date.now() + 3_600_000),
      permissions: AccountSASPermissions.parse('rwdlc'),
      resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
      services: AccountSASServices.parse('b').toString(),
    },
    credential,
  ).toString();
}

function requestOf(store: Pick<RealStore, 'scheme' | 'keys'>, port: number, prefix: string): StoreRequest {
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    bucket: identity(store.scheme, endpoint, prefix),
    region: 'us-east-1',
    keys: store.keys,
    endpoints: { gcs: endpoint, azure: `${endpoint}/{account}` },
    environment: {},
  };
}

function identity(scheme: Scheme, endpoint: string, prefix: string): BucketIdentity {
  const name = `${scheme}://${BUCKET}${prefix === '' ? '' : `/${prefix}`}`;
  return bucketIdentity({
    name,
    ...(scheme === 's3' && { endpoint }),
    ...(scheme === 'az' && { storageAccount: ACCOUNT }),
  });
}

async function untilItListens(server: Server, port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (!server.running()) break;
    if (await canConnect(port)) return;
    await sleep(100);
  }
  throw new Error(`The store does not listen\n${lastLines(server)}`);
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
