import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of UTF-8 text, 64 lower-case hexadecimal digits. Passed in: this folder has no platform. */
export type Sha256Hex = (text: string) => string;

const SHORT_HASH_LENGTH = 16;

/** First 16 digits of the SHA-256 of a value's canonical JSON, as celld-operator shortens its own. */
export function shortHash(value: unknown, sha256Hex: Sha256Hex): string {
  return sha256Hex(canonicalJson(value)).slice(0, SHORT_HASH_LENGTH);
}

/** Hash of a pod template: the value of `ANNOTATIONS.templateHash`. facts/operators.md A3. */
export function templateHash(podTemplate: unknown, sha256Hex: Sha256Hex): string {
  return shortHash(podTemplate, sha256Hex);
}
