import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Sha256Hex } from '../fleet/hash.ts';

/**
 * SHA-256 without node:crypto: a render hashes a few kilobytes, and loading Node's module takes longer than all the rest
 * of a small render's work.
 */
export const sha256Hex: Sha256Hex = (text) => bytesToHex(sha256(utf8ToBytes(text)));
