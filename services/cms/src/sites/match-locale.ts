import type { SiteRow } from './site-row.ts';

/**
 * The language of a site that a reader gets: the wanted one, else the nearest wider one (`en` for `en-US`), as the
 * lookup of RFC 4647, section 3.4. What the site has in no form stays, and finds nothing; absent is the default one.
 */
export function matchLocale(
  { locales, default_locale }: Pick<SiteRow, 'locales' | 'default_locale'>,
  wanted: string | undefined,
): string {
  if (wanted === undefined) return default_locale;
  const parts = wanted.split('-');
  for (let length = parts.length; length > 0; length -= 1) {
    const locale = parts.slice(0, length).join('-');
    if (locales.includes(locale)) return locale;
  }
  return wanted;
}
