import type { ConvertedHtml } from './html-to-markdown.ts';
import { startThread, type Thread } from './thread.ts';

const program = new URL('html-worker.ts', import.meta.url);
/** Time of one text; the longest that a text may be takes a second. */
const convertMs = 5_000;

/** Converts HTML in a thread of its own, which a text over the limit ends; the next text gets a new one. */
export function createHtmlConverter() {
  let thread: Thread | null = null;
  return {
    /** @throws ThreadTooSlowError, RefusedFileError when it needs too much memory, Error */
    async convert(html: string): Promise<ConvertedHtml> {
      thread ??= startThread(program, null);
      const used = thread;
      try {
        return await used.call<ConvertedHtml>('convert', html, convertMs);
      } catch (error) {
        thread = null;
        await used.end();
        throw error;
      }
    },
    end: async () => {
      await thread?.end();
    },
  };
}

export type HtmlConverter = ReturnType<typeof createHtmlConverter>;
