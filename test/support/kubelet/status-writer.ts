import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../documents/json.ts';
import { textAt } from '../../cluster/harness/json-at.ts';
import type { KubeletConnection } from './connection.ts';

const RETRY_MS = 200;

/** Writes a pod's newest status, one write at a time, until the API server has it; never that of a later pod of its name. */
export class StatusWriter {
  readonly #connection: KubeletConnection;
  readonly #pod: JsonObject;
  readonly #status: () => JsonObject;
  #isDirty = false;
  #isPaused = false;
  #isStopped = false;
  #work: Promise<void> | undefined;

  constructor(connection: KubeletConnection, pod: JsonObject, status: () => JsonObject) {
    this.#connection = connection;
    this.#pod = pod;
    this.#status = status;
  }

  write(): void {
    this.#isDirty = true;
    this.#work ??= this.#drain().finally(() => (this.#work = undefined));
  }

  /** Resolves when everything is written. */
  async flush(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #drain(): Promise<void> {
    while (this.#isDirty && !this.#isStopped) {
      if (this.#isPaused) {
        await sleep(RETRY_MS);
        continue;
      }
      this.#isDirty = false;
      if (await this.#send()) continue;
      this.#isDirty = true;
      await sleep(RETRY_MS);
    }
  }

  /** False where another try may help. */
  async #send(): Promise<boolean> {
    const [namespace, name] = [
      textAt(this.#pod, 'metadata', 'namespace'),
      textAt(this.#pod, 'metadata', 'name'),
    ];
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`;
    const body = { metadata: { uid: textAt(this.#pod, 'metadata', 'uid') }, status: this.#status() };
    const contentType = 'application/merge-patch+json';
    try {
      const { status } = await this.#connection.api.send({ method: 'PATCH', path, body, contentType });
      return status === 200 || status === 404 || status === 409 || status === 422;
    } catch {
      return false;
    }
  }
}
