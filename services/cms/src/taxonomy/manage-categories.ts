import type { Category, cms } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  type Database,
  fail,
  findRow,
  isUniqueViolation,
  newId,
  type PageQuery,
  type Tx,
  toPage,
  withIsoTimes,
} from '@platform/runtime';
import { and, asc, eq, like, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { slugOf } from '../content/make-slug.ts';
import { beginningOf, firstFree, retryGeneratedSlug } from '../content/slug.ts';
import { nameCursor, nameCursorOf } from '../page-position.ts';
import { categories } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import { assertUnused } from './find-usages.ts';

type Writer = Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'publicReads'>;
type Row = typeof categories.$inferSelect;
type View = z.input<typeof Category>;
type Creation = EndpointRequest<typeof cms.endpoints.createCategory>['body'];
type Changes = EndpointRequest<typeof cms.endpoints.updateCategory>['body'];

/** The key of a category. */
export interface CategoryTarget {
  site_id: string;
  category_id: string;
}

const toView = ({ site_id: _, ...row }: Row): View => withIsoTimes(row);

const isCategory = ({ site_id, category_id }: CategoryTarget) =>
  and(eq(categories.id, category_id), eq(categories.site_id, site_id));

/** One page of categories, by position and name. */
export async function listCategories({ db }: Pick<App, 'db'>, site_id: string, query: PageQuery): Promise<Page<View>> {
  await requireSite(db, site_id);
  const after = nameCursor.parse(query.cursor);
  const beyond =
    after &&
    sql`(${categories.position}, ${categories.name} COLLATE "C", ${categories.id}) > (${after[0]}, ${after[1]}, ${after[2]}::uuid)`;
  const rows = await db
    .select()
    .from(categories)
    .where(and(eq(categories.site_id, site_id), beyond ?? undefined))
    .orderBy(asc(categories.position), sql`${categories.name} COLLATE "C"`, asc(categories.id))
    .limit(query.limit + 1);
  return toPage(rows, query.limit, toView, nameCursorOf);
}

/** A category. */
export async function getCategory({ db }: Pick<App, 'db'>, target: CategoryTarget): Promise<View> {
  await requireSite(db, target.site_id);
  const row = await findRow(db, categories, isCategory(target));
  return row ? toView(row) : fail('category_not_found');
}

/**
 * Adds a category. Readers see it at once.
 * @throws AppError `site_not_found`, `slug_taken`
 */
export async function createCategory(app: Writer, site_id: string, { slug, ...body }: Creation): Promise<View> {
  const site = await requireSite(app.db, site_id);
  try {
    return await retryGeneratedSlug('categories_slug', slug === undefined, () =>
      app.db.transaction(async (tx) => {
        const now = app.clock.now();
        const row = {
          id: newId(),
          site_id,
          slug: slug ?? (await freeSlug(tx, site_id, body.name)),
          ...body,
          version: 1,
          created_at: now,
          updated_at: now,
        };
        await tx.insert(categories).values(row);
        await app.audit.record(tx, { before: null, after: toView(row), application_id: site.application_id });
        await publicSiteChanged(app, tx, site);
        return toView(row);
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error, 'categories_slug')) return failAsTaken(error);
    throw error;
  }
}

const failAsTaken = (cause: unknown) =>
  fail('slug_taken', { message: 'Another category of the site already has this slug: choose another one.', cause });

/** The slug made from a name, or with `-2` and so on behind it when other categories have it. */
async function freeSlug(db: Database | Tx, site_id: string, name: string): Promise<string> {
  const slug = slugOf(name);
  const rows = await db
    .select({ slug: categories.slug })
    .from(categories)
    .where(and(eq(categories.site_id, site_id), like(categories.slug, beginningOf(slug))));
  return firstFree(slug, new Set(rows.map((row) => row.slug)));
}

/**
 * Changes a category; absent fields keep their values. Readers see it at once.
 * @param if_match the version that the change is based on; null for any version
 * @throws AppError `site_not_found`, `category_not_found`, `precondition_failed` with `version`, `slug_taken`
 */
export async function updateCategory(
  app: Writer,
  target: CategoryTarget,
  changes: Changes,
  if_match: number | null,
): Promise<View> {
  const site = await requireSite(app.db, target.site_id);
  try {
    return await app.db.transaction(async (tx) => {
      const before = await lockCategory(tx, target, if_match);
      const { row, isChanged } = applyChanges(before, changes, app.clock.now());
      if (isChanged) await tx.update(categories).set(row).where(eq(categories.id, row.id));
      const { application_id } = site;
      await app.audit.record(tx, { before: toView(before), after: toView(row), application_id });
      if (isChanged) await publicSiteChanged(app, tx, site);
      return toView(row);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'categories_slug')) return failAsTaken(error);
    throw error;
  }
}

/**
 * Deletes a category that no post is in.
 * @throws AppError `site_not_found`, `category_not_found`, `precondition_failed` with `version`, `in_use`
 */
export async function deleteCategory(app: Writer, target: CategoryTarget, if_match: number | null): Promise<undefined> {
  const site = await requireSite(app.db, target.site_id);
  await app.db.transaction(async (tx) => {
    const before = await lockCategory(tx, target, if_match);
    await assertUnused(tx, { site_id: site.id, field: 'category_id', id: before.id });
    await tx.delete(categories).where(eq(categories.id, before.id));
    await app.audit.record(tx, { before: toView(before), after: null, application_id: site.application_id });
    await publicSiteChanged(app, tx, site);
  });
}

async function lockCategory(tx: Tx, target: CategoryTarget, if_match: number | null): Promise<Row> {
  const row = await findRow(tx, categories, isCategory(target), 'update');
  if (!row) return fail('category_not_found');
  assertVersion(if_match, row.version);
  return row;
}
