import type { social } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  fail,
  findRow,
  invalidField,
  newId,
  readPageRows,
  requeue,
  type Tx,
  toPage,
} from '@platform/runtime';
import { count, eq } from 'drizzle-orm';
import { applicationOf } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { lockBrand, requireBrand, requireLiveBrand } from '../brands/brand.ts';
import { listening_queries } from '../schema.ts';
import { type QueryRow, type QueryView, toQuery } from './query.ts';

type Writer = Pick<App, 'db' | 'clock' | 'audit'>;
type Query = EndpointRequest<typeof social.endpoints.listSocialListeningQueries>['query'];
type Creation = EndpointRequest<typeof social.endpoints.createSocialListeningQuery>['body'];
type Changes = EndpointRequest<typeof social.endpoints.updateSocialListeningQuery>['body'];

const maxQueries = 20;

/**
 * One page of the listening queries of a brand, newest first.
 * @throws `brand_not_found`
 */
export async function listQueries(
  { db }: Pick<App, 'db'>,
  brand_id: string,
  { limit, cursor }: Query,
): Promise<Page<QueryView>> {
  await requireBrand(db, brand_id);
  const rows = await readPageRows(db, listening_queries, { brand_id }, { limit, cursor });
  return toPage(rows, limit, toQuery);
}

/**
 * Adds a query, which is due at once.
 * @throws `brand_not_found`, `conflict` for a brand with 20
 */
export async function createQuery(app: Writer, brand_id: string, body: Creation): Promise<QueryView> {
  return app.db.transaction(async (tx) => {
    // The lock of the brand holds the count.
    await lockBrand(tx, brand_id);
    const brand = await requireLiveBrand(tx, brand_id);
    const [queryCount] = await tx
      .select({ value: count() })
      .from(listening_queries)
      .where(eq(listening_queries.brand_id, brand_id));
    if ((queryCount?.value ?? 0) >= maxQueries)
      fail('conflict', { message: `The brand has ${maxQueries} queries, which is the limit: delete one first.` });
    const now = app.clock.now();
    const fields = { id: newId(), brand_id, errors: [], due_at: now, created_at: now, updated_at: now };
    const [row] = await tx
      .insert(listening_queries)
      .values({ ...body, ...fields })
      .returning();
    if (!row) throw new Error('a query was not written');
    await app.audit.record(tx, { before: null, after: toQuery(row), application_id: brand.application_id });
    return toQuery(row);
  });
}

/**
 * Changes a query, which is due at once then; absent fields keep their values.
 * @throws AppError `listening_query_not_found`, `precondition_failed`, `validation_failed` for a source `rss`
 * without feeds, and for feeds without it
 */
export async function updateQuery(
  app: Writer,
  id: string,
  changes: Changes,
  if_match: number | null,
): Promise<QueryView> {
  return app.db.transaction(async (tx) => {
    const before = await lockQuery(tx, id);
    assertVersion(if_match, before.version);
    const now = app.clock.now();
    const { row, isChanged } = applyChanges(before, changes, now);
    if (row.sources.includes('rss') !== row.feed_urls.length > 0)
      invalidField(
        'feed_urls',
        'belongs to the source `rss`: it needs at least one address, and the other sources take none',
      );
    if (isChanged)
      await tx
        .update(listening_queries)
        .set({ ...row, ...requeue(listening_queries, now) })
        .where(eq(listening_queries.id, id));
    const views = { before: toQuery(before), after: toQuery(row) };
    await app.audit.record(tx, { ...views, application_id: await applicationOf(tx, row) });
    return toQuery(row);
  });
}

/**
 * Deletes a query; what it found stays.
 * @throws `listening_query_not_found`, `precondition_failed`
 */
export async function deleteQuery(app: Writer, id: string, if_match: number | null): Promise<undefined> {
  await app.db.transaction(async (tx) => {
    const row = await lockQuery(tx, id);
    assertVersion(if_match, row.version);
    await tx.delete(listening_queries).where(eq(listening_queries.id, id));
    const application_id = await applicationOf(tx, row);
    await app.audit.record(tx, { before: toQuery(row), after: null, application_id });
  });
}

async function lockQuery(tx: Tx, id: string): Promise<QueryRow> {
  return (await findRow(tx, listening_queries, { id }, 'update')) ?? fail('listening_query_not_found');
}
