import { ThreadLimitError, Threads } from '@platform/threads';
import type * as worker from './check-worker.ts';
import type { CheckTask } from './check-worker.ts';
import type { CheckResult } from './document-check.ts';

export interface DocumentChecker {
  /**
   * Checks a text in a separate thread, one after the other.
   * @returns null for a text that takes more than 3 s or 256 MiB: its thread is ended
   * @throws Error for a failure of ours, and after `stop`
   */
  check(task: CheckTask): Promise<CheckResult | null>;
  stop(): Promise<void>;
}

/**
 * Makes the checker; its thread starts with the first text and stays.
 * @param options `checkMs`: processor time of one text
 */
export function createDocumentChecker({ checkMs = 3_000 }: { checkMs?: number } = {}): DocumentChecker {
  const threads = new Threads<typeof worker>({
    program: new URL('check-worker.ts', import.meta.url),
    name: 'the checker of documents',
    timeoutMs: checkMs,
    memoryMb: 256,
    youngMb: 32,
    idleMs: Number.POSITIVE_INFINITY,
  });
  return {
    async check(task) {
      try {
        return await threads.run('checkText', task);
      } catch (error) {
        if (error instanceof ThreadLimitError) return null;
        throw error;
      }
    },
    stop: () => threads.close(),
  };
}
