import { addQueryToLinks, sanitizeBannerHtml } from './banner.ts';
import { findBannerWarnings } from './banner-warnings.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { Rendered, RenderedBanner, RenderOptions } from './types.ts';

/** Renders a text in a worker thread. */
export const renderText = ({ markdown, options }: { markdown: string; options: RenderOptions }): Rendered =>
  renderMarkdown(markdown, options);

/** Cleans a banner in a worker thread; its links get the parameters of `query`. Names what its readers do not get. */
export const cleanBanner = ({
  html,
  query,
}: {
  html: string;
  query: Readonly<Record<string, string>> | null;
}): RenderedBanner => ({
  html: query === null ? sanitizeBannerHtml(html) : addQueryToLinks(html, query),
  warnings: findBannerWarnings(html),
});
