import type { SocialIdea, social } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  type Database,
  fail,
  findRow,
  newId,
  readPageRows,
  type Tx,
  toPage,
  withIsoTimes,
} from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { applicationOf } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { requireBrand, requireLiveBrand } from '../brands/brand.ts';
import { ideas, variants } from '../schema.ts';

type Writer = Pick<App, 'db' | 'clock' | 'audit'>;
export type IdeaRow = typeof ideas.$inferSelect;
export type IdeaView = z.input<typeof SocialIdea>;
type Query = EndpointRequest<typeof social.endpoints.listSocialIdeas>['query'];
type Creation = EndpointRequest<typeof social.endpoints.createSocialIdea>['body'];
type Changes = EndpointRequest<typeof social.endpoints.updateSocialIdea>['body'];

/** An idea as administrators see it. */
export const toIdea = ({ from_plan: _, ...row }: IdeaRow): IdeaView => withIsoTimes(row);

/**
 * The idea.
 * @throws `idea_not_found`
 */
export async function requireIdea(db: Database | Tx, id: string): Promise<IdeaRow> {
  return (await findRow(db, ideas, { id })) ?? fail('idea_not_found');
}

/**
 * One page of the ideas of a brand, newest first.
 * @throws `brand_not_found`
 */
export async function listIdeas(
  { db }: Pick<App, 'db'>,
  brand_id: string,
  { limit, cursor, state }: Query,
): Promise<Page<IdeaView>> {
  await requireBrand(db, brand_id);
  const rows = await readPageRows(db, ideas, { brand_id, state }, { limit, cursor });
  return toPage(rows, limit, toIdea);
}

/**
 * An idea.
 * @throws `idea_not_found`
 */
export const getIdea = async ({ db }: Pick<App, 'db'>, id: string): Promise<IdeaView> =>
  toIdea(await requireIdea(db, id));

/** A new row of an idea. Pure except for its id. */
export const newIdea = (brand_id: string, body: Creation, now: Date): IdeaRow => ({
  id: newId(),
  brand_id,
  ...body,
  state: 'new',
  from_plan: false,
  version: 1,
  created_at: now,
  updated_at: now,
});

/**
 * Makes an idea.
 * @throws `brand_not_found`
 */
export async function createIdea(app: Writer, brand_id: string, body: Creation): Promise<IdeaView> {
  return app.db.transaction(async (tx) => {
    const brand = await requireLiveBrand(tx, brand_id);
    const row = newIdea(brand_id, body, app.clock.now());
    await tx.insert(ideas).values(row);
    await app.audit.record(tx, { before: null, after: toIdea(row), application_id: brand.application_id });
    return toIdea(row);
  });
}

/**
 * Changes an idea; absent fields keep their values.
 * @throws AppError `idea_not_found`, `precondition_failed`, `conflict` for another state of an idea that is
 * planned or used
 */
export async function updateIdea(
  app: Writer,
  id: string,
  changes: Changes,
  if_match: number | null,
): Promise<IdeaView> {
  return app.db.transaction(async (tx) => {
    const before = await lockIdea(tx, id);
    assertVersion(if_match, before.version);
    const isBound = before.state === 'planned' || before.state === 'used';
    if (changes.state !== undefined && isBound)
      fail('conflict', { message: `The idea is ${before.state}, so its state stays: create another idea.` });
    const { row, isChanged } = applyChanges(before, changes, app.clock.now());
    if (isChanged) await tx.update(ideas).set(row).where(eq(ideas.id, id));
    const views = { before: toIdea(before), after: toIdea(row) };
    await app.audit.record(tx, { ...views, application_id: await applicationOf(tx, row) });
    return toIdea(row);
  });
}

/**
 * Deletes an idea of no post.
 * @throws `idea_not_found`, `precondition_failed`, `conflict`
 */
export async function deleteIdea(app: Writer, id: string, if_match: number | null): Promise<undefined> {
  await app.db.transaction(async (tx) => {
    const before = await lockIdea(tx, id);
    assertVersion(if_match, before.version);
    const [used] = await tx.select({ id: variants.id }).from(variants).where(eq(variants.idea_id, id)).limit(1);
    if (used) fail('conflict', { message: 'There are posts of this idea: set its state to `dropped` instead.' });
    await tx.delete(ideas).where(eq(ideas.id, id));
    await app.audit.record(tx, {
      before: toIdea(before),
      after: null,
      application_id: await applicationOf(tx, before),
    });
  });
}

async function lockIdea(tx: Tx, id: string): Promise<IdeaRow> {
  return (await findRow(tx, ideas, { id }, 'update')) ?? fail('idea_not_found');
}
