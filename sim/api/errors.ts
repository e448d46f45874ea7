import { ApiError, type ResourceType } from '../../fleet/cluster-api.ts';

function qualified({ plural, group }: ResourceType): string {
  return group === '' ? plural : `${plural}.${group}`;
}

export function notFound(type: ResourceType, name: string): ApiError {
  return new ApiError(`${qualified(type)} "${name}" not found`, { status: 404, reason: 'NotFound' });
}

/** The API server has never heard of this kind. */
export function notServed(): ApiError {
  return new ApiError('the server could not find the requested resource', {
    status: 404,
    reason: 'NotFound',
  });
}

export function alreadyExists(type: ResourceType, name: string): ApiError {
  return new ApiError(`${qualified(type)} "${name}" already exists`, {
    status: 409,
    reason: 'AlreadyExists',
  });
}

/** A `resourceVersion` or `uid` that is no longer the object's, or a field that somebody else applied. */
export function conflict(type: ResourceType, name: string, why?: string): ApiError {
  const reason =
    why ?? 'the object has been modified; please apply your changes to the latest version and try again';
  return new ApiError(`Operation cannot be fulfilled on ${qualified(type)} "${name}": ${reason}`, {
    status: 409,
    reason: 'Conflict',
  });
}

export function invalid(type: ResourceType, name: string, why: string): ApiError {
  return new ApiError(
    `${type.kind}${type.group === '' ? '' : `.${type.group}`} "${name}" is invalid: ${why}`,
    {
      status: 422,
      reason: 'Invalid',
    },
  );
}

export function forbidden(type: ResourceType, name: string, why: string): ApiError {
  return new ApiError(`${qualified(type)} "${name}" is forbidden: ${why}`, {
    status: 403,
    reason: 'Forbidden',
  });
}

export function badRequest(why: string): ApiError {
  return new ApiError(why, { status: 400, reason: 'BadRequest' });
}

export function unsupportedMediaType(why: string): ApiError {
  return new ApiError(why, { status: 415, reason: 'UnsupportedMediaType' });
}
