import type { identity } from '@platform/contracts';
import { readCursor } from '@platform/runtime';
import { and, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { consent_ledger } from '../schema.ts';
import type { RecordBounds } from './record-bounds.ts';

/** Filter of a ledger. */
export type ConsentFilter = Partial<
  Omit<z.output<(typeof identity)['endpoints']['listConsents']['query']>, 'limit' | 'cursor' | 'format'>
> & { subject_id?: string | undefined };

/** Records in the ledger of an owner, as a condition. */
export const isInLedger = ({ owner_type, owner_id }: LegalOwner): SQL | undefined =>
  and(eq(consent_ledger.owner_type, owner_type), eq(consent_ledger.owner_id, owner_id));

/**
 * Records of an owner that a filter names, as a condition. `from` is inclusive, `to` exclusive.
 * @param bounds of these records, from `findRecordBounds`
 */
export function isNamedBy(
  owner: LegalOwner,
  filter: ConsentFilter,
  { after, before, document_of_kind }: RecordBounds,
): SQL | undefined {
  const { user_id, subject_id, document_id, doc_kind, source, accepted, from, to } = filter;
  return and(
    isInLedger(owner),
    user_id === undefined ? undefined : eq(consent_ledger.user_id, user_id),
    // The index of people without an account.
    subject_id === undefined
      ? undefined
      : and(eq(consent_ledger.subject_id, subject_id), isNull(consent_ledger.user_id)),
    document_id === undefined ? undefined : eq(consent_ledger.document_id, document_id),
    doc_kind === undefined ? undefined : eq(consent_ledger.doc_kind, doc_kind),
    document_of_kind === undefined ? undefined : eq(consent_ledger.document_id, document_of_kind),
    source === undefined ? undefined : eq(consent_ledger.source, source),
    accepted === undefined ? undefined : eq(consent_ledger.accepted, accepted),
    from === undefined ? undefined : gte(consent_ledger.recorded_at, new Date(from)),
    to === undefined ? undefined : lt(consent_ledger.recorded_at, new Date(to)),
    after === null ? undefined : gt(consent_ledger.seq, after),
    before === null ? undefined : lt(consent_ledger.seq, before),
  );
}

/**
 * Records before the one that a cursor names, as a condition; all without a cursor, none behind a record of
 * another ledger. Ids of two writers may differ in order from the ledger, so its number decides.
 * @throws AppError `validation_failed`
 */
export function isBehind(owner: LegalOwner, cursor: string | undefined): SQL | undefined {
  const id = readCursor(cursor);
  if (id === null) return undefined;
  return lt(
    consent_ledger.seq,
    sql`(SELECT c.seq FROM ${consent_ledger} AS c WHERE c.id = ${id} AND c.owner_type = ${owner.owner_type} AND c.owner_id = ${owner.owner_id})`,
  );
}
