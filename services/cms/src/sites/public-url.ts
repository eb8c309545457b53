import { trimEndCharacters } from '@platform/contracts/trim-characters';
import type { SiteRow } from './site-row.ts';

type Addressed = Pick<SiteRow, 'website_url' | 'url_templates' | 'default_locale'>;

/**
 * The path of a text on its site, from the template of its kind; null for kinds without pages. `{locale}` is
 * empty for the default language, and no slash is doubled by it.
 */
export function publicPath(
  { url_templates, default_locale }: Pick<SiteRow, 'url_templates' | 'default_locale'>,
  { kind, slug, locale }: { kind: string; slug: string; locale: string },
): string | null {
  const template = url_templates[kind];
  if (template === undefined) return null;
  return template
    .replace('{locale}', locale === default_locale ? '' : locale)
    .replace('{slug}', slug)
    .replaceAll(/\/{2,}/g, '/');
}

/** The address of the page of a text for links in it; only its path where the site has no address. */
export const pageOfText = (site: Addressed, text: { kind: string; slug: string; locale: string }): string =>
  publicUrl(site, text) ?? site.website_url ?? publicPath(site, text) ?? '/';

/** The address of a text; null for kinds without pages and for sites without an address. */
export function publicUrl(site: Addressed, text: { kind: string; slug: string; locale: string }): string | null {
  const path = publicPath(site, text);
  if (path === null || site.website_url === null) return null;
  return `${trimEndCharacters(site.website_url, '/')}${path}`;
}
