/** Worker thread of `judge-in-thread.ts`: see `createThread` for its messages. */
import { parentPort } from 'node:worker_threads';
import type { JudgeTask } from './judge-in-thread.ts';
import { judgeRkn } from './judge-rkn.ts';

parentPort?.on('message', ({ site, documents }: JudgeTask) => {
  try {
    const { sightings, outcomes, unverifiedSubjects } = judgeRkn(
      site,
      (kind, text) => documents.get(`${kind} ${text}`) ?? null,
    );
    parentPort?.postMessage({ answer: { sightings, outcomes, unverifiedSubjects } });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
parentPort?.postMessage({ ready: true });
