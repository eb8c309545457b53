import type { PageSummary } from './page-summary.ts';

type Key = number | string;

/** Pages with equal keys, by the order of their first pages. */
export interface PageGroups<K extends Key> {
  /** The first page of each key. */
  leaders: PageSummary[];
  /** The groups of two pages and more. */
  groups: [key: K, pages: PageSummary[]][];
}

/**
 * Groups pages by a key; pages with the key null are in no group. Most keys are of one page: a page alone
 * gets no list.
 */
export function groupPages<K extends Key>(
  pages: readonly PageSummary[],
  keyOf: (page: PageSummary, index: number) => K | null,
): PageGroups<K> {
  const byKey = new Map<K, PageSummary>();
  const shared = new Map<K, PageSummary[]>();
  for (const [index, page] of pages.entries()) {
    const key = keyOf(page, index);
    if (key === null) continue;
    const first = byKey.get(key);
    const group = shared.get(key);
    if (group) group.push(page);
    else if (first) shared.set(key, [first, page]);
    else byKey.set(key, page);
  }
  const groups = [...byKey.keys()].flatMap((key): [K, PageSummary[]][] => {
    const group = shared.get(key);
    return group ? [[key, group]] : [];
  });
  return { leaders: [...byKey.values()], groups };
}
