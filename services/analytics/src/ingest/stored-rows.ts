import type { IngestCounts, NameCounts } from './ingest-state.ts';

/** What the counts of sent events need of a row. */
export interface SentRow {
  /** In lower case. */
  event_id: string;
  /** The name that the event came with, before a merge. */
  sent_name: string;
}

/** What a statement reports of the rows that it stored for an application or a site. */
export interface StoredOfOwner {
  owner_id: string;
  /** Ids of the stored rows behind each other; null while every row of the statement is stored. */
  event_ids: string | null;
}

/**
 * SQL of the columns of {@link StoredOfOwner}, over a table `stored` that is grouped by its owner. The ids leave
 * the database only after a repeat.
 * @param owner column of the owner
 * @param rowCount parameter with the number of sent rows
 */
export const selectStored = (owner: string, rowCount: string): string => `SELECT ${owner} AS owner_id,
    CASE WHEN sum(count(*)) OVER () < ${rowCount}::int
      THEN (SELECT string_agg(event_id::text, ' ') FROM stored AS s WHERE s.${owner} = stored.${owner}) END AS event_ids
  FROM stored GROUP BY ${owner}`;

/** The rows that a statement stored: of two with one id, one. */
export function storedRowsOf<Row extends SentRow>(
  rows: readonly Row[],
  ownerOf: (row: Row) => string,
  stored: readonly StoredOfOwner[],
): Row[] {
  const [first] = stored;
  if (!first) return [];
  if (first.event_ids === null) return [...rows];
  const fresh = new Set(
    stored.flatMap(({ owner_id, event_ids }) => (event_ids ?? '').split(' ').map((id) => `${owner_id} ${id}`)),
  );
  return rows.filter((row) => fresh.delete(`${ownerOf(row)} ${row.event_id}`));
}

/** Counts sent rows as stored and as repeats, and the names of the stored ones. */
export function countRows<Row extends SentRow>(
  { counts, nameCounts }: { counts: Pick<IngestCounts, 'add'>; nameCounts: Pick<NameCounts, 'add'> },
  ownerOf: (row: Row) => string,
  { sent, stored }: { sent: readonly Row[]; stored: readonly Row[] },
): void {
  const storedOf = Map.groupBy(stored, ownerOf);
  for (const [owner_id, rows] of Map.groupBy(sent, ownerOf)) {
    const fresh = storedOf.get(owner_id) ?? [];
    counts.add(owner_id, 'stored', fresh.length);
    counts.add(owner_id, 'duplicate', rows.length - fresh.length);
    if (fresh.length > 0) nameCounts.add(owner_id, fresh, ({ sent_name }) => sent_name);
  }
}
