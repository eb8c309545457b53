import type { Argon2Parameters } from 'node:crypto';
import { Worker } from 'node:worker_threads';

interface Job {
  parameters: Argon2Parameters;
  resolve(tag: Buffer | null): void;
  reject(error: Error): void;
}

const jobs = new Map<number, Job>();
let worker: Worker | null = null;
let lastId = 0;

/**
 * Argon2id tag, made in a worker thread of low priority. On the threads of libuv a flood of logins would take
 * the cores, and the threads of DNS, files and signatures.
 * @returns null when argon2 does not take the parameters
 */
export function argon2id(parameters: Argon2Parameters): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    lastId += 1;
    jobs.set(lastId, { parameters, resolve, reject });
    worker ??= startWorker();
    worker.ref();
    worker.postMessage({ id: lastId, parameters });
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('argon2-worker.ts', import.meta.url), { name: 'argon2' });
  started.on('message', ({ id, tag }: { id: number; tag: Uint8Array | null }) => {
    jobs.get(id)?.resolve(tag === null ? null : Buffer.from(tag));
    jobs.delete(id);
    // An idle thread keeps no process alive.
    if (jobs.size === 0) started.unref();
  });
  started.on('error', (error) => {
    worker = null;
    for (const job of jobs.values()) job.reject(error);
    jobs.clear();
  });
  started.on('exit', () => {
    if (worker !== started) return;
    // Jobs that were posted while the idle thread ended go to the next one.
    worker = jobs.size === 0 ? null : startWorker();
    for (const [id, { parameters }] of jobs) worker?.postMessage({ id, parameters });
  });
  return started;
}
