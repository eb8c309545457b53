import { ThreadLimitError, Threads } from '@platform/threads';
import { fileTooSlow } from './entry.ts';
import type { ConvertedHtml } from './html-to-markdown.ts';
import type * as worker from './html-worker.ts';

const threads = new Threads<typeof worker>({
  program: new URL('html-worker.ts', import.meta.url),
  name: 'the converter of HTML',
  // The longest that a text may be takes a second.
  timeoutMs: 5_000,
  memoryMb: 160,
  youngMb: 32,
});
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

/** Converts the HTML of one import in a worker thread. */
export class HtmlConverter {
  #slowTexts = 0;
  #spentMs = 0;

  /**
   * @param base address of the former site
   * @throws UnconvertibleTextError; RefusedFileError after twenty slow texts, or twenty minutes; Error for an internal
   * failure
   */
  async convert(html: string, base: string | null): Promise<ConvertedHtml> {
    if (this.#spentMs > maxTotalMs) throw fileTooSlow();
    const startedAt = performance.now();
    try {
      const converted = await threads.run('convert', { html, base });
      if (converted !== null) return converted;
    } catch (error) {
      if (!(error instanceof ThreadLimitError)) throw error;
      if (error.limit === 'memory')
        throw new UnconvertibleTextError('too_large', 'Its text needs too much memory to be converted.');
      this.#slowTexts += 1;
      if (this.#slowTexts >= maxSlowTexts) throw fileTooSlow();
      throw new UnconvertibleTextError('too_slow', 'Its text takes too long to convert.');
    } finally {
      this.#spentMs += performance.now() - startedAt;
    }
    throw new UnconvertibleTextError('not_convertible', 'Its HTML cannot be converted: it may be nested too deeply.');
  }
}
