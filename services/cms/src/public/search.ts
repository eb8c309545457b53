import { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { createReadCache, mapInSlices, prepareInTick, type Tx } from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { searchConfigOf, searchScope } from '../content/search-text.ts';
import { matchLocale } from '../sites/match-locale.ts';
import { publicUrl } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { type Candidate, chooseCandidates } from './search-candidates.ts';
import type { SearchHit, SearchResults } from './search-results.ts';
import { searchWords } from './search-words.ts';
import { snippetOf, type Word, wordsLike } from './snippet.ts';

type Query = EndpointRequest<typeof cms.endpoints.searchSite>['query'];

const cacheBytes = 16 * 1024 * 1024;

/** Makes the memory of results. */
export const createSearchResults = ({ clock }: Pick<App, 'clock'>): SearchResults =>
  createReadCache<SearchHit[]>({ maxBytes: cacheBytes, clock });

/** Texts that are candidates for a rank: the newest ones, when the words are in more of them. */
const maxCandidates = 1_000;
/** UTF-16 units of a text that a snippet is searched in. */
const maxSearched = 20_000;
/** Words of a text that are compared with one word of the query. */
const maxCompared = 20;
/** Results are cached in two lengths, for any `limit`. */
const lengths = [20, 50];

type Searcher = Pick<App, 'db' | 'publicReads' | 'searchTurns' | 'searchResults'>;

/**
 * Texts with all of the words, the best first; where there are none, texts with any of them. The cost is
 * bounded for any words, and the order and the repetition of words make no new search.
 * @throws AppError `service_unavailable` when too many searches run
 */
export async function searchSite(app: Searcher, siteId: string, { q, locale: requestedLocale, kind, limit }: Query) {
  const words = searchWords(q);
  const key = `search ${kind ?? ''} ${requestedLocale ?? ''} ${words.join(' ')}`;
  const length = lengths.find((length) => length >= limit) ?? limit;
  return app.publicReads.get(siteId, `${limit} ${key}`, async () => {
    const site = await requireSite(app.db, siteId);
    const locale = matchLocale(site, requestedLocale);
    const hits = isSearched(site, locale, words)
      ? await app.searchResults.get(siteId, `${length} ${key}`, () =>
          search(app, siteId, { words, locale, kind, length }),
        )
      : [];
    const results = hits.slice(0, limit).map((hit) => ({ ...hit, url: publicUrl(site, hit) }));
    return prepareInTick(cms.endpoints.searchSite, results);
  });
}

/** Whether the site can have texts with these words in this language. */
const isSearched = (site: SiteRow, locale: string, words: readonly string[]): boolean =>
  words.length > 0 && site.locales.includes(locale);

interface Wanted {
  words: string[];
  locale: string;
  kind: Query['kind'];
  length: number;
}

interface FoundText extends Omit<SearchHit, 'snippet'>, Record<string, unknown> {
  text: string | null;
}

interface Found {
  texts: FoundText[];
  /** Words of each text that may be forms of the words of the query. */
  alike: Word[][];
  /** Words of `alike` that are such forms. */
  forms: Set<string>;
}

async function search({ searchTurns }: Searcher, siteId: string, query: Wanted): Promise<SearchHit[]> {
  const { texts, alike, forms } = await searchTurns.run(siteId, (tx) => findTexts(tx, siteId, query));
  const matches = texts.map((text, at) => ({ text, words: (alike[at] ?? []).filter(({ word }) => forms.has(word)) }));
  return mapInSlices(matches, ({ text: { kind, slug, locale, title, text }, words }) => ({
    kind,
    slug,
    locale,
    title,
    snippet: snippetOf(text ?? '', words),
  }));
}

/** Results of a search in one transaction. */
async function findTexts(tx: Tx, siteId: string, { words, locale, kind, length }: Wanted): Promise<Found> {
  const config = sql`${searchConfigOf(locale)}::regconfig`;
  const { rows: stemmed } = await tx.execute<{ lexemes: string[] }>(
    sql`SELECT tsvector_to_array(to_tsvector(${config}, ${words.join(' ')})) AS lexemes`,
  );
  const lexemes = stemmed[0]?.lexemes ?? [];
  // Words that no language searches, such as articles, have no stems and find nothing.
  if (lexemes.length === 0) return { texts: [], alike: [], forms: new Set() };
  const any = anyOf(lexemes);
  const scope = sql`${`'${searchScope(siteId, locale)}'`}::tsquery`;
  const find = async (query: SQL): Promise<Candidate[]> => {
    const { rows } = await tx.execute<Candidate & Record<string, unknown>>(sql`
      SELECT p.item_id, p.title, pg_column_size(p.search) AS bytes FROM cms.publications p
      WHERE p.search @@ (${scope} && ${query}) AND ${kind === undefined ? sql`true` : sql`p.kind = ${kind}`}
      ORDER BY p.published_at DESC, p.item_id LIMIT ${maxCandidates}`);
    return rows;
  };
  const all = await find(allOf(lexemes));
  const candidates = all.length > 0 || lexemes.length === 1 ? all : await find(any);
  const ids = await chooseCandidates(candidates, lexemes);
  // The rank of an alternative is linear in the positions of the words in a text. That of a conjunction
  // compares the positions of each pair of words, which is quadratic.
  const { rows: texts } = await tx.execute<FoundText>(sql`
    SELECT kind, slug, locale, title, left(plain_text, ${maxSearched}) AS text
    FROM (
      SELECT p.* FROM cms.publications p WHERE p.item_id = ANY (${sql.param(ids)}::uuid[])
      ORDER BY ts_rank(search, ${any}) DESC, published_at DESC, item_id LIMIT ${length}
    ) AS found`);
  const alike = await mapInSlices(texts, ({ text }) => wordsLike(text ?? '', lexemes, maxCompared));
  return { texts, alike, forms: await findForms(tx, config, alike, lexemes) };
}

/** A lexeme as a query of text search. */
const lexemeQuery = (lexeme: string): string => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

const allOf = (lexemes: readonly string[]): SQL => sql`${lexemes.map(lexemeQuery).join(' & ')}::tsquery`;
const anyOf = (lexemes: readonly string[]): SQL => sql`${lexemes.map(lexemeQuery).join(' | ')}::tsquery`;

/** The words among those of texts that are forms of the words of a query. Only the database can stem words. */
async function findForms(tx: Tx, config: SQL, alike: Word[][], lexemes: readonly string[]): Promise<Set<string>> {
  const distinct = [...new Set(alike.flatMap((words) => words.map(({ word }) => word)))];
  if (distinct.length === 0) return new Set();
  const { rows } = await tx.execute<{ word: string }>(sql`
    SELECT word FROM unnest(${sql.param(distinct)}::text[]) AS word
    WHERE tsvector_to_array(to_tsvector(${config}, word)) && ${sql.param(lexemes)}::text[]`);
  return new Set(rows.map(({ word }) => word));
}
