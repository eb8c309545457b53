import { RefusedFileError } from './entry.ts';
import type { ConvertedHtml } from './html-to-markdown.ts';
import { startThread, type Thread, ThreadCallError, ThreadTooSlowError } from './thread.ts';

const program = new URL('html-worker.ts', import.meta.url);
/** Time of one text; the longest that a text may be takes a second. */
const convertMs = 5_000;
/** Texts over the limit after which an import is over: others wait for it. */
const maxSlowTexts = 20;
/** Time of all texts of an import. The 10,000 texts of the longest one take a few minutes. */
const maxTotalMs = 20 * 60_000;

/** A text that cannot be converted: the import goes on without it. */
export class UnconvertibleTextError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'UnconvertibleTextError';
    this.code = code;
  }
}

/**
 * Converts HTML in a separate thread, one for each import. A text over the time limit ends the thread, and
 * the next text starts a new one.
 */
export function createHtmlConverter() {
  let thread: Thread | null = null;
  let slowTexts = 0;
  let spentMs = 0;
  return {
    /**
     * @throws UnconvertibleTextError; ThreadTooSlowError after twenty slow texts, or twenty minutes; Error
     * for an internal failure
     */
    async convert(html: string): Promise<ConvertedHtml> {
      if (spentMs > maxTotalMs) throw new ThreadTooSlowError();
      thread ??= startThread(program, null);
      const used = thread;
      const startedAt = performance.now();
      try {
        return await used.call<ConvertedHtml>('convert', html, convertMs);
      } catch (error) {
        thread = null;
        await used.end();
        if (error instanceof ThreadTooSlowError) slowTexts += 1;
        throw (slowTexts < maxSlowTexts ? unconvertible(error) : null) ?? error;
      } finally {
        spentMs += performance.now() - startedAt;
      }
    },
    end: async () => {
      await thread?.end();
    },
  };
}

export type HtmlConverter = ReturnType<typeof createHtmlConverter>;

function unconvertible(error: unknown): UnconvertibleTextError | null {
  if (error instanceof ThreadTooSlowError)
    return new UnconvertibleTextError('too_slow', 'Its text takes too long to convert.');
  if (error instanceof RefusedFileError)
    return new UnconvertibleTextError('too_large', 'Its text needs too much memory to be converted.');
  // For example a stack overflow of the parser.
  if (error instanceof ThreadCallError)
    return new UnconvertibleTextError('not_convertible', 'Its HTML cannot be converted: it may be nested too deeply.');
  return null;
}
