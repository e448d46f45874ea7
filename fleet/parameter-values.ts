/** A WorkerApp name as a parameter key; the exact bound is the schema's. */
export const APP_NAME = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** A deployment version. celld writes 16 hex digits (facts/celld.md 4.2); other writers of the pointer may not. */
export const VERSION_VALUE = /^[A-Za-z0-9](?:[A-Za-z0-9._+-]{0,126}[A-Za-z0-9])?$/;

/** A digest with its key id in front. Source: facts/threats.md T24. */
export const DIGEST_VALUE = /^[A-Za-z0-9](?:[A-Za-z0-9._:-]{0,126}[A-Za-z0-9])?$/;

/** A reason word of the generator. */
export const REASON_WORD = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
