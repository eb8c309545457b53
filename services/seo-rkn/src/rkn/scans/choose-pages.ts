import { createSlices } from '@platform/runtime';
import { type CleanParam, pathPattern, urlKey } from '../../crawl/url-key.ts';
import { bareHost } from '../../pages/page-facts.ts';
import type { LocatedLink, RknFacts } from '../facts/rkn-facts.ts';
import { checkoutAddress, contactsAddress, contactsName, formAddress, formName, loginAddress } from '../facts/words.ts';
import { kindOfLink, mayBePolicyLink } from '../judge/documents.ts';
import type { Seeds } from './rkn-checks.ts';

/** Classes of pages in the order of their fetches. */
const ranks = {
  home: 0,
  found: 1,
  document: 2,
  contacts: 3,
  form: 4,
  hint: 5,
  checkout: 6,
  login: 7,
  frame: 8,
  other: 9,
};
type Rank = keyof typeof ranks;

/** Pages of a class that go before others; those beyond wait behind all classes. */
const shares: Partial<Record<Rank, number>> = { document: 12, contacts: 4, form: 30, hint: 20, checkout: 3, login: 3 };

interface Candidate {
  url: string;
  rank: Rank;
  order: number;
}

/**
 * Chooses which pages of a site a scan fetches. Equal pages in equal order give equal choices. The event loop gets its
 * turns between addresses.
 */
export interface PageChoice {
  /** Takes in what a page links to. */
  add(facts: RknFacts | null): Promise<void>;
  /** A page was fetched. */
  markVisited(url: string): void;
  /** The next page; null when none is left. */
  next(): string | null;
}

const files =
  /\.(?:jpe?g|png|gif|webp|svg|ico|css|js|mjs|json|xml|zip|rar|gz|mp[34]|avi|mov|woff2?|docx?|xlsx?|pptx?)$/i;

export interface Scope {
  origin: string;
  cleanParams: readonly CleanParam[];
  mayFetch(url: string): boolean;
}

/** @param seeds addresses that are known before the first page */
export async function openPageChoice({ origin, cleanParams, mayFetch }: Scope, seeds: Seeds): Promise<PageChoice> {
  const site = bareHost(new URL(origin).host);
  const candidates = new Map<string, Candidate>();
  const visited = new Set<string>();
  const takenByRank = new Map<Rank, number>();
  const patterns = new Map<string, number>();

  const slices = createSlices();
  const offer = async (address: string, rank: Rank): Promise<void> => {
    if (slices.isOver()) await slices.next();
    const url = urlKey(address, cleanParams);
    if (url === null || visited.has(url)) return;
    const known = candidates.get(url);
    if (known) {
      if (ranks[rank] < ranks[known.rank]) known.rank = rank;
      return;
    }
    const { host, pathname } = new URL(url);
    if (bareHost(host) !== site || files.test(pathname) || candidates.size > 5_000 || !mayFetch(url)) return;
    candidates.set(url, { url, rank, order: candidates.size });
  };

  await offer(`${origin}/`, 'home');
  for (const url of seeds.found) await offer(url, 'found');
  for (const url of seeds.forms) await offer(url, 'form');
  for (const url of seeds.listed) await offer(url, rankOf({ url, text: '', place: 'body' }));

  const patternOf = (url: string): string => pathPattern(url).replace(/\/[^/]*$/, '/');
  /** A class that had its share waits; of others those come first whose kind of address was seen least. */
  const weigh = ({ url, rank, order }: Candidate): [number, number, number] => {
    const isFull = (takenByRank.get(rank) ?? 0) >= (shares[rank] ?? Number.POSITIVE_INFINITY);
    const isSpread = rank === 'hint' || rank === 'frame' || rank === 'other';
    return [isFull ? 10 : ranks[rank], isSpread ? (patterns.get(patternOf(url)) ?? 0) : 0, order];
  };

  return {
    async add(facts) {
      for (const link of facts?.links ?? []) await offer(link.url, rankOf(link));
      for (const form of facts?.forms ?? [])
        for (const link of [...form.links, ...form.checkboxes.flatMap(({ links }) => links)])
          await offer(link.url, kindOfLink(link) === null ? 'frame' : 'document');
    },
    markVisited(address) {
      const url = urlKey(address, cleanParams) ?? address;
      visited.add(url);
      const candidate = candidates.get(url);
      if (candidate) takenByRank.set(candidate.rank, (takenByRank.get(candidate.rank) ?? 0) + 1);
      candidates.delete(url);
      patterns.set(patternOf(url), (patterns.get(patternOf(url)) ?? 0) + 1);
    },
    next() {
      let best: Candidate | null = null;
      let bestWeight: readonly number[] = [];
      for (const candidate of candidates.values()) {
        const weight = weigh(candidate);
        if (best === null || isLess(weight, bestWeight)) [best, bestWeight] = [candidate, weight];
      }
      return best?.url ?? null;
    },
  };
}

const isLess = (left: readonly number[], right: readonly number[]): boolean => {
  for (const [at, value] of left.entries()) if (value !== right[at]) return value < (right[at] ?? 0);
  return false;
};

/** What a link promises, by its text and address. */
function rankOf(link: LocatedLink): Rank {
  if (kindOfLink(link) !== null || mayBePolicyLink(link)) return 'document';
  const path = URL.parse(link.url)?.pathname ?? '';
  if (contactsName.test(link.text) || contactsAddress.test(path)) return 'contacts';
  if (checkoutAddress.test(path)) return 'checkout';
  if (loginAddress.test(path)) return 'login';
  if (formName.test(link.text) || formAddress.test(path)) return 'hint';
  return link.place === 'body' ? 'other' : 'frame';
}
