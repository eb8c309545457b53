import { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { prepareBody } from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { searchConfigOf, searchText } from '../content/search-text.ts';
import { publicUrl } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';
import { snippetOf, startMark, stopMark } from './snippet.ts';

type Query = EndpointRequest<typeof cms.endpoints.searchSite>['query'];

/** Texts that are ranked: the newest ones, when a word is in more of them. */
const maxRanked = 1_000;
/** UTF-16 units of a text that a snippet is looked for in. */
const maxSearched = 20_000;

interface Found extends Record<string, unknown> {
  kind: string;
  slug: string;
  locale: string;
  title: string;
  plain_text: string;
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
    const find = async (wanted: SQL) => {
      const { rows } = await app.db.execute<Found>(sql`
        SELECT kind, slug, locale, title, left(plain_text, ${maxSearched}) AS plain_text FROM (
          SELECT p.* FROM cms.publications p
          WHERE p.site_id = ${siteId} AND p.locale = ${locale} AND p.search @@ ${wanted}
            AND ${query.kind === undefined ? sql`true` : sql`p.kind = ${query.kind}`}
          ORDER BY p.published_at DESC LIMIT ${maxRanked}
        ) AS found
        ORDER BY ts_rank(search, ${wanted}) DESC, published_at DESC, item_id LIMIT ${query.limit}`);
      return { rows, wanted };
    };
    if (words.length === 0) return prepareBody(cms.endpoints.searchSite, []);
    const all = await find(sql`plainto_tsquery(${config}, ${words.join(' ')})`);
    const { rows, wanted } = all.rows.length > 0 || words.length === 1 ? all : await find(anyOf(config, words));
    const snippets = await markWords(
      app,
      config,
      wanted,
      rows.map(({ plain_text }) => plain_text ?? ''),
    );
    return prepareBody(
      cms.endpoints.searchSite,
      rows.map((row, at) => ({ ...row, url: publicUrl(site, row), snippet: snippets[at] ?? '' })),
    );
  });
}

const anyOf = (config: SQL, words: string[]): SQL =>
  sql`(${sql.join(
    words.map((word) => sql`plainto_tsquery(${config}, ${word})`),
    sql` || `,
  )})`;

/**
 * The places of found words. The database marks the words in the text as the search sees it; that text has
 * each character at its place, so the marks fit the text as it was written.
 */
async function markWords({ db }: Pick<App, 'db'>, config: SQL, wanted: SQL, texts: string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const options = `HighlightAll=true, StartSel="${startMark}", StopSel="${stopMark}"`;
  const seen = sql.join(
    texts.map((text) => sql`${searchText(text)}`),
    sql`, `,
  );
  const { rows } = await db.execute<{ marked: string }>(sql`
    SELECT ts_headline(${config}, text, ${wanted}, ${options}) AS marked
    FROM unnest(ARRAY[${seen}]::text[]) WITH ORDINALITY AS given(text, place) ORDER BY place`);
  return rows.map(({ marked }, at) => snippetOf(texts[at] ?? '', marked));
}
