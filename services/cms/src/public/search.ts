import { cms } from '@platform/contracts';
import type { Endpoint, EndpointRequest, PreparedBody } from '@platform/contracts/kit';
import {
  createReadCache,
  cursorNumber,
  defineCursor,
  mapInSlices,
  markCursor,
  markOfList,
  prepareInTick,
  type Tx,
  unmarkCursor,
} from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { searchConfigOf, searchScope, searchText } from '../content/search-text.ts';
import { matchLocale } from '../sites/match-locale.ts';
import { publicUrl } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { switchLayout } from './keyboard-layout.ts';
import { type Candidate, type Candidates, chooseCandidates } from './search-candidates.ts';
import {
  allTerms,
  allTermsBeyondStem,
  anyTerm,
  countedTerms,
  isInName,
  prefixesOf,
  type SearchTerm,
  stemsBefore,
} from './search-query.ts';
import type { SearchHit, SearchPart, SearchResults } from './search-results.ts';
import { readSearchWords, type SearchWords } from './search-words.ts';
import { snippetOf, type Word, type WordForms, wordsLike } from './snippet.ts';

type Query = EndpointRequest<typeof cms.endpoints.searchSite>['query'];
type PageQuery = EndpointRequest<typeof cms.endpoints.readSearchResults>['query'];

const cacheBytes = 16 * 1024 * 1024;

/** Makes the memory of results. */
export const createSearchResults = ({ clock }: Pick<App, 'clock'>): SearchResults =>
  createReadCache<SearchPart>({ maxBytes: cacheBytes, clock });

/** Texts that are candidates for a rank: the newest ones, when the words are in more of them. */
const maxCandidates = 1_000;
/** UTF-16 units of a text that a snippet is searched in. */
const maxSearched = 20_000;
/** Words of a text that are compared with one word of the query. */
const maxCompared = 20;
/** Results are cached in two lengths, for any `limit`. */
const lengths = [20, 50];
/** Categories of a site whose names are compared with the words of a query. */
const maxCategories = 1_000;

type Searcher = Pick<App, 'db' | 'publicReads' | 'searchTurns' | 'searchResults'>;

/**
 * Texts with all of the words, the best first. Where there are none, texts with all of the words that the same keys are in
 * the other keyboard layout, then texts with any of the words, and then with any of those of the other layout. The last word may be the beginning of a longer
 * one. The cost is bounded for any words, and the order and the repetition of words make no new search.
 * @throws AppError `service_unavailable` when too many searches run
 */
export function searchSite(app: Searcher, siteId: string, { limit, ...query }: Query): Promise<PreparedBody> {
  const length = lengths.find((length) => length >= limit) ?? limit;
  return answerSearch(app, cms.endpoints.searchSite, {
    siteId,
    query,
    part: { from: 0, length },
    shape: (results) => results.slice(0, limit),
    limit,
  });
}

/** A position is the number of results before it. */
const resultsCursor = defineCursor([cursorNumber(maxCandidates)]);

/**
 * A page of the results of {@link searchSite}. A search has 1,000 results at most.
 * @throws AppError `validation_failed` for a cursor of another search; `service_unavailable` as {@link searchSite}
 */
export function readSearchResults(
  app: Searcher,
  siteId: string,
  { limit, cursor, ...query }: PageQuery,
): Promise<PreparedBody> {
  const mark = markOfList([siteId, 'search'], query);
  const [from] = resultsCursor.parse(cursor === undefined ? undefined : unmarkCursor(cursor, mark)) ?? [0];
  return answerSearch(app, cms.endpoints.readSearchResults, {
    siteId,
    query,
    part: { from, length: limit },
    shape: (items, total) => {
      const next = from + items.length;
      const next_cursor = items.length > 0 && next < total ? markCursor(resultsCursor.print([next]), mark) : null;
      return { items, next_cursor, total };
    },
    limit,
  });
}

