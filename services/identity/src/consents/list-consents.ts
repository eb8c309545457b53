import type { Page } from '@platform/contracts/kit';
import { toPage } from '@platform/runtime';
import { and, desc } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { consent_ledger } from '../schema.ts';
import { type ConsentFilter, isBehind, isNamedBy } from './consent-filter.ts';
import { type OpenedRecord, openRecords, recordColumns } from './open-record.ts';
import { findRecordBounds } from './record-bounds.ts';

export interface ListConsents extends ConsentFilter {
  owner: LegalOwner;
  limit: number;
  cursor?: string | undefined;
}

/**
 * One page of the ledger of an owner, newest first, personal columns opened.
 * @throws AppError `validation_failed`
 */
export async function listConsents(
  app: App,
  { owner, limit, cursor, ...filter }: ListConsents,
): Promise<Page<OpenedRecord>> {
  const isNext = isBehind(owner, cursor);
  const bounds = await findRecordBounds(app, owner, filter);
  const rows = await app.db
    .select(recordColumns)
    .from(consent_ledger)
    .where(and(isNamedBy(owner, filter, bounds), isNext))
    .orderBy(desc(consent_ledger.seq))
    .limit(limit + 1);
  const { items, next_cursor } = toPage(rows, limit, (row) => row);
  return { items: await openRecords(app, items), next_cursor };
}
