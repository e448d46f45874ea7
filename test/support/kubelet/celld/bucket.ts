import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../../documents/json.ts';

/** A node's lease. facts/celld.md 4.3, as far as nodes of a test need it. */
export interface Lease {
  readonly node: string;
  readonly pod: string;
  readonly version: string;
  readonly durability: string;
  readonly ip: string;
  readonly port: number;
  readonly cells: number;
  readonly draining: boolean;
  readonly expiresMs: number;
}

/** Cells that exist in a bucket. */
export const CELLS = 12;
const POINTER = 'current.json';

/** One bucket prefix, as a folder: what the nodes of a fleet know of each other. Small files, read and written whole. */
export class FolderBucket {
  readonly #folder: string;
  readonly #world: string;

  constructor(world: string, bucket: string) {
    this.#world = world;
    this.#folder = join(world, encodeURIComponent(bucket));
    mkdirSync(join(this.#folder, 'nodes'), { recursive: true });
  }

  /** What `deploy/current.json` names; a bucket without one has the world's. */
  deployment(): string | undefined {
    const own = readJson(join(this.#folder, POINTER)) ?? readJson(join(this.#world, POINTER));
    return (own as { readonly version?: string } | undefined)?.version;
  }

  publish(version: string): void {
    replaceFile(join(this.#folder, POINTER), JSON.stringify({ version }));
  }

  renew(lease: Lease): void {
    replaceFile(this.#leaseFile(lease.node), JSON.stringify(lease));
  }

  /** True while this node's own record is there. */
  holds(node: string): boolean {
    return readJson(this.#leaseFile(node)) !== undefined;
  }

  release(node: string): void {
    rmSync(this.#leaseFile(node), { force: true });
  }

  leases(): readonly Lease[] {
    return readdirSync(join(this.#folder, 'nodes'))
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => {
        const lease = readJson(join(this.#folder, 'nodes', file));
        return lease === undefined ? [] : [lease as Lease];
      });
  }

  live(now: number): readonly Lease[] {
    return this.leases().filter(({ expiresMs }) => expiresMs > now);
  }

  /** Who else is there, for a log. */
  neighbours(now: number): JsonObject[] {
    return this.live(now).map(({ node, pod, version, durability }) => ({ node, pod, version, durability }));
  }

  /** Takes the cells of nodes whose leases have run out: whoever moves the record away has them. */
  claimExpired(now: number): number {
    const expired = this.leases().filter(({ expiresMs }) => expiresMs <= now);
    return expired.reduce((cells, lease) => {
      const taken = `${this.#leaseFile(lease.node)}.taken`;
      try {
        renameSync(this.#leaseFile(lease.node), taken);
      } catch {
        return cells;
      }
      rmSync(taken, { force: true });
      return cells + lease.cells;
    }, 0);
  }

  /** The advisory token that lets one node of a fleet drain at a time, from 0.4 on. facts/celld.md 6. */
  takeToken(staleMs: number): boolean {
    const file = join(this.#folder, 'drain-token');
    try {
      if (Date.now() - statSync(file).mtimeMs > staleMs) rmSync(file, { force: true });
    } catch {
      // Nobody has it.
    }
    try {
      closeSync(openSync(file, 'wx'));
      return true;
    } catch {
      return false;
    }
  }

  returnToken(): void {
    rmSync(join(this.#folder, 'drain-token'), { force: true });
  }

  #leaseFile(node: string): string {
    return join(this.#folder, 'nodes', `${node}.json`);
  }
}

/** What every bucket of this world serves that has no pointer of its own. */
export function publishEverywhere(world: string, version: string): void {
  mkdirSync(world, { recursive: true });
  replaceFile(join(world, POINTER), JSON.stringify({ version }));
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

let writes = 0;

function replaceFile(file: string, text: string): void {
  writes += 1;
  const draft = `${file}.${String(process.pid)}.${String(writes)}.draft`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
