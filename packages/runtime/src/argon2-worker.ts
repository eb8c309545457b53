/**
 * Worker thread of argon2.ts. Answers `{id, tag}` to `{id, parameters}`; the tag is null for parameters that
 * argon2 refuses.
 */
import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
// Also in a process that is started without its preload: a flood of logins would take the cores.
import '../lower-threads.js';

/** An idle thread ends, so that it holds no memory. */
const idleMs = 30_000;

const idle = setTimeout(() => process.exit(0), idleMs);

parentPort?.on('message', ({ id, parameters }: { id: number; parameters: Argon2Parameters }) => {
  idle.refresh();
  let tag: Uint8Array | null = null;
  try {
    tag = new Uint8Array(argon2Sync('argon2id', parameters));
  } catch {
    // The cost, the nonce or the length is out of range.
  }
  parentPort?.postMessage({ id, tag });
});
