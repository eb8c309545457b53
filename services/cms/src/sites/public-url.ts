import { trimEndCharacters } from '@platform/contracts/trim-characters';
import type { SiteRow } from './site-row.ts';

type Templates = Pick<SiteRow, 'url_templates' | 'default_locale'>;
type Addressed = Templates & Pick<SiteRow, 'website_url'>;

/** What an address names: a text of a kind in a language. */
export interface TextAddress {
  kind: string;
  slug: string;
  locale: string;
}

const fillLocale = (template: string, locale: string): string =>
  template.replace('{locale}', locale).replaceAll(/\/{2,}/g, '/');

/** The path of a kind and a language with `{slug}` in it; null for kinds without pages. */
const localizedTemplate = (
  { url_templates, default_locale }: Templates,
  kind: string,
  locale: string,
): string | null => {
  const template = url_templates[kind];
  return template === undefined ? null : fillLocale(template, locale === default_locale ? '' : locale);
};

/**
 * The path of a text on its site, from the template of its kind; null for kinds without pages. `{locale}` is
 * empty for the default language, and no slash is doubled by it.
 */
export function publicPath(site: Templates, { kind, slug, locale }: TextAddress): string | null {
  return localizedTemplate(site, kind, locale)?.replace('{slug}', slug) ?? null;
}

/** The address of the page of a text for links in it; only its path where the site has no address. */
export const pageOfText = (site: Addressed, text: { kind: string; slug: string; locale: string }): string =>
  publicUrl(site, text) ?? site.website_url ?? publicPath(site, text) ?? '/';

/** The address of a text; null for kinds without pages and for sites without an address. */
export function publicUrl(site: Addressed, text: TextAddress): string | null {
  const path = publicPath(site, text);
  if (path === null || site.website_url === null) return null;
  return `${trimEndCharacters(site.website_url, '/')}${path}`;
}

/**
 * Everything that a path may name by the templates of a site: several texts where languages or kinds share a
 * template; empty for another page. A slash at the end does not count. The slug is not checked: `Nope_1` names a
 * text that cannot exist. A name with a dot is a file.
 */
export function textsAt(site: Templates & Pick<SiteRow, 'locales'>, path: string): TextAddress[] {
  const found: TextAddress[] = [];
  for (const kind of Object.keys(site.url_templates))
    for (const locale of site.locales) {
      const [head = '', tail = ''] = (localizedTemplate(site, kind, locale) ?? '').split('{slug}');
      const end = tail === '/' ? '' : tail;
      const rest = end === '' ? trimEndCharacters(path, '/') : path;
      const slug = rest.slice(head.length, rest.length - end.length);
      if (rest.length > head.length + end.length && rest.startsWith(head) && rest.endsWith(end) && !/[/.]/.test(slug))
        found.push({ kind, slug, locale });
    }
  return found;
}

/** The languages in which a text of a kind with an equal slug has the address of one in this language. */
export function localesSharing(
  site: Addressed & Pick<SiteRow, 'locales'>,
  { kind, locale }: Pick<TextAddress, 'kind' | 'locale'>,
): string[] {
  const template = localizedTemplate(site, kind, locale);
  if (template === null || site.website_url === null) return [locale];
  return [...new Set([locale, ...site.locales.filter((other) => localizedTemplate(site, kind, other) === template)])];
}

/** Every pair of kinds of which texts with equal slugs would have one address. */
export function findCollidingKinds(site: Templates & Pick<SiteRow, 'locales'>): [string, string][] {
  const kindsByTemplate = new Map<string, string[]>();
  const pairs = new Map<string, [string, string]>();
  for (const kind of Object.keys(site.url_templates))
    for (const locale of site.locales) {
      const template = trimEndCharacters(localizedTemplate(site, kind, locale) ?? '', '/');
      const others = kindsByTemplate.get(template) ?? [];
      for (const other of others) if (other !== kind) pairs.set(`${other} ${kind}`, [other, kind]);
      kindsByTemplate.set(template, [...others, kind]);
    }
  return [...pairs.values()];
}
