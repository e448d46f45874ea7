import type { JsonObject } from '../../documents/json.ts';
import type { ApiError, ObjectRef, PatchOptions, ResourceType } from '../../fleet/cluster-api.ts';
import type { PodAddress } from '../../fleet/state-reader.ts';
import type { SimProcess } from './process.ts';

/** One instruction of a program that talks to the outside. */
export type Call =
  | { readonly verb: 'get'; readonly ref: ObjectRef }
  | {
      readonly verb: 'list';
      readonly type: ResourceType;
      readonly namespace: string;
      readonly labelSelector: string | undefined;
    }
  | { readonly verb: 'create'; readonly ref: ObjectRef; readonly body: JsonObject }
  | {
      readonly verb: 'patch';
      readonly ref: ObjectRef;
      readonly body: JsonObject;
      readonly options: PatchOptions;
    }
  | { readonly verb: 'delete'; readonly ref: ObjectRef; readonly uid: string }
  | { readonly verb: 'state'; readonly pod: PodAddress }
  | { readonly verb: 'sleep'; readonly milliseconds: number };

export interface MadeCall {
  readonly call: Call;
  readonly process: SimProcess;
  /** Of this process, from 1. */
  readonly number: number;
  /** After: what the program is about to be answered, or the error that it will get. */
  readonly outcome?: Outcome;
}

export type Outcome<Answer = unknown> = { readonly answer: Answer } | { readonly error: Error };

/**
 * What becomes of a call. `kill`: the program ends there, as by SIGKILL. `error`: before, it is not carried out; after,
 * it was carried out and the answer is lost or wrong. `answer`: this is answered instead. `delay`: it takes longer.
 */
export type Directive =
  | { readonly kind: 'kill' }
  | { readonly kind: 'error'; readonly error: ApiError }
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'delay'; readonly milliseconds: number };

/** Asked before a call is carried out, and after, before its answer arrives. */
export type CallHook = (made: MadeCall, phase: 'before' | 'after') => Directive | undefined;
