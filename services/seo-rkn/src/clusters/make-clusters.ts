import type { SeoCluster } from '@platform/contracts';
import type { KeywordRow } from '../search/search-provider.ts';
import { createGroups, joinSimilar } from './join-sets.ts';
import { stemsOf } from './normalise.ts';
import { judgeRelation, type PageShare } from './relation.ts';
import { indexPages, type SitePage } from './site-pages.ts';

export interface ClusterInput {
  keywords: readonly KeywordRow[];
  /** The keywords are titles and H1 of pages, and no numbers. */
  is_content: boolean;
  pages: readonly SitePage[];
  /** Names of the site: queries with one of them are left out. */
  brands: readonly string[];
}

export interface MadeCluster
  extends Pick<SeoCluster, 'head' | 'keyword_count' | 'impressions' | 'relation' | 'advice' | 'keywords' | 'pages'> {
  /** Stems of the head. */
  key: string;
  /** Stems of each of its queries, those of the head too. */
  keys: string[];
}

/** Queries that share most words are one cluster; with a page in common less will do. */
const similar = 0.6;
const similarWithPage = 0.4;
const maxShown = 50;

/** Queries with the same stems. */
interface Term {
  key: string;
  stems: string[];
  rows: KeywordRow[];
  impressions: number;
}

const byImpressions = (a: { impressions: number; query: string }, b: { impressions: number; query: string }): number =>
  b.impressions - a.impressions || (a.query < b.query ? -1 : 1);

/** Clusters of keywords, those with the most impressions first. The order of the input does not matter. */
export function makeClusters({ keywords, is_content, pages, brands }: ClusterInput): MadeCluster[] {
  const terms = termsOf(keywords, brands);
  const groups = createGroups(terms.length);
  const numbers = new Map<string, number>();
  const numberOf = (stem: string): number => {
    const known = numbers.get(stem) ?? numbers.size;
    numbers.set(stem, known);
    return known;
  };
  const sets = terms.map(({ stems }) => stems.map(numberOf).sort((a, b) => a - b));
  joinSimilar(groups, { members: terms.map((_, at) => at), sets, threshold: similar });
  for (const members of byTopPage(terms)) joinSimilar(groups, { members, sets, threshold: similarWithPage });

  const findPages = indexPages(pages);
  const termsByRoot = new Map<number, Term[]>();
  for (const [at, term] of terms.entries()) {
    const root = groups.find(at);
    const known = termsByRoot.get(root);
    if (known) known.push(term);
    else termsByRoot.set(root, [term]);
  }
  const clusters = [...termsByRoot.values()].map((members) => toCluster(members, is_content, findPages));
  return clusters.sort((a, b) => b.impressions - a.impressions || (a.key < b.key ? -1 : 1));
}

function termsOf(keywords: readonly KeywordRow[], brands: readonly string[]): Term[] {
  const names = brands.map((name) => stemsOf(name)).filter((stems) => stems.length > 0);
  const terms = new Map<string, Term>();
  for (const row of keywords) {
    const stems = stemsOf(row.query);
    if (stems.length === 0 || names.some((name) => name.every((stem) => stems.includes(stem)))) continue;
    const key = stems.join(' ');
    const known = terms.get(key);
    if (known) {
      known.rows.push(row);
      known.impressions += row.impressions;
    } else terms.set(key, { key, stems, rows: [row], impressions: row.impressions });
  }
  return [...terms.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Terms that share the page with the most impressions, as numbers. */
function byTopPage(terms: readonly Term[]): number[][] {
  const pages = new Map<string, number[]>();
  for (const [at, { rows }] of terms.entries()) {
    const [top] = sharesOf(rows);
    if (!top) continue;
    const known = pages.get(top.url);
    if (known) known.push(at);
    else pages.set(top.url, [at]);
  }
  return [...pages.values()].filter((members) => members.length > 1);
}

/** Pages of rows with their numbers, the most impressions first. */
function sharesOf(rows: readonly KeywordRow[]): PageShare[] {
  const pages = new Map<string, PageShare & { weighed: number; weight: number }>();
  for (const { url, impressions, clicks, position } of rows) {
    if (url === null) continue;
    const page = pages.get(url) ?? { url, impressions: 0, clicks: 0, position: null, weighed: 0, weight: 0 };
    pages.set(url, page);
    page.impressions += impressions;
    page.clicks += clicks;
    if (position === null) continue;
    page.weighed += position * Math.max(impressions, 1);
    page.weight += Math.max(impressions, 1);
    page.position = page.weighed / page.weight;
  }
  return [...pages.values()].sort((a, b) => b.impressions - a.impressions || (a.url < b.url ? -1 : 1));
}

function toCluster(
  members: readonly Term[],
  isContent: boolean,
  findPages: ReturnType<typeof indexPages>,
): MadeCluster {
  const rows = members.flatMap((term) => term.rows);
  const queries = new Map<string, number>();
  for (const { query, impressions } of rows) queries.set(query, (queries.get(query) ?? 0) + impressions);
  const ranked = [...queries].map(([query, impressions]) => ({ query, impressions })).sort(byImpressions);
  const head = ranked[0]?.query ?? '';
  const stems = stemsOf(head);
  const namedPages = findPages(stems);
  // Titles are no numbers: their pages only name the query.
  const shares = isContent ? [] : sharesOf(rows);
  const ownPages = isContent ? [...new Set([...sharesOf(rows).map(({ url }) => url), ...namedPages])] : namedPages;
  return {
    key: stems.join(' '),
    keys: members.map(({ key }) => key),
    head,
    keyword_count: ranked.length,
    impressions: ranked.reduce((sum, each) => sum + each.impressions, 0),
    keywords: ranked.slice(0, maxShown).map(({ query }) => query),
    ...judgeRelation(shares, ownPages),
  };
}
