import { ThreadLimitError, Threads } from '@platform/threads';
import type { RknFacts } from '../rkn/facts/rkn-facts.ts';
import type { PageFacts } from './page-facts.ts';
import type * as worker from './page-worker.ts';
import type { PageSource } from './read-page.ts';

export type ReadResult<Facts = PageFacts> = { facts: Facts } | { facts: null; failure: 'page_too_complex' };

export interface PageReader {
  /**
   * Reads a page in a thread, which gets a copy of the body.
   * @returns facts, or `page_too_complex` for a page that takes more than 3 s of processor time or 256 MiB
   * @throws Error for a failure of ours, and after `stop`
   */
  read(source: PageSource): Promise<ReadResult>;
  /** Reads what a page says about personal data, as `read` does. */
  readRkn(source: PageSource): Promise<ReadResult<RknFacts>>;
  stop(): Promise<void>;
}

/** Resolves to `page_too_complex` where the thread has no facts, or exceeds a limit. */
async function readResult<Facts>(reading: Promise<Facts | null>): Promise<ReadResult<Facts>> {
  const facts = await reading.catch((error: unknown) => {
    if (error instanceof ThreadLimitError) return null;
    throw error;
  });
  return facts === null ? { facts: null, failure: 'page_too_complex' } : { facts };
}

/**
 * Threads that read pages. A page over its limits ends its thread; the event loop of the caller stays free.
 * @param workers threads at once
 */
export function createPageReader({ workers }: { workers: number }): PageReader {
  const threads = new Threads<typeof worker>({
    program: new URL('page-worker.ts', import.meta.url),
    name: 'the reader of pages',
    // Parsing 50,000 nested elements holds a parser for 22 s.
    timeoutMs: 3_000,
    memoryMb: 256,
    threads: workers,
    // Its caller stores pages meanwhile.
    ahead: 3,
    idleMs: Number.POSITIVE_INFINITY,
  });
  return {
    read: (source) => readResult(threads.run('readSeo', source)),
    readRkn: (source) => readResult(threads.run('readRkn', source)),
    stop: () => threads.close(),
  };
}
