import type { FormerTemplates } from '../schema.ts';
import { publicPath, type TextAddress, textsAt } from './public-url.ts';
import type { SiteRow } from './site-row.ts';

/** Changes of templates that a site remembers; the oldest are dropped. */
export const maxFormerTemplates = 20;

type AddressedOnce = Pick<SiteRow, 'url_templates' | 'default_locale' | 'locales' | 'former_templates'>;

/** The templates that a site had, with those of this moment added to them. */
export function rememberTemplates(site: AddressedOnce, now: Date): FormerTemplates[] {
  const { url_templates, default_locale } = site;
  return [...site.former_templates, { url_templates, default_locale, until: now.toISOString() }].slice(
    -maxFormerTemplates,
  );
}

/** The templates that a site had, and those of a copy of it, without doubles, oldest first. */
export const mergeTemplates = (
  own: readonly FormerTemplates[],
  others: readonly FormerTemplates[],
): FormerTemplates[] => {
  const keyOf = ({ until, default_locale, url_templates }: FormerTemplates) =>
    JSON.stringify([until, default_locale, Object.entries(url_templates).toSorted()]);
  const byKey = new Map([...own, ...others].map((each) => [keyOf(each), each]));
  return [...byKey.values()]
    .toSorted((a, b) => (a.until < b.until ? -1 : a.until > b.until ? 1 : 0))
    .slice(-maxFormerTemplates);
};

/** A time in which a text had one slug. `until` is null for the present one. */
export interface SlugPeriod extends TextAddress {
  since: Date;
  until: Date | null;
}

/** A path that a text had, and since when it has another one. */
export interface FormerPath {
  path: string;
  movedAt: Date;
}

/**
 * A function that gives the paths that a text had in a period of its slug, by the templates that were in force. The
 * present path is not among them; where it came back, it is one of them nevertheless. The function is made once for
 * many texts.
 */
export function createFormerPaths(site: AddressedOnce): (period: SlugPeriod) => FormerPath[] {
  const eras = site.former_templates.map((former) => ({ ...former, end: new Date(former.until) }));
  return ({ since, until, ...text }) => {
    const paths: FormerPath[] = [];
    let start = new Date(0);
    for (const { end, ...templates } of eras) {
      const isThen = end > since && (until === null || start < until);
      const path = isThen ? publicPath(templates, text) : null;
      if (path !== null) paths.push({ path, movedAt: until !== null && until < end ? until : end });
      start = end;
    }
    const path = publicPath(site, text);
    if (path !== null && until !== null && until >= start) paths.push({ path, movedAt: until });
    return paths;
  };
}

/** The periods of the slugs that a text had and has, in their order. */
export function slugPeriods(
  text: TextAddress & { first_published_at: Date | null },
  moves: readonly { slug: string; created_at: Date }[],
): SlugPeriod[] {
  const { kind, locale, slug, first_published_at } = text;
  const periods: SlugPeriod[] = [];
  let since = first_published_at ?? new Date(0);
  for (const move of moves.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())) {
    periods.push({ kind, locale, slug: move.slug, since, until: move.created_at });
    since = move.created_at;
  }
  return [...periods, { kind, locale, slug, since, until: null }];
}

/** As {@link textsAt}, by the templates of before too. */
export function textsOnceAt(site: AddressedOnce, path: string): TextAddress[] {
  const every = [site, ...site.former_templates.map((former) => ({ ...former, locales: site.locales }))];
  const found = every.flatMap((templates) => textsAt(templates, path));
  return [...new Map(found.map((text) => [`${text.kind} ${text.locale} ${text.slug}`, text])).values()];
}
