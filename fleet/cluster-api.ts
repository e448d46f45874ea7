import type { JsonObject } from '../documents/json.ts';

/** A kind of object and where the API server serves it, such as `apps/v1 statefulsets StatefulSet`. */
export interface ResourceType {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
}

export interface ObjectRef {
  readonly type: ResourceType;
  readonly namespace: string;
  readonly name: string;
}

/** An object as the API server answers it: `apiVersion`, `kind`, `metadata` and the rest. */
export type KubeObject = JsonObject;

export interface ListResult {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
}

/** `apply`: server-side apply. */
export type PatchKind = 'merge' | 'strategic' | 'apply';

export interface PatchOptions {
  readonly kind: PatchKind;
  readonly subresource?: 'status' | 'scale';
  readonly fieldManager: string;
  /** Server-side apply only: take fields over from other managers. */
  readonly force?: boolean;
}

export interface DeletePreconditions {
  readonly uid: string;
  readonly resourceVersion?: string;
}

/** What the Jobs ask of an API server, real or simulated. Every method rejects with `ApiError`. */
export interface ClusterApi {
  get(ref: ObjectRef): Promise<KubeObject>;
  /** Always a consistent read, never from the API server's cache. */
  list(type: ResourceType, namespace: string, labelSelector?: string): Promise<ListResult>;
  create(
    type: ResourceType,
    namespace: string,
    object: KubeObject,
    fieldManager: string,
  ): Promise<KubeObject>;
  /** `metadata.resourceVersion` in the body is a precondition: 409 `Conflict` where the object has changed. */
  patch(ref: ObjectRef, body: JsonObject, options: PatchOptions): Promise<KubeObject>;
  delete(ref: ObjectRef, preconditions: DeletePreconditions): Promise<void>;
}

export interface ApiErrorDetails {
  /** HTTP status; 0: network or timeout, and nothing is known about whether the call was carried out. */
  readonly status: number;
  /** `metav1.StatusReason`, such as `NotFound` or `Conflict`; `Timeout` with status 0. */
  readonly reason: string;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A call that the API server refused, or that got no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details: ApiErrorDetails) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.status = details.status;
    this.reason = details.reason;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
