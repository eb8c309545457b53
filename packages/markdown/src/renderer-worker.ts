import { addQueryToLinks, sanitizeBannerHtml } from './banner.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { Rendered, RenderOptions } from './types.ts';

/** Renders a text in a worker thread. */
export const renderText = ({ markdown, options }: { markdown: string; options: RenderOptions }): Rendered =>
  renderMarkdown(markdown, options);

/** Cleans a banner in a worker thread; its links get the parameters of `query`. */
export const cleanBanner = ({
  html,
  query,
}: {
  html: string;
  query: Readonly<Record<string, string>> | null;
}): string => (query === null ? sanitizeBannerHtml(html) : addQueryToLinks(html, query));
