/**
 * Worker thread of argon2.ts. Answers `{id, tag}` to `{id, parameters}`; the tag is null for parameters that
 * argon2 refuses.
 */
import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** Nice value: about a quarter of a contended core, all of an idle one. */
const niceness = 5;
/** An idle thread ends, so that it holds no memory. */
const idleMs = 30_000;

// On Linux the priority belongs to the calling thread (setpriority(2)); elsewhere it is the one of the
// process.
try {
  if (process.platform === 'linux' && getPriority(0) < niceness) setPriority(0, niceness);
} catch {
  // A process that may not change its priority hashes with the one that it has.
}

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
