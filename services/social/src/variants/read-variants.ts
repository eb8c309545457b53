import type { social } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { assertVersion, columnsEqual, fail, type PageQuery, pageWithinBytes, readCursor } from '@platform/runtime';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { exchangeCover } from '../covers/stored-covers.ts';
import { accounts, slots, variant_revisions, variants } from '../schema.ts';
import { compose, coverUrl, lockVariant, requireVariant, toVariant, type VariantView } from './variant.ts';

type Reader = Pick<App, 'db' | 'config' | 'settings'>;
type Query = EndpointRequest<typeof social.endpoints.listSocialVariants>['query'];

/**
 * One page of the posts of a brand, newest first.
 * @throws `brand_not_found`
 */
export async function listVariants(
  app: Reader,
  brand_id: string,
  { limit, cursor, state, account_id }: Query,
): Promise<Page<VariantView>> {
  await requireBrand(app.db, brand_id);
  const before = readCursor(cursor);
  const isShown = and(
    columnsEqual(variants, { brand_id, state, account_id }),
    before === null ? undefined : lt(variants.id, before),
  );
  return pageWithinBytes({
    limit,
    sizes: app.db
      .select({ id: variants.id, bytes: sql<number>`octet_length(${variants.body})` })
      .from(variants)
      .where(isShown)
      .orderBy(desc(variants.id))
      .limit(limit + 1),
    read: (ids) =>
      app.db
        .select({ id: variants.id, variant: variants, account: accounts })
        .from(variants)
        .innerJoin(accounts, eq(accounts.id, variants.account_id))
        .where(inArray(variants.id, ids)),
    shape: (row) => toVariant(app, row),
  });
}

/**
 * A post.
 * @throws `variant_not_found`
 */
export const getVariant = async (app: Reader, id: string): Promise<VariantView> =>
  toVariant(app, await requireVariant(app.db, id));

/**
 * What will be sent for a post.
 * @throws `variant_not_found`
 */
export async function previewVariant(app: Reader, id: string) {
  const context = await requireVariant(app.db, id);
  const { cover, content_hash } = context.variant;
  return { ...compose(app, context), cover: cover && { url: coverUrl(app, cover.name) }, content_hash };
}

/**
 * What a post was, newest first.
 * @throws `variant_not_found`
 */
export async function listRevisions({ db }: Pick<App, 'db'>, variant_id: string, { limit, cursor }: PageQuery) {
  await requireVariant(db, variant_id);
  const before = readCursor(cursor);
  return pageWithinBytes({
    limit,
    sizes: db
      .select({ id: variant_revisions.id, bytes: sql<number>`octet_length(${variant_revisions.body})` })
      .from(variant_revisions)
      .where(
        and(
          eq(variant_revisions.variant_id, variant_id),
          before === null ? undefined : lt(variant_revisions.id, before),
        ),
      )
      .orderBy(desc(variant_revisions.id))
      .limit(limit + 1),
    read: (ids) => db.select().from(variant_revisions).where(inArray(variant_revisions.id, ids)),
    shape: (row) => ({ ...row, created_at: row.created_at.toISOString() }),
  });
}

/**
 * Deletes a draft; its slot is empty then.
 * @throws `variant_not_found`, `precondition_failed`, `conflict`
 */
export async function deleteVariant(
  app: Reader & Pick<App, 'audit' | 'clock'>,
  id: string,
  if_match: number | null,
): Promise<undefined> {
  await app.db.transaction(async (tx) => {
    const { variant, account, brand } = await lockVariant(tx, id);
    assertVersion(if_match, variant.version);
    if (variant.state !== 'draft')
      fail('conflict', {
        message: `The post is ${variant.state}, and only a draft can be changed: withdraw it, or create another post.`,
      });
    await tx
      .update(slots)
      .set({ variant_id: null, state: 'empty', updated_at: app.clock.now() })
      .where(eq(slots.variant_id, id));
    await tx.delete(variants).where(eq(variants.id, id));
    await exchangeCover(tx, { before: variant.cover, after: null }, app.clock.now());
    const before = toVariant(app, { variant, account });
    await app.audit.record(tx, { before, after: null, application_id: brand.application_id });
  });
}
