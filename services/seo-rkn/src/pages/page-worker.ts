/** Worker thread of `read-in-worker.ts`: reads one page after the other. */
import { parentPort } from 'node:worker_threads';
import { readRknPage } from '../rkn/facts/read-rkn-page.ts';
import type { FromPageWorker, ToPageWorker } from './read-in-worker.ts';
import { readPage } from './read-page.ts';

const send = (message: FromPageWorker) => parentPort?.postMessage(message);

parentPort?.on('message', (source: ToPageWorker) => {
  try {
    send({ facts: source.reader === 'rkn' ? readRknPage(source) : readPage(source) });
  } catch (error) {
    // A stack overflow: the page is nested too deeply.
    if (error instanceof RangeError) send({ facts: null });
    else send({ error: error instanceof Error ? error.message : String(error) });
  }
});
send({ ready: true });
