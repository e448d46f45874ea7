import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../documents/json.ts';
import { numberAt } from '../../../fleet/object-fields.ts';
import { objectsAt, textAt } from '../../cluster/harness/json-at.ts';
import { ConfigError } from './container-environment.ts';
import { bindPod, HOST_IP } from './machines.ts';
import { containerId, podStatus, type EndedRun, type PodFacts } from './pod-status.ts';
import { type Probes, startProbes } from './probes.ts';
import type { PodBehaviour } from './settings.ts';
import {
  DEFAULT_SCALE,
  startContainer,
  type StartedContainer,
  type Surroundings,
} from './start-container.ts';
import { StatusWriter } from './status-writer.ts';

export interface PodPlace {
  readonly ip: string;
  readonly machine: string;
  readonly behaviour: PodBehaviour;
}

/** One pod, from its binding to its deletion. */
export class PodWorker {
  readonly place: PodPlace;
  readonly #around: Surroundings;
  readonly #writer: StatusWriter;
  readonly #deleting = new AbortController();
  readonly #second: number;
  #pod: JsonObject;
  #facts: PodFacts;
  #container: StartedContainer | undefined;
  #probes: Probes | undefined;
  #isGone = false;
  #isLost = false;

  constructor(around: Surroundings, pod: JsonObject, place: PodPlace) {
    this.#around = around;
    this.#pod = pod;
    this.place = place;
    this.#second = (around.settings.scale ?? DEFAULT_SCALE) * 1000;
    const now = new Date();
    this.#facts = {
      ip: place.ip,
      hostIp: HOST_IP,
      startTime: now,
      runs: 0,
      state: { kind: 'waiting', reason: 'ContainerCreating' },
      last: undefined,
      isStarted: false,
      isReady: false,
      readySince: now,
      isOver: false,
    };
    this.#writer = new StatusWriter(around.connection, pod, () => podStatus(this.#pod, this.#facts));
    void this.#live();
  }

  get container(): StartedContainer | undefined {
    return this.#container;
  }

  get pod(): JsonObject {
    return this.#pod;
  }

  /** The API server has a newer state of the pod. */
  update(pod: JsonObject): void {
    this.#pod = pod;
    if (textAt(pod, 'metadata', 'deletionTimestamp') === '' || this.#deleting.signal.aborted) return;
    if (!this.#isLost) this.#deleting.abort();
  }

  /** The pod is gone from the API server: nothing of it stays. */
  vanish(): void {
    this.#isGone = true;
    this.#writer.stop();
    this.#deleting.abort();
    this.#container?.process.signal('SIGKILL');
  }

  /** Its machine is lost: the process is gone, nobody writes a status any more, but for the node controller's. */
  async lose(): Promise<void> {
    this.#isLost = true;
    this.#probes?.stop();
    this.#setReady(false);
    await this.#writer.flush();
    this.#writer.pause();
    this.#container?.process.signal('SIGKILL');
  }

  /** The machine comes back: what was running starts again, what was to be deleted goes. */
  comeBack(): void {
    this.#isLost = false;
    this.#writer.resume();
    this.update(this.#pod);
  }

  async #live(): Promise<void> {
    const { connection } = this.#around;
    const { machine, behaviour } = this.place;
    if (behaviour.start === 'unschedulable') {
      await this.#untilDeleted();
      await this.#remove();
      return;
    }
    if (textAt(this.#pod, 'spec', 'nodeName') === '')
      await this.#insist(() => bindPod(connection, this.#pod, machine));
    if (behaviour.start === 'no-image') {
      this.#write({ state: { kind: 'waiting', reason: 'ImagePullBackOff' } });
      await this.#untilDeleted();
    } else await this.#runAgainAndAgain();
    await this.#remove();
  }

  async #insist(act: () => Promise<unknown>): Promise<void> {
    while (!this.#isGone) {
      try {
        await act();
        return;
      } catch {
        await sleep(200);
      }
    }
  }

  #untilDeleted(): Promise<void> {
    const { signal } = this.#deleting;
    return new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve());
    });
  }

  async #runAgainAndAgain(): Promise<void> {
    const restarts = textAt(this.#pod, 'spec', 'restartPolicy') !== 'Never';
    while (!this.#deleting.signal.aborted) {
      if (!(await this.#make())) continue;
      const run = await this.#runOnce();
      while (this.#isLost) await sleep(50);
      if (!restarts) {
        this.#write({ state: { kind: 'ended', run }, isOver: true, isStarted: false });
        await this.#untilDeleted();
        return;
      }
      const delay = this.#backOff();
      const state = delay === 0 || this.#deleting.signal.aborted;
      this.#write({
        state: state ? { kind: 'ended', run } : { kind: 'waiting', reason: 'CrashLoopBackOff' },
        last: run,
        isStarted: false,
      });
      await this.#wait(delay);
    }
  }

  /** At once the first time, then 10 s, 20 s, up to five minutes. */
  #backOff(): number {
    const { runs } = this.#facts;
    return runs <= 1 ? 0 : Math.min(300, 10 * 2 ** (runs - 2)) * this.#second;
  }

  async #wait(milliseconds: number): Promise<void> {
    await Promise.race([sleep(milliseconds), this.#untilDeleted()]);
  }

  /** False where the container cannot be made now. */
  async #make(): Promise<boolean> {
    try {
      this.#container = await startContainer(this.#around, this.#pod, this.place);
      return true;
    } catch (error) {
      const isConfig = error instanceof ConfigError;
      const message = error instanceof Error ? error.message : String(error);
      const reason = isConfig ? 'CreateContainerConfigError' : 'CreateContainerError';
      this.#write({ state: { kind: 'waiting', reason, message } });
      await this.#wait(500);
      return false;
    }
  }

  async #runOnce(): Promise<EndedRun> {
    const container = this.#container;
    if (container === undefined) throw new Error('Expected a container');
    const startedAt = new Date();
    this.#write({ state: { kind: 'running', startedAt }, runs: this.#facts.runs + 1 });
    this.#probes = this.#startProbes(container);
    const stopping = this.#stopWhenDeleted(container);
    const exitCode = await container.process.ended;
    noteEnd(container.log, this.#pod, exitCode);
    stopping.abort();
    this.#probes.stop();
    this.#setReady(false);
    this.#container = undefined;
    return {
      exitCode,
      startedAt,
      finishedAt: new Date(),
      message: container.lastSentence(exitCode),
      containerId: containerId(this.#pod, this.#facts.runs),
    };
  }

  #startProbes(container: StartedContainer): Probes {
    return startProbes({
      container: objectsAt(this.#pod, 'spec', 'containers')[0] ?? {},
      ip: this.place.ip,
      second: this.#second,
      onStarted: () => this.#write({ isStarted: true }),
      onReady: (isReady) => this.#setReady(isReady),
      onFailure: () => void this.#stop(container),
    });
  }

  #setReady(isReady: boolean): void {
    if (isReady === this.#facts.isReady) return;
    this.#write({ isReady, readySince: new Date() });
  }

  #stopWhenDeleted(container: StartedContainer): AbortController {
    const stopping = new AbortController();
    void this.#untilDeleted().then(() => {
      if (stopping.signal.aborted) return;
      this.#probes?.terminating();
      void this.#stop(container);
    });
    return stopping;
  }

  /** SIGTERM, and SIGKILL when the grace period is over. */
  async #stop({ process }: StartedContainer): Promise<void> {
    const given = numberAt(this.#pod, 'metadata', 'deletionGracePeriodSeconds');
    const seconds = given ?? numberAt(this.#pod, 'spec', 'terminationGracePeriodSeconds') ?? 30;
    process.signal('SIGTERM');
    const timer = setTimeout(() => process.signal('SIGKILL'), seconds * this.#second);
    await process.ended;
    clearTimeout(timer);
  }

  #write(change: Partial<PodFacts>): void {
    this.#facts = { ...this.#facts, ...change };
    this.#writer.write();
  }

  /** The last status, in which the pod is over, and then the deletion that only the kubelet can finish. */
  async #remove(): Promise<void> {
    if (this.#isGone) return;
    if (this.#facts.runs > 0) this.#write({ isOver: true });
    await this.#writer.flush();
    const [namespace, name] = [
      textAt(this.#pod, 'metadata', 'namespace'),
      textAt(this.#pod, 'metadata', 'name'),
    ];
    const path = `/api/v1/namespaces/${namespace}/pods/${name}?gracePeriodSeconds=0`;
    const preconditions = { uid: textAt(this.#pod, 'metadata', 'uid') };
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0, preconditions };
    await this.#insist(() => this.#around.connection.api.send({ method: 'DELETE', path, body }));
  }
}

/** Beside the container's own lines: a process that was killed says nothing of it. */
function noteEnd(log: string, pod: JsonObject, exitCode: number): void {
  const [name, uid] = [textAt(pod, 'metadata', 'name'), textAt(pod, 'metadata', 'uid')];
  appendFileSync(log, `${JSON.stringify({ at: Date.now(), event: 'ended', pod: name, uid, exitCode })}\n`);
}
