import { rknCodes } from '@platform/contracts/rkn-codes';
import { ThreadLimitError, Threads } from '@platform/threads';
import type * as worker from './judge-worker.ts';
import type { JudgeTask, RknJudged } from './judge-worker.ts';
import { collectRknVerdicts } from './verdicts.ts';

/** Scans of one process are a few. */
const waiting = 100;

const threads = new Threads<typeof worker>({
  program: new URL('judge-worker.ts', import.meta.url),
  name: 'the judge of sites',
  timeoutMs: 20_000,
  memoryMb: 256,
  waiting,
});

/**
 * Judges a site by every rule about personal data in a worker thread: the rules run patterns over megabytes of foreign
 * text. A site that takes more than 20 s or 256 MiB is unverified in every rule.
 */
export async function judgeInThread(task: JudgeTask): Promise<RknJudged> {
  try {
    return await threads.run('judgeSite', task);
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    const verdicts = collectRknVerdicts();
    for (const code of rknCodes) verdicts.leave(code, 'unreadable');
    return verdicts;
  }
}
