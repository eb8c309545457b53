import type { Tx } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import { stableId } from '../hash-uuid.ts';
import { keywords } from '../schema.ts';
import type { KeywordRow } from './search-provider.ts';

export type KeywordSource = (typeof keywords.$inferSelect)['source'];

/** Rows of one statement. */
const batchSize = 2_000;
/** Longest query and address that are stored, in characters. */
const maxQuery = 300;
const maxUrl = 2_048;
const maxCount = 2_147_483_647;

const toCount = (value: number): number => Math.min(Math.max(Math.round(value), 0), maxCount);

/**
 * Rows as they are stored: each query and page once, the counts of repeats added up, positions weighed by
 * impressions. Texts that PostgreSQL cannot store, and longer ones than people type, are left out.
 */
export function foldKeywords(rows: Iterable<KeywordRow>): KeywordRow[] {
  const folded = new Map<string, KeywordRow>();
  for (const row of rows) {
    const query = row.query.replace(/\s+/g, ' ').trim();
    if (query === '' || query.length > maxQuery || !query.isWellFormed() || query.includes('\0')) continue;
    const url = row.url !== null && row.url.length <= maxUrl && row.url.isWellFormed() ? row.url : null;
    const key = `${query}\n${url ?? ''}`;
    const known = folded.get(key);
    const next = { ...row, query, url, impressions: toCount(row.impressions), clicks: toCount(row.clicks) };
    folded.set(key, known ? add(known, next) : next);
  }
  return [...folded.values()];
}

function add(left: KeywordRow, right: KeywordRow): KeywordRow {
  const impressions = toCount(left.impressions + right.impressions);
  const weighed = (row: KeywordRow) => (row.position ?? 0) * Math.max(row.impressions, 1);
  const isRanked = left.position !== null && right.position !== null;
  const weights = Math.max(left.impressions, 1) + Math.max(right.impressions, 1);
  const position = isRanked ? (weighed(left) + weighed(right)) / weights : (left.position ?? right.position);
  return { ...left, impressions, clicks: toCount(left.clicks + right.clicks), position };
}

/** Removes the keywords of a source. */
export async function removeKeywords(tx: Tx, site_id: string, source: KeywordSource): Promise<void> {
  await tx.delete(keywords).where(and(eq(keywords.site_id, site_id), eq(keywords.source, source)));
}

/** Puts these keywords in the place of all others of their source. */
export async function replaceKeywords(
  tx: Tx,
  { site_id, source }: { site_id: string; source: KeywordSource },
  rows: readonly KeywordRow[],
): Promise<void> {
  await removeKeywords(tx, site_id, source);
  for (let at = 0; at < rows.length; at += batchSize) {
    const batch = rows.slice(at, at + batchSize).map((row) => ({
      id: stableId(`${site_id}\n${source}\n${row.query}\n${row.url ?? ''}`),
      site_id,
      source,
      ...row,
    }));
    // One parameter instead of eight for each row.
    await tx.execute(sql`
      INSERT INTO "seo-rkn".keywords (id, site_id, source, query, url, impressions, clicks, position)
      SELECT id, site_id, source, query, url, impressions, clicks, position
      FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS r(id uuid, site_id uuid, source text, query text,
        url text, impressions int, clicks int, position float8)
      ON CONFLICT (id) DO NOTHING`);
  }
}