/** Results as an answer, from memory while nothing changes. */
function answerSearch(
  app: Searcher,
  endpoint: Endpoint,
  {
    siteId,
    query: { q, locale: requestedLocale, kind },
    part,
    shape,
    limit,
  }: {
    siteId: string;
    query: Pick<Query, 'q' | 'locale' | 'kind'>;
    part: { from: number; length: number };
    shape: (results: (SearchHit & { url: string | null })[], total: number) => unknown;
    limit: number;
  },
): Promise<PreparedBody> {
  const other = switchLayout(q);
  const queries = [q, ...(other === null ? [] : [other])].map(readSearchWords);
  const words = queries.map(({ words, last = '' }) => `${words.join(' ')}/${last}`).join(' ');
  const key = `search ${part.from} ${part.length} ${kind ?? ''} ${requestedLocale ?? ''} ${words}`;
  return app.publicReads.get(siteId, `${endpoint.paginated ? 'page' : 'list'} ${limit} ${key}`, async () => {
    const site = await requireSite(app.db, siteId);
    const locale = matchLocale(site, requestedLocale);
    const { hits, total } = isSearched(site, locale, queries)
      ? await app.searchResults.get(siteId, key, () => search(app, siteId, { queries, locale, kind, part }))
      : { hits: [], total: 0 };
    const results = hits.map((hit) => ({ ...hit, url: publicUrl(site, hit) }));
    return prepareInTick(endpoint, shape(results, total));
  });
}

/** Whether the site can have texts with these words in this language. */
const isSearched = (site: SiteRow, locale: string, queries: readonly SearchWords[]): boolean =>
  queries.some(({ words }) => words.length > 0) && site.locales.includes(locale);

interface Wanted {
  /** The words, and those of the other keyboard layout. */
  queries: readonly SearchWords[];
  locale: string;
  kind: Query['kind'];
  part: { from: number; length: number };
}

interface FoundText extends Omit<SearchHit, 'snippet'>, Record<string, unknown> {
  text: string | null;
}

interface Found {
  total: number;
  texts: FoundText[];
  /** Words of each text that may be forms of the words of the query. */
  alike: Word[][];
  /** Words of `alike` that are such forms. */
  forms: Set<string>;
}

async function search({ searchTurns }: Searcher, siteId: string, query: Wanted): Promise<SearchPart> {
  const { total, texts, alike, forms } = await searchTurns.run(siteId, async (tx) => {
    // The terms of a query are read once, and those of the other layout only where they are needed.
    const termsOf = query.queries.map(() => undefined as SearchTerm[] | undefined);
    for (const matching of ['all', 'any'] as const)
      for (const [at, words] of query.queries.entries()) {
        const terms = termsOf[at] ?? (await readCountedTerms(tx, siteId, { ...query, words }));
        termsOf[at] = terms;
        const found = await findTexts(tx, siteId, { ...query, terms, matching });
        if (found !== null) return found;
      }
    return { total: 0, texts: [], alike: [], forms: new Set<string>() };
  });
  const matches = texts.map((text, at) => ({ text, words: (alike[at] ?? []).filter(({ word }) => forms.has(word)) }));
  const hits = await mapInSlices(matches, ({ text: { kind, slug, locale, title, text }, words }) => ({
    kind,
    slug,
    locale,
    title,
    snippet: snippetOf(text ?? '', words),
  }));
  return { hits, total };
}

/** The terms of a query that count. */
async function readCountedTerms(
  tx: Tx,
  siteId: string,
  { words, locale, kind }: Pick<Wanted, 'locale' | 'kind'> & { words: SearchWords },
): Promise<SearchTerm[]> {
  const config = sql`${searchConfigOf(locale)}::regconfig`;
  const hasCategories = kind === undefined || kind === 'post';
  const categories = hasCategories ? await readCategoryNames(tx, siteId, locale) : [];
  return countedTerms(await readTerms(tx, { words, config, categories }));
}

