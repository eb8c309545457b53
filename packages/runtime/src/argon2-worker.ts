import { type Argon2Parameters, argon2Sync } from 'node:crypto';
// Also in a process that is started without its preload: a flood of logins would take the cores.
import '../lower-threads.js';

/** Makes an argon2id tag in a worker thread; null when the cost, the nonce or the length is out of range. */
export function hash(parameters: Argon2Parameters): Uint8Array | null {
  try {
    return argon2Sync('argon2id', parameters);
  } catch {
    return null;
  }
}
