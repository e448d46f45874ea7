import { isJsonObject, type JsonObject } from '../../documents/json.ts';

/** Seconds to wait, from the header or from a `Status` object's details; a date in the header is passed over. */
export function retryAfterSeconds(
  header: string | undefined,
  status: JsonObject | undefined,
): number | undefined {
  if (header !== undefined && /^[0-9]{1,6}$/.test(header.trim())) return Number(header.trim());
  const details = status?.['details'];
  const seconds = isJsonObject(details) ? details['retryAfterSeconds'] : undefined;
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined;
}
