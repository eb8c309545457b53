/**
 * A client outside of the flood: it reads entitlements at a steady rate, in a separate thread, and reports
 * the time of every answer. A read without an answer in time has failed.
 */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface ReaderOptions {
  url: string;
  headers: Record<string, string>;
  localAddress: string;
  everyMs: number;
}
/**
 * Milliseconds of each read, when each began (milliseconds since 1970), and answers other than 200, since the
 * last report.
 */
export interface ReaderReport {
  times: number[];
  begunAt: number[];
  failures: string[];
}

const { url, headers, localAddress, everyMs } = workerData as ReaderOptions;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let report: ReaderReport = { times: [], begunAt: [], failures: [] };

const read = (): void => {
  const began = performance.now();
  const begunAt = Date.now();
  const done = (failure: string | null) => {
    report.begunAt.push(begunAt);
    report.times.push(performance.now() - began);
    if (failure !== null) report.failures.push(failure);
  };
  const sent = request(url, { agent, headers, localAddress, timeout: 10_000 }, (answer) => {
    answer.resume().on('end', () => done(answer.statusCode === 200 ? null : String(answer.statusCode)));
  });
  sent.on('timeout', () => sent.destroy(new Error('no answer in 10 s')));
  sent.on('error', (error) => done(error.message));
  sent.end();
};

// By the clock: a read that is late does not put off the next one.
setInterval(read, everyMs);
parentPort?.on('message', () => {
  parentPort?.postMessage(report);
  report = { times: [], begunAt: [], failures: [] };
});
