import { defineStatement, runStatement } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { legal_documents } from '../schema.ts';

/**
 * How far the moments of two records may contradict their numbers. A record gets its moment before it waits
 * for the chain, for 10 s at most, from the clock of its replica; a clock that is wrong by over 30 s has its
 * signed contexts refused. So nothing in a ledger comes near to this.
 */
const disorderMs = 5 * 60_000;

/** What a filter says of the indexed columns: exclusive bounds of the numbers, null where there is none. */
export interface RecordBounds {
  after: number | null;
  before: number | null;
  /** The document of the kind that the filter names: an owner has one of each. The index is by document. */
  document_of_kind?: string | undefined;
}

/** The bounds of every record. */
export const anywhere: RecordBounds = { after: null, before: null };

/**
 * Binary search for a moment, by the index of the chain: `last` is before it and `next` is not, or ends the
 * ledger. Numbers that are missing count as the record behind them.
 */
const findBounds = defineStatement({
  name: 'find_place_in_ledger',
  text: `WITH RECURSIVE place (last, next) AS (
      SELECT 0::bigint, coalesce((SELECT max(seq) FROM identity.consent_ledger WHERE owner_type = $1 AND owner_id = $2), 0) + 1
      UNION ALL
      SELECT CASE WHEN is_before THEN middle ELSE last END, CASE WHEN is_before THEN next ELSE middle END
        FROM place, LATERAL (SELECT (last + next) / 2 AS middle) AS half,
             LATERAL (SELECT recorded_at < $3 AS is_before FROM identity.consent_ledger
                       WHERE owner_type = $1 AND owner_id = $2 AND seq >= middle ORDER BY seq LIMIT 1) AS probe
       WHERE next - last > 1
    )
    SELECT last, next FROM place WHERE next - last <= 1`,
});

/**
 * The bounds of the records that a filter names, so that a page of few of them does not walk the whole chain:
 * bounds between which every record of its moments has its number, and the document of its kind. Records of
 * the moments just outside are between the bounds too.
 */
export async function findRecordBounds(
  { db }: Pick<App, 'db'>,
  owner: LegalOwner,
  { from, to, doc_kind }: { from?: string | undefined; to?: string | undefined; doc_kind?: string | undefined },
): Promise<RecordBounds> {
  const { owner_type, owner_id } = owner;
  const find = async (moment: string | undefined, byMs: number, bound: 'last' | 'next') => {
    if (moment === undefined) return null;
    const boundary = new Date(new Date(moment).getTime() + byMs);
    const { rows } = await runStatement<{ last: string; next: string }>(db, findBounds, [
      owner_type,
      owner_id,
      boundary,
    ]);
    return rows[0] ? Number(rows[0][bound]) : null;
  };
  const [after, before, document] = await Promise.all([
    find(from, -disorderMs, 'last'),
    find(to, disorderMs, 'next'),
    doc_kind === undefined ? undefined : findDocument(db, owner, doc_kind),
  ]);
  return { after, before, document_of_kind: document };
}

/** The document of a kind; the nil UUID, which no record names, where the owner has none. */
async function findDocument(db: App['db'], { owner_type, owner_id }: LegalOwner, kind: string): Promise<string> {
  const [document] = await db
    .select({ id: legal_documents.id })
    .from(legal_documents)
    .where(
      and(
        eq(legal_documents.owner_type, owner_type),
        eq(legal_documents.owner_id, owner_id),
        eq(legal_documents.doc_kind, kind),
      ),
    );
  return document?.id ?? '00000000-0000-0000-0000-000000000000';
}