/** Results of a search for all or any of some terms in one transaction; null where there are none. */
async function findTexts(
  tx: Tx,
  siteId: string,
  {
    terms,
    matching,
    locale,
    kind,
    part,
  }: Omit<Wanted, 'queries'> & { terms: readonly SearchTerm[]; matching: 'all' | 'any' },
): Promise<Found | null> {
  // One term is both.
  if (terms.length === 0 || (matching === 'any' && terms.length === 1)) return null;
  const config = sql`${searchConfigOf(locale)}::regconfig`;
  const scope = sql`${`'${searchScope(siteId, locale)}'`}::tsquery`;
  const find = async (query: string): Promise<Candidate[]> => {
    const { rows } = await tx.execute<Candidate & Record<string, unknown>>(sql`
      SELECT p.item_id, p.title, pg_column_size(p.search) AS bytes FROM cms.publications p
      WHERE p.search @@ (${scope} && ${query}::tsquery) AND ${kind === undefined ? sql`true` : sql`p.kind = ${kind}`}
      ORDER BY p.published_at DESC, p.item_id LIMIT ${maxCandidates}`);
    return rows;
  };
  const wanted = { lexemes: terms.flatMap(({ lexemes }) => lexemes), prefixes: terms.flatMap(prefixesOf) };
  let candidates = await find(matching === 'all' ? allTerms(terms) : anyTerm(terms));
  const beyond = candidates.length > 0 || matching === 'any' ? null : allTermsBeyondStem(terms);
  if (beyond !== null) {
    candidates = await find(beyond);
    if (candidates.length > 0) wanted.lexemes.push(...terms.flatMap(stemsBefore));
  }
  if (candidates.length === 0) return null;
  const order = await rank(tx, await chooseCandidates(candidates, wanted), anyTerm(terms));
  const ids = order.slice(part.from, part.from + part.length);
  const { rows: texts } = await tx.execute<FoundText>(sql`
    SELECT p.kind, p.slug, p.locale, p.title, left(p.plain_text, ${maxSearched}) AS text
    FROM unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS found (id, at)
    JOIN cms.publications p ON p.item_id = found.id ORDER BY found.at`);
  const alike = await mapInSlices(texts, ({ text }) => wordsLike(text ?? '', wanted, maxCompared));
  return { total: order.length, texts, alike, forms: await findForms(tx, config, alike, wanted) };
}

/** All results in their order: the ranked ones first. */
async function rank(tx: Tx, { ranked, rest }: Candidates, any: string): Promise<string[]> {
  // The rank of an alternative is linear in the positions of the words in a text. That of a conjunction
  // compares the positions of each pair of words, which is quadratic.
  const { rows } = await tx.execute<{ item_id: string }>(sql`
    SELECT p.item_id FROM cms.publications p WHERE p.item_id = ANY (${sql.param(ranked)}::uuid[])
    ORDER BY ts_rank(p.search, ${any}::tsquery) DESC, p.published_at DESC, p.item_id`);
  return [...rows.map(({ item_id }) => item_id), ...rest];
}

interface CategoryName {
  id: string;
  name: string;
}

async function readCategoryNames(tx: Tx, siteId: string, locale: string): Promise<CategoryName[]> {
  const { rows } = await tx.execute<CategoryName & Record<string, unknown>>(sql`
    SELECT c.id, coalesce(c.names ->> ${locale}, c.name) AS name FROM cms.categories c WHERE c.site_id = ${siteId}
    ORDER BY c.id LIMIT ${maxCategories}`);
  return rows;
}

/** The words of a query with their stems, and the categories that have them in their names. */
async function readTerms(
  tx: Tx,
  { words: { words, last }, config, categories }: { words: SearchWords; config: SQL; categories: CategoryName[] },
): Promise<SearchTerm[]> {
  const texts = [...words, ...categories.map(({ name }) => searchText(name))];
  const { rows } = await tx.execute<{ lexemes: string[] }>(sql`
    SELECT tsvector_to_array(to_tsvector(${config}, text)) AS lexemes
    FROM unnest(${sql.param(texts)}::text[]) WITH ORDINALITY AS texts (text, at) ORDER BY at`);
  const stems = rows.map(({ lexemes }) => lexemes);
  const names = stems.slice(words.length);
  return words.map((word, at) => {
    const term = { word, lexemes: stems[at] ?? [], isUnfinished: word === last };
    const named = categories.filter((_, index) => isInName(term, names[index] ?? []));
    return { ...term, categoryIds: named.map(({ id }) => id) };
  });
}

/**
 * The words among those of texts that are forms of the words of a query, or that it begins. Only the database can
 * stem words.
 */
async function findForms(tx: Tx, config: SQL, alike: Word[][], { lexemes, prefixes }: WordForms): Promise<Set<string>> {
  const distinct = [...new Set(alike.flatMap((words) => words.map(({ word }) => word)))];
  const begun = distinct.filter((word) => prefixes.some((prefix) => word.startsWith(prefix)));
  const others = distinct.filter((word) => !begun.includes(word));
  if (others.length === 0) return new Set(begun);
  const { rows } = await tx.execute<{ word: string }>(sql`
    SELECT word FROM unnest(${sql.param(others)}::text[]) AS word
    WHERE tsvector_to_array(to_tsvector(${config}, word)) && ${sql.param(lexemes)}::text[]`);
  return new Set([...begun, ...rows.map(({ word }) => word)]);
}
