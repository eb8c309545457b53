import { createRenderer, type Rendered, type RenderedBanner, type RenderOptions } from '@platform/markdown';
import { createCachedWork, Turns } from '@platform/runtime';
import { ThreadLimitError } from '@platform/threads';

/** What a text is rendered for, and the site that it belongs to. */
export interface RenderPurpose {
  site_id: string;
  purpose: keyof typeof ranks;
}

/** The renderer of Markdown for all sites. */
export interface TextRenderer {
  /**
   * HTML of a text and everything that is read from it, from memory where the same text was rendered lately.
   * Publications come first, then imports, previews, and published texts that a new version renders again; within these, sites take turns.
   * @throws ThreadLimitError; AppError `service_unavailable` with `Retry-After` when too many texts wait
   */
  render(markdown: string, options: RenderOptions, purpose: RenderPurpose): Promise<Rendered>;
  /**
   * HTML of a banner that is safe to publish and what is left out of it, in the queue and with the errors of texts.
   * @param query parameters that its links get; none where null
   */
  renderBanner(html: string, query: Record<string, string> | null, purpose: RenderPurpose): Promise<RenderedBanner>;
  /** Ends the thread; texts that wait are refused. */
  close(): Promise<void>;
}

const ranks = { publication: 0, import: 1, preview: 2, rerendering: 3 } as const;
/** Texts that wait; of the longest ones, a dozen megabytes. */
const waiting = 64;
const waitMs = 60_000;
const mebibyte = 1024 * 1024;
const cacheBytes = 16 * mebibyte;

/** Makes the renderer of a process, with one thread. */
export function createTextRenderer(): TextRenderer {
  const renderer = createRenderer();
  const rendered = createCachedWork<Rendered | RenderedBanner>({
    turns: new Turns({
      atOnce: 1,
      waiting,
      waitMs,
      retryAfterSeconds: 10,
      message: 'Too many texts wait to be rendered: try again in a moment.',
      refusal: 'service_unavailable',
    }),
    maxBytes: cacheBytes,
    isFinal: (error) => error instanceof ThreadLimitError,
  });
  const run = async <R extends Rendered | RenderedBanner>(
    { site_id, purpose }: RenderPurpose,
    input: unknown[],
    render: () => Promise<R>,
  ): Promise<R> => {
    return (await rendered.run({ key: site_id, rank: ranks[purpose] }, JSON.stringify(input), render)) as R;
  };
  return {
    render: (markdown, options, purpose) =>
      run(purpose, ['text', options, markdown], () => renderer.render(markdown, options)),
    renderBanner: (html, query, purpose) =>
      run(purpose, ['banner', query, html], () => renderer.renderBanner(html, query)),
    close: () => renderer.close(),
  };
}
