import { Threads } from '@platform/threads';
import type * as worker from './renderer-worker.ts';
import type { Rendered, RenderedBanner, RenderOptions } from './types.ts';

export interface Renderer {
  /**
   * Html of a text and everything that is read from it. Texts are rendered in the order of the calls.
   * @throws ThreadLimitError, ThreadBusyError
   */
  render(markdown: string, options: RenderOptions): Promise<Rendered>;
  /**
   * Html of a banner that is safe to publish, see `sanitizeBannerHtml`, and what is left out. Shares the queue and the limits of texts.
   * @param query parameters that its links get; none where null
   * @throws ThreadLimitError, ThreadBusyError
   */
  renderBanner(html: string, query: Readonly<Record<string, string>> | null): Promise<RenderedBanner>;
  /** Ends the thread; texts that wait are refused. */
  close(): Promise<void>;
}

/**
 * Renders texts in one worker thread, so that a long one stops nothing else.
 * @param timeoutMs processor time of one text, in milliseconds
 */
export function createRenderer({ timeoutMs = 5_000 }: { timeoutMs?: number } = {}): Renderer {
  const threads = new Threads<typeof worker>({
    program: new URL('renderer-worker.ts', import.meta.url),
    name: 'the renderer',
    timeoutMs,
    // 200,000 characters of the most expensive kind take 90 MiB.
    memoryMb: 192,
    // Of the longest texts, a dozen megabytes.
    waiting: 64,
  });
  return {
    render: (markdown, options) => threads.run('renderText', { markdown, options }),
    renderBanner: (html, query) => threads.run('cleanBanner', { html, query }),
    close: () => threads.close(),
  };
}
