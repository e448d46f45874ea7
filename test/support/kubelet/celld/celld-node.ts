import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../../documents/json.ts';
import { deploymentAdoption } from '../../../../fleet/celld-versions.ts';
import { type CelldVersion, formatVersion, isAtLeast } from '../../../../fleet/version.ts';
import { type BehaviourChange, type CelldBehaviour, changedBehaviour } from './behaviour.ts';
import { type CelldSettings, readSettings } from './celld-settings.ts';
import { CELLS, FolderBucket, type Lease } from './bucket.ts';
import type { CelldEvent } from './events.ts';
import { listenLate, type LateListener } from './late-listener.ts';
import { internalHandler, publicHandler, wholeHandler } from './listeners.ts';
import { offerCells, type PeerProtocol } from './peers.ts';
import { stateBody } from './state-body.ts';
import type { CelldTimings } from './timings.ts';

/** What a container gives to celld, and what a test adds. */
export interface CelldStart {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** The pod's own loopback address; listeners bind here whatever host they are told. */
  readonly ip: string;
  readonly pod: string;
  readonly uid: string;
  /** Folder of the buckets. */
  readonly world: string;
  readonly timings: CelldTimings;
  readonly behaviour: CelldBehaviour;
  readonly log: (line: string) => void;
}

export type NodePhase = 'starting' | 'serving' | 'draining' | 'over';

/** One celld process of a test, from its start to its exit code. facts/celld.md 1 to 6. */
export class CelldNode {
  readonly ended: Promise<number>;
  readonly version: CelldVersion;
  readonly bucket: FolderBucket;
  behaviour: CelldBehaviour;
  phase: NodePhase = 'starting';
  readonly #start: CelldStart;
  readonly #node = `node_${randomUUID().replaceAll('-', '')}`;
  readonly #settings: CelldSettings;
  readonly #life = new AbortController();
  #listeners: LateListener[] = [];
  #end!: (code: number) => void;
  #cells = 0;
  #restoring = 0;
  #handedOff = 0;
  #deployment: string | undefined;
  #generation = 1;
  #isSwapping = false;

