import { ApiError } from '../../fleet/cluster-api.ts';
import type { CallHook, Directive, MadeCall } from './calls.ts';

/** What an API server can answer instead, by name. */
export const FAULTS = {
  /** An expired token, or a ServiceAccount that is gone. */
  unauthorized: new ApiError('Unauthorized', { status: 401, reason: 'Unauthorized' }),
  /** A Role that is not there yet. */
  forbidden: new ApiError('forbidden: no RBAC policy matched', { status: 403, reason: 'Forbidden' }),
  conflict: new ApiError('the object has been modified', { status: 409, reason: 'Conflict' }),
  tooMany: new ApiError('too many requests', {
    status: 429,
    reason: 'TooManyRequests',
    retryAfterSeconds: 3,
  }),
  internal: new ApiError('etcdserver: leader changed', { status: 500, reason: 'InternalError' }),
  unavailable: new ApiError('the server is currently unable to handle the request', {
    status: 503,
    reason: 'ServiceUnavailable',
  }),
  /** Nothing is known about whether the call was carried out: before or after is the injector's choice. */
  timeout: new ApiError('the API server did not answer in time', { status: 0, reason: 'Timeout' }),
} as const;

export type FaultName = keyof typeof FAULTS;

export function fault(name: FaultName): Directive {
  return { kind: 'error', error: FAULTS[name] };
}

/** Kills the program at its n-th call, before or after it is carried out. Crash injection walks n and phase. */
export function killAt(number: number, phase: 'before' | 'after'): CallHook {
  return (made, when) => (made.number === number && when === phase ? { kind: 'kill' } : undefined);
}

/** Every second list of a kind is answered as the one before it was, as by a cache that lags. DESIGN I7. */
export function staleLists(): CallHook {
  const before = new Map<string, unknown>();
  return ({ call, outcome }, phase) => {
    if (phase === 'before' || call.verb !== 'list' || outcome === undefined || 'error' in outcome)
      return undefined;
    const key = `${call.type.plural} ${call.namespace} ${call.labelSelector ?? ''}`;
    const stale = before.get(key);
    if (stale === undefined) before.set(key, outcome.answer);
    else before.delete(key);
    return stale === undefined ? undefined : { kind: 'answer', answer: stale };
  };
}

/** Asks several hooks; the first that has something to say is heard. */
export function firstOf(...hooks: readonly CallHook[]): CallHook {
  return (made, phase) => {
    for (const hook of hooks) {
      const directive = hook(made, phase);
      if (directive !== undefined) return directive;
    }
    return undefined;
  };
}

/** One line for logs and failing tests. */
export function callText({ call, number }: MadeCall): string {
  switch (call.verb) {
    case 'list':
      return `${number} list ${call.type.plural}`;
    case 'state':
      return `${number} state ${call.pod.ip}`;
    case 'sleep':
      return `${number} sleep ${call.milliseconds}`;
    case 'patch':
      return `${number} patch ${call.ref.type.plural}/${call.ref.name}${call.options.subresource === undefined ? '' : `/${call.options.subresource}`}`;
    case 'get':
    case 'create':
    case 'delete':
      return `${number} ${call.verb} ${call.ref.type.plural}/${call.ref.name}`;
  }
}
