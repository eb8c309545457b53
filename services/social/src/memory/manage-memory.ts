import type { social } from '@platform/contracts';
import type { AdminContext, EndpointRequest, Page } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  fail,
  findRow,
  invalidField,
  newId,
  readPageRows,
  type Tx,
  toPage,
} from '@platform/runtime';
import { count, eq } from 'drizzle-orm';
import { applicationOf } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { lockBrand, requireBrand, requireLiveBrand } from '../brands/brand.ts';
import { memories } from '../schema.ts';
import { type MemoryRow, type MemoryView, toMemory } from './memory.ts';

type Writer = Pick<App, 'db' | 'clock' | 'audit'>;
type Query = EndpointRequest<typeof social.endpoints.listSocialMemory>['query'];
type Creation = EndpointRequest<typeof social.endpoints.createSocialMemory>['body'];
type Changes = EndpointRequest<typeof social.endpoints.updateSocialMemory>['body'];

const maxEntries = 500;

/**
 * One page of what a brand knows, newest first.
 * @throws `brand_not_found`
 */
export async function listMemory(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  brand_id: string,
  { limit, cursor, kind }: Query,
): Promise<Page<MemoryView>> {
  await requireBrand(db, brand_id);
  const rows = await readPageRows(db, memories, { brand_id, kind }, { limit, cursor });
  return toPage(rows, limit, (row) => toMemory(row, clock.now()));
}

/**
 * Adds an entry.
 * @throws `brand_not_found`, `conflict` for a brand with 500
 */
export async function createMemory(
  app: Writer,
  brand_id: string,
  body: Creation,
  { email }: Pick<AdminContext, 'email'>,
): Promise<MemoryView> {
  return app.db.transaction(async (tx) => {
    // The lock of the brand holds the count.
    await lockBrand(tx, brand_id);
    const brand = await requireLiveBrand(tx, brand_id);
    const [entryCount] = await tx.select({ value: count() }).from(memories).where(eq(memories.brand_id, brand_id));
    if ((entryCount?.value ?? 0) >= maxEntries)
      fail('conflict', { message: `The brand has ${maxEntries} entries, which is the limit: delete one first.` });
    const now = app.clock.now();
    const row: MemoryRow = {
      id: newId(),
      brand_id,
      ...body,
      expires_at: body.expires_at === null ? null : new Date(body.expires_at),
      created_by: email,
      version: 1,
      created_at: now,
      updated_at: now,
    };
    await tx.insert(memories).values(row);
    await app.audit.record(tx, { before: null, after: toMemory(row, now), application_id: brand.application_id });
    return toMemory(row, now);
  });
}

/**
 * Changes an entry; absent fields keep their values.
 * @throws AppError `memory_not_found`, `precondition_failed`, `validation_failed` for a fact without a source
 */
export async function updateMemory(
  app: Writer,
  id: string,
  { expires_at, ...changes }: Changes,
  if_match: number | null,
): Promise<MemoryView> {
  return app.db.transaction(async (tx) => {
    const before = await lockMemory(tx, id);
    assertVersion(if_match, before.version);
    if (before.kind === 'fact' && changes.source_url === null)
      invalidField('source_url', 'is missing: a fact needs the address of its source');
    const end = expires_at === undefined || expires_at === null ? expires_at : new Date(expires_at);
    const now = app.clock.now();
    const { row, isChanged } = applyChanges(before, { ...changes, expires_at: end }, now);
    if (isChanged) await tx.update(memories).set(row).where(eq(memories.id, id));
    const views = { before: toMemory(before, now), after: toMemory(row, now) };
    await app.audit.record(tx, { ...views, application_id: await applicationOf(tx, row) });
    return toMemory(row, now);
  });
}

/**
 * Deletes an entry.
 * @throws `memory_not_found`, `precondition_failed`
 */
export async function deleteMemory(app: Writer, id: string, if_match: number | null): Promise<undefined> {
  await app.db.transaction(async (tx) => {
    const row = await lockMemory(tx, id);
    assertVersion(if_match, row.version);
    await tx.delete(memories).where(eq(memories.id, id));
    const before = toMemory(row, app.clock.now());
    await app.audit.record(tx, { before, after: null, application_id: await applicationOf(tx, row) });
  });
}

async function lockMemory(tx: Tx, id: string): Promise<MemoryRow> {
  return (await findRow(tx, memories, { id }, 'update')) ?? fail('memory_not_found');
}
