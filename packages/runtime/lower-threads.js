/**
 * Gives worker threads a lower priority than the event loop of their process: they do long work, and the event loop
 * answers all callers. A part of resolve-modules.js, which every thread preloads.
 */
import { stat } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/** Nice value: about a quarter of a contended core, all of an idle one. */
const niceness = 5;

// The threads of libuv (files, DNS, compression of the whole process) start with their first use, and inherit the
// priority of the thread that uses them: it is the main one.
if (isMainThread) stat('/', () => {});

// On Linux the priority belongs to the calling thread (setpriority(2)); elsewhere it is the one of the process.
if (!isMainThread && process.platform === 'linux')
  try {
    if (getPriority(0) < niceness) setPriority(0, niceness);
  } catch {
    // A process that may not change its priority works with the one that it has.
  }
