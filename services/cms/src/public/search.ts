import { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { prepareBody } from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { searchConfigOf, searchScope, searchText } from '../content/search-text.ts';
import { publicUrl } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';
import { snippetOf, type Word, wordsLike } from './snippet.ts';

type Query = EndpointRequest<typeof cms.endpoints.searchSite>['query'];

/** Texts that are ranked: the newest ones, when a word is in more of them. */
const maxRanked = 1_000;
/** UTF-16 units of a text that a snippet is looked for in. */
const maxSearched = 20_000;

interface Found {
  kind: string;
  slug: string;
  locale: string;
  title: string;
  text: string | null;
  /** Stems of the words of the query. */
  lexemes: string[];
}

/** Texts with all of the words, the best first; where there are none, texts with any of them. */
export function searchSite(app: Pick<App, 'db' | 'publicReads'>, siteId: string, query: Query) {
  return app.publicReads.get(siteId, `search ${JSON.stringify(query)}`, async () => {
    const site = await requireSite(app.db, siteId);
    const locale = query.locale ?? site.default_locale;
    const config = sql`${searchConfigOf(locale)}::regconfig`;
    const words = searchText(query.q)
      .split(' ')
      .filter((word) => word !== '');
    // A query of words that no language looks for, such as articles, has no nodes and finds nothing.
    const scope = sql`${`'${searchScope(siteId, locale)}'`}::tsquery`;
    const find = (wanted: SQL) =>
      app.db.transaction(async (tx) => {
        // The planner does not count the cost of reading long tsvectors, which every plan without the index
        // needs.
        await tx.execute(sql`SET LOCAL enable_seqscan = off`);
        const { rows } = await tx.execute<Found & Record<string, unknown>>(sql`
          SELECT kind, slug, locale, title, left(plain_text, ${maxSearched}) AS text,
            tsvector_to_array(to_tsvector(${config}, ${words.join(' ')})) AS lexemes
          FROM (
            SELECT * FROM (
              SELECT p.* FROM cms.publications p
              WHERE p.search @@ (${scope} && ${wanted}) AND numnode(${wanted}) > 0
                AND ${query.kind === undefined ? sql`true` : sql`p.kind = ${query.kind}`}
              ORDER BY p.published_at DESC LIMIT ${maxRanked}
            ) AS ranked
            ORDER BY ts_rank(search, ${wanted}) DESC, published_at DESC, item_id LIMIT ${query.limit}
          ) AS found`);
        return rows;
      });
    if (words.length === 0) return prepareBody(cms.endpoints.searchSite, []);
    const all = await find(sql`plainto_tsquery(${config}, ${words.join(' ')})`);
    const rows = all.length > 0 || words.length === 1 ? all : await find(anyOf(config, words));
    const marked = await markWords(app, config, rows);
    const found = rows.map(({ kind, slug, locale: language, title, text }, at) => {
      const address = { kind, slug, locale: language };
      return { ...address, title, url: publicUrl(site, address), snippet: snippetOf(text ?? '', marked[at] ?? []) };
    });
    return prepareBody(cms.endpoints.searchSite, found);
  });
}

const anyOf = (config: SQL, words: string[]): SQL =>
  sql`(${sql.join(
    words.map((word) => sql`plainto_tsquery(${config}, ${word})`),
    sql` || `,
  )})`;

/** The words of each text that are forms of the words of the query. Only the database can stem words. */
async function markWords({ db }: Pick<App, 'db'>, config: SQL, found: readonly Found[]): Promise<Word[][]> {
  const alike = found.map(({ text, lexemes }) => wordsLike(text ?? '', lexemes));
  const distinct = [...new Set(alike.flatMap((words) => words.map(({ word }) => word)))];
  if (distinct.length === 0) return alike;
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT word FROM unnest(${sql.param(distinct)}::text[]) AS word
    WHERE tsvector_to_array(to_tsvector(${config}, word)) && ${sql.param(found[0]?.lexemes)}::text[]`);
  const forms = new Set(rows.map(({ word }) => word));
  return alike.map((words) => words.filter(({ word }) => forms.has(word)));
}
