import type { Argon2Parameters } from 'node:crypto';
import { Threads } from '@platform/threads';
import type * as worker from './argon2-worker.ts';

const threads = new Threads<typeof worker>({
  program: new URL('argon2-worker.ts', import.meta.url),
  name: 'argon2',
  timeoutMs: 60_000,
  // The memory of a hash is not in it.
  memoryMb: 64,
  idleMs: 30_000,
});

/**
 * Argon2id tag, made in a worker thread of low priority. On the threads of libuv a flood of logins would take
 * the cores, and the threads of DNS, files and signatures.
 * @returns null when argon2 does not take the parameters
 */
export async function argon2id(parameters: Argon2Parameters): Promise<Buffer | null> {
  const tag = await threads.run('hash', parameters);
  return tag === null ? null : Buffer.from(tag);
}
