import { resolveHtml, withMediaLinks } from '@platform/markdown/addresses';
import type { App } from '../app.ts';
import { pageOfText } from '../sites/public-url.ts';
import { platformUrl } from './public-image.ts';
import type { AddressedSite } from './published-text.ts';

interface ShownText {
  kind: string;
  slug: string;
  locale: string;
  site: Pick<AddressedSite, 'website_url' | 'url_templates' | 'default_locale'>;
}

/** The html of a text with absolute addresses, for its own page. */
export const htmlOfPage = (app: Pick<App, 'config'>, text: ShownText, html: string): string =>
  resolveHtml(html, { platform: platformUrl(app), page: pageOfText(text.site, text) });

/** As {@link htmlOfPage} for one of many texts of an answer: its ids begin with its slug, so they are unique in the answer. */
export const htmlOfEntry = (app: Pick<App, 'config'>, text: ShownText, html: string): string =>
  resolveHtml(html, { platform: platformUrl(app), page: pageOfText(text.site, text), idPrefix: idPrefixOf(text) });

/** A slug has no underscore. */
const idPrefixOf = ({ slug, locale, site }: ShownText): string =>
  locale === site.default_locale ? `${slug}_` : `${slug}_${locale}_`;

/** As {@link htmlOfPage} for readers of feeds, which show texts on pages of their own and play no files. */
export const htmlOfFeed = (app: Pick<App, 'config'>, text: ShownText, html: string): string =>
  withMediaLinks(
    resolveHtml(html, { platform: platformUrl(app), page: pageOfText(text.site, text), hasPageAnchors: true }),
  );