  constructor(start: CelldStart) {
    this.#start = start;
    this.behaviour = start.behaviour;
    this.#settings = readSettings(start);
    this.version = this.#settings.version;
    this.bucket = new FolderBucket(start.world, this.#settings.bucket);
    this.ended = new Promise((resolve) => (this.#end = resolve));
    void this.#run();
  }

  get protocol(): PeerProtocol {
    return isAtLeast(this.version, '0.4.0') ? 'tunnel' : 'plain';
  }

  get pod(): string {
    return this.#start.pod;
  }

  get deployment(): string | undefined {
    return this.#deployment;
  }

  get timings(): CelldTimings {
    return this.#start.timings;
  }

  /** SIGTERM: a drain; to 0.1 nobody listens to it. facts/celld.md 6. */
  terminate(): void {
    this.note('sigterm');
    if (!isAtLeast(this.version, '0.2.0') || this.behaviour.hangs === true) return;
    if (this.phase === 'starting') this.exit(0);
    else if (this.phase === 'serving') void this.#drain();
  }

  exit(code: number): void {
    if (this.phase === 'over') return;
    this.phase = 'over';
    this.note('exit', { code });
    this.kill(code);
  }

  /** The end without a word, as by SIGKILL. */
  kill(code = 137): void {
    this.phase = 'over';
    this.#life.abort();
    for (const listener of this.#listeners) listener.close();
    this.#end(code);
  }

  change(change: BehaviourChange): void {
    this.behaviour = changedBehaviour(this.behaviour, change);
    if (change.act === 'fence') this.fence('told to');
    if (change.act === 'crash') this.exit(1);
    if (change.act === 'chill') this.#chill(this.#cells);
    if (this.behaviour.staysCold !== true && this.#restoring > 0) this.#warmLater();
  }

  fence(why: string): void {
    this.#start.log(`SELF-FENCE: ${why}`);
    this.note('fence', { why });
    this.exit(3);
  }

  state(): JsonObject {
    const truth = stateBody({
      version: this.version,
      pod: this.#start.pod,
      scheme: this.#settings.scheme,
      cells: this.#cells,
      restoring: this.#restoring,
      isDraining: this.phase === 'draining',
      handedOff: this.#handedOff,
      deployment: this.#deployment,
      generation: this.#generation,
      isSwapping: this.#isSwapping,
    });
    return { ...truth, ...this.behaviour.stateMembers };
  }

  note(event: CelldEvent['event'], more: JsonObject = {}): void {
    const { pod, uid } = this.#start;
    const line: CelldEvent = {
      at: Date.now(),
      event,
      pod,
      uid,
      node: this.#node,
      version: formatVersion(this.version),
      durability: this.#settings.durability,
      bucket: this.#settings.bucket,
      ...more,
    };
    this.#start.log(JSON.stringify(line));
  }

  /** Cells that a peer gives: restored a little later. */
  adopt(cells: number): void {
    void this.#later(this.timings.handoff, () => this.#chill(cells, cells));
  }

  /** What it gives to a node that has just begun to serve; costs no restore. */
  surrender(fairShare: number): number {
    const given = Math.max(0, this.#cells - fairShare - 1);
    this.#cells -= given;
    this.#renew();
    return given;
  }

  /** Takes up what the bucket names now, if it is something else. */
  adoptDeployment(): void {
    const wanted = this.bucket.deployment();
    if (wanted === undefined || wanted === this.#deployment || this.phase !== 'serving') return;
    this.#deployment = wanted;
    this.#generation += 1;
    this.#isSwapping = true;
    this.note('deployment', { deployment: wanted });
    void this.#later(this.timings.swap, () => (this.#isSwapping = false));
  }

  async #run(): Promise<void> {
    const { timings } = this.#start;
    const { errors } = this.#settings;
    this.note('start', { beside: this.bucket.neighbours(Date.now()) });
    if (errors.length > 0) {
      for (const error of errors) this.#start.log(`Error: ${error}`);
      this.note('refused', { errors });
      this.exit(1);
      return;
    }
    if (this.behaviour.start === 'crash') {
      this.exit(1);
      return;
    }
    try {
      await this.#bind();
    } catch (error) {
      this.#start.log(`Error: ${String(error)}`);
      this.exit(1);
      return;
    }
    if (this.behaviour.start !== 'silent')
      await this.#later(this.behaviour.startMs ?? timings.start, () => this.#serve());
  }

  async #bind(): Promise<void> {
    const { ip } = this.#start;
    const { publicPort, internalPort } = this.#settings;
    if (!isAtLeast(this.version, '0.2.0')) {
      this.#listeners = [await listenLate({ ip, port: publicPort }, wholeHandler(this))];
      return;
    }
    this.#listeners = [
      await listenLate({ ip, port: publicPort }, publicHandler(this)),
      await listenLate({ ip, port: internalPort }, internalHandler(this)),
    ];
  }

  async #serve(): Promise<void> {
    this.#deployment = this.bucket.deployment();
    if (this.#deployment === undefined && !isAtLeast(this.version, '0.4.0')) {
      this.#start.log('Error: deploy/current.json is missing');
      this.exit(1);
      return;
    }
    this.phase = 'serving';
    this.#renew();
    for (const listener of this.#listeners) listener.open();
    this.note('serving', { deployment: this.#deployment ?? null });
    await this.#takeShare();
    this.#every(this.timings.ttl / 3, () => this.#keepLease());
    if (deploymentAdoption(this.version) === 'polled')
      this.#every(this.timings.poll, () => this.adoptDeployment());
  }

  /** Cells that nobody owns are restored; a fair share of the peers' moves without that. */
  async #takeShare(): Promise<void> {
    const peers = this.#peers();
    const owned = this.bucket.leases().reduce((sum, { cells }) => sum + cells, 0);
    const unowned = Math.max(0, CELLS - owned);
    if (unowned > 0) this.#chill(unowned, unowned);
    const fair = Math.floor(CELLS / (peers.length + 1));
    for (const peer of peers) {
      const given = await offerCells(peer, { path: 'share', cells: fair, protocol: this.protocol });
      this.#cells += given ?? 0;
    }
    this.#renew();
  }

  #peers(): readonly Lease[] {
    return this.bucket.live(Date.now()).filter(({ node, draining }) => node !== this.#node && !draining);
  }

  #keepLease(): void {
    if (this.phase !== 'serving' || this.behaviour.hangs === true) return;
    if (!this.bucket.holds(this.#node)) {
      this.fence('node_lease_record_missing_fence');
      return;
    }
    this.#renew();
    const orphans = this.bucket.claimExpired(Date.now());
    if (orphans > 0) this.#chill(orphans, orphans);
  }

  #renew(): void {
    if (this.phase === 'over') return;
    const { ip, pod } = this.#start;
    this.bucket.renew({
      node: this.#node,
      pod,
      version: formatVersion(this.version),
      durability: this.#settings.durability,
      ip,
      port: this.#settings.internalPort,
      cells: this.#cells,
      draining: this.phase === 'draining',
      expiresMs: Date.now() + this.timings.ttl,
    });
  }

  #chill(cold: number, added = 0): void {
    this.#cells += added;
    this.#restoring = Math.min(this.#cells, this.#restoring + cold);
    if (added > 0) this.#renew();
    this.note('cold', { restoring: this.#restoring });
    this.#warmLater();
  }

  #warmLater(): void {
    if (this.behaviour.staysCold === true) return;
    const coldest = this.#restoring;
    void this.#later(this.timings.rewarm, () => {
      // Cells that came meanwhile have a clock of their own.
      if (this.#restoring !== coldest || coldest === 0 || this.behaviour.staysCold === true) return;
      this.#restoring = 0;
      this.note('warm');
    });
  }

  async #drain(): Promise<void> {
    this.phase = 'draining';
    this.#renew();
    const bound = Date.now() + this.#settings.stopBound;
    const isSerial = isAtLeast(this.version, '0.4.0');
    const tokenBy = Date.now() + (this.#settings.stopBound * 3) / 4;
    while (isSerial && this.#cells > 0 && !this.bucket.takeToken(120 * this.timings.second)) {
      if (Date.now() >= tokenBy) break;
      await this.#later(20, () => undefined);
    }
    const wanted = this.behaviour.drainMs ?? (this.#cells > 0 ? this.timings.drain : 0);
    const left = bound - Date.now();
    await this.#later(Math.min(wanted, left), () => undefined);
    if (wanted <= left) await this.#handOff();
    if (isSerial) this.bucket.returnToken();
    this.note('drained', { left: this.#cells });
    // Exit 0 also where the bound was hit; what is left waits for the end of the lease. facts/celld.md 6.
    if (this.#cells === 0) this.bucket.release(this.#node);
    this.exit(0);
  }

  async #handOff(): Promise<void> {
    const peers = this.#peers();
    for (const [index, peer] of peers.entries()) {
      const share = Math.ceil(this.#cells / (peers.length - index));
      if (share === 0) continue;
      const taken = await offerCells(peer, { path: 'handoff', cells: share, protocol: this.protocol });
      if (taken === undefined) this.note('peer-refused', { peer: peer.pod, peerVersion: peer.version });
      this.#cells -= taken ?? 0;
      this.#handedOff += taken ?? 0;
      if (taken !== undefined) this.note('handoff', { peer: peer.pod, cells: taken });
    }
  }

  async #later(milliseconds: number, act: () => unknown): Promise<void> {
    try {
      await sleep(Math.max(0, milliseconds), undefined, { signal: this.#life.signal });
    } catch {
      return;
    }
    await act();
  }

  #every(milliseconds: number, act: () => void): void {
    const timer = setInterval(act, milliseconds);
    this.#life.signal.addEventListener('abort', () => clearInterval(timer));
  }
}
