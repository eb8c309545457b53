import { stemsOf } from './normalise.ts';

/** A page of the site, as its last scan saw it. */
export interface SitePage {
  url: string;
  title: string | null;
  h1: string | null;
}

/** Part of the stems of a query that a page has to name. */
const coverage = 0.6;
/** Pages that are looked at for one word, and those that are named. */
const maxCandidates = 100;
const maxPages = 10;

const slugOf = (url: string): string => {
  const last = URL.parse(url)?.pathname.split('/').findLast(Boolean) ?? '';
  try {
    return decodeURIComponent(last).replaceAll(/[-_.]/g, ' ');
  } catch {
    return last;
  }
};

/** Finds the pages whose title, H1 and slug name at least 60 % of the stems of a query. */
export type FindPages = (stems: readonly string[]) => string[];

/**
 * An index of the pages by their stems. A page that names 60 % of n stems names one of the rarest ⌊0.4 n⌋ +
 * 1, so only the pages of those stems are compared.
 */
export function indexPages(pages: readonly SitePage[]): FindPages {
  const stems = pages.map(({ url, title, h1 }) => {
    const texts = [title ?? '', h1 ?? '', slugOf(url)];
    return new Set(texts.flatMap((text) => text.split(/(?=\s)/).flatMap((word) => stemsOf(word))));
  });
  const postings = new Map<string, number[]>();
  for (const [page, pageStems] of stems.entries()) {
    for (const stem of pageStems) {
      const known = postings.get(stem);
      if (known) known.push(page);
      else postings.set(stem, [page]);
    }
  }
  const countOf = (stem: string): number => postings.get(stem)?.length ?? 0;
  return (askedStems) => {
    if (askedStems.length === 0) return [];
    const needed = Math.ceil(askedStems.length * coverage - 1e-9);
    const rarest = [...askedStems].sort((a, b) => countOf(a) - countOf(b)).slice(0, askedStems.length - needed + 1);
    const candidates = new Set(rarest.flatMap((stem) => (postings.get(stem) ?? []).slice(0, maxCandidates)));
    const matches = [...candidates].flatMap((page) => {
      const pageStems = stems[page];
      const sharedStems = askedStems.filter((stem) => pageStems?.has(stem)).length;
      return sharedStems >= needed ? [{ url: pages[page]?.url ?? '', found: sharedStems }] : [];
    });
    matches.sort((a, b) => b.found - a.found || (a.url < b.url ? -1 : 1));
    return matches.slice(0, maxPages).map(({ url }) => url);
  };
}
