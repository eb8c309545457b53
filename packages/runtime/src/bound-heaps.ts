import { setFlagsFromString } from 'node:v8';

/**
 * Bounds the garbage that the heaps of a process hold. A heap grows by less than a third between two full collections:
 * by default V8 lets a small heap grow to four times its live data, and a job that reads much, such as an audit of a
 * large site, then holds hundreds of megabytes of garbage. A worker thread has the space for new objects that its
 * `resourceLimits` name: the flag `--max-semi-space-size`, which is for the main thread, would give each of them 96 MiB.
 * The first bound applies to the process and all its threads, the second to threads that start later. NODE_OPTIONS does
 * not take the first flag.
 */
export function boundHeaps(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--max-semi-space-size=0');
}
