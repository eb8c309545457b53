import type { social } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { applyChanges, assertVersion, newId, readPageRows, toPage } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { applicationOf } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { requireBrand, requireLiveBrand } from '../brands/brand.ts';
import { inbox_items } from '../schema.ts';
import { type ItemContent, type ItemReader, type ItemView, lockItem, toItem, toItems } from './item.ts';
import { type PersonWriter, sealContent, subjectKeys } from './persons.ts';

type Writer = PersonWriter & ItemReader & Pick<App, 'db' | 'audit'>;
type Query = EndpointRequest<typeof social.endpoints.listSocialInbox>['query'];
type Creation = EndpointRequest<typeof social.endpoints.createSocialInboxItem>['body'];
type Changes = EndpointRequest<typeof social.endpoints.updateSocialInboxItem>['body'];

/**
 * One page of what people wrote to a brand, newest first.
 * @throws `brand_not_found`
 */
export async function listInbox(
  app: ItemReader & Pick<App, 'db'>,
  brand_id: string,
  { limit, cursor, state, account_id }: Query,
): Promise<Page<ItemView>> {
  await requireBrand(app.db, brand_id);
  const rows = await readPageRows(app.db, inbox_items, { brand_id, state, account_id }, { limit, cursor });
  const { items, next_cursor } = toPage(rows, limit, (row) => row);
  return { items: await toItems(app, items), next_cursor };
}

/**
 * Enters what a person wrote elsewhere.
 * @throws `brand_not_found`
 */
export async function createItem(app: Writer, brand_id: string, body: Creation): Promise<ItemView> {
  return app.db.transaction(async (tx) => {
    const brand = await requireLiveBrand(tx, brand_id);
    const now = app.clock.now();
    const { kind, text, url, author_name, received_at } = body;
    const id = newId();
    const author = author_name === null ? null : { name: author_name, id: null };
    // Of a person without an id at a channel nothing is known but this item.
    const key = await subjectKeys.require(app, tx, id);
    const fields = {
      id,
      brand_id,
      kind,
      text: '',
      subject_id: id,
      sealed_content: sealContent(key, id, { text, url, author, target: null } satisfies ItemContent),
      state: 'open' as const,
      received_at: received_at === null ? now : new Date(received_at),
      created_at: now,
      updated_at: now,
    };
    const [row] = await tx.insert(inbox_items).values(fields).returning();
    if (!row) throw new Error('an item was not written');
    const after = await toItem({ db: tx, sealer: app.sealer, log: app.log }, row);
    await app.audit.record(tx, { before: null, after, application_id: brand.application_id });
    return after;
  });
}

/**
 * Sets the state or the assignee of an item; absent fields keep their values.
 * @throws AppError `inbox_item_not_found`, `precondition_failed`
 */
export async function updateItem(
  app: Writer,
  id: string,
  changes: Changes,
  if_match: number | null,
): Promise<ItemView> {
  return app.db.transaction(async (tx) => {
    const before = await lockItem(tx, id);
    assertVersion(if_match, before.version);
    const { row, isChanged } = applyChanges(before, changes, app.clock.now());
    if (isChanged) await tx.update(inbox_items).set(row).where(eq(inbox_items.id, id));
    const opened = { db: tx, sealer: app.sealer, log: app.log };
    const views = { before: await toItem(opened, before), after: await toItem(opened, row) };
    await app.audit.record(tx, { ...views, application_id: await applicationOf(tx, row) });
    return views.after;
  });
}
