import type { Page } from '@platform/contracts/kit';
import { toPage } from '@platform/runtime';
import { and, desc } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireApplication } from '../require-application.ts';
import { consent_ledger } from '../schema.ts';
import { type ConsentFilter, isBehind, isNamedBy } from './consent-filter.ts';
import { type OpenedRecord, openRecords, recordColumns } from './open-record.ts';

export interface ListConsents extends ConsentFilter {
  application_id: string;
  limit: number;
  cursor?: string | undefined;
}

/**
 * One page of the ledger of an application, newest first, personal columns opened.
 * @throws AppError `application_not_found`, `validation_failed`
 */
export async function listConsents(
  app: App,
  { application_id, limit, cursor, ...filter }: ListConsents,
): Promise<Page<OpenedRecord>> {
  const owner = { owner_type: 'application', owner_id: application_id } as const;
  const isAsked = and(isNamedBy(owner, filter), isBehind(owner, cursor));
  await requireApplication(app, application_id);
  const rows = await app.db
    .select(recordColumns)
    .from(consent_ledger)
    .where(isAsked)
    .orderBy(desc(consent_ledger.seq))
    .limit(limit + 1);
  const { items, next_cursor } = toPage(rows, limit, (row) => row);
  return { items: await openRecords(app, items), next_cursor };
}
