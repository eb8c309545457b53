import type { Author, cms } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  fail,
  findRow,
  isUniqueViolation,
  newId,
  type PageQuery,
  type Tx,
  toPage,
  withIsoTimes,
} from '@platform/runtime';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { References } from '../content/kind.ts';
import { requireReferences } from '../content/references.ts';
import { retryGeneratedSlug } from '../content/slug.ts';
import { nameCursor, nameCursorOf } from '../page-position.ts';
import { asset_usages, authors } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import { assertUnused } from './find-usages.ts';
import { freeTaxonSlug } from './free-taxon-slug.ts';

type Writer = Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'publicReads'>;
type Row = typeof authors.$inferSelect;
type View = z.input<typeof Author>;
type Creation = EndpointRequest<typeof cms.endpoints.createAuthor>['body'];
type Changes = EndpointRequest<typeof cms.endpoints.updateAuthor>['body'];

/** The key of an author. */
export interface AuthorTarget {
  site_id: string;
  author_id: string;
}

const toView = ({ site_id: _, ...row }: Row): View => withIsoTimes(row);

/** The author of a target. */
export const isAuthor = ({ site_id, author_id }: AuthorTarget) =>
  and(eq(authors.id, author_id), eq(authors.site_id, site_id));

const avatarOf = ({ avatar_asset_id }: Pick<Row, 'avatar_asset_id'>): References => ({
  assets: { avatar_asset_id },
  imageFields: ['avatar_asset_id'],
});

/** One page of authors, by name. */
export async function listAuthors({ db }: Pick<App, 'db'>, site_id: string, query: PageQuery): Promise<Page<View>> {
  await requireSite(db, site_id);
  const after = nameCursor.parse(query.cursor);
  const beyond = after && sql`(${authors.name} COLLATE "C", ${authors.id}) > (${after[1]}, ${after[2]}::uuid)`;
  const rows = await db
    .select()
    .from(authors)
    .where(and(eq(authors.site_id, site_id), beyond ?? undefined))
    .orderBy(sql`${authors.name} COLLATE "C"`, asc(authors.id))
    .limit(query.limit + 1);
  return toPage(rows, query.limit, toView, (row) => nameCursorOf({ ...row, position: 0 }));
}

/** An author. */
export async function getAuthor({ db }: Pick<App, 'db'>, target: AuthorTarget): Promise<View> {
  await requireSite(db, target.site_id);
  const row = await findRow(db, authors, isAuthor(target));
  return row ? toView(row) : fail('author_not_found');
}

/**
 * Adds an author.
 * @throws AppError `site_not_found`, `asset_not_found`, `slug_taken`, `validation_failed` for an avatar that is no image
 */
export async function createAuthor(app: Writer, site_id: string, { slug, ...body }: Creation): Promise<View> {
  const site = await requireSite(app.db, site_id);
  return withSlugErrors(() =>
    retryGeneratedSlug('authors_slug', slug === undefined, () =>
      app.db.transaction(async (tx) => {
        const now = app.clock.now();
        const row = {
          id: newId(),
          site_id,
          slug: slug ?? (await freeTaxonSlug(tx, authors, site_id, body.name)),
          ...body,
          version: 1,
          created_at: now,
          updated_at: now,
        };
        await requireReferences(tx, site_id, avatarOf(row), {});
        await tx.insert(authors).values(row);
        await trackAvatar(tx, row);
        await app.audit.record(tx, { before: null, after: toView(row), application_id: site.application_id });
        await publicSiteChanged(app, tx, site);
        return toView(row);
      }),
    ),
  );
}

/** Maps a unique violation of a slug to its error. */
async function withSlugErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'authors_slug'))
      return fail('slug_taken', {
        message: 'Another author of the site already has this slug: choose another one.',
        cause: error,
      });
    throw error;
  }
}

/**
 * Changes an author; absent fields keep their values. Readers see it at once.
 * @param if_match the version that the change is based on; null for any version
 * @throws AppError `site_not_found`, `author_not_found`, `precondition_failed` with `version`,
 * `asset_not_found`, `slug_taken`, `validation_failed` for an avatar that is no image
 */
export async function updateAuthor(
  app: Writer,
  target: AuthorTarget,
  changes: Changes,
  if_match: number | null,
): Promise<View> {
  const site = await requireSite(app.db, target.site_id);
  const change = async (tx: Tx) => {
    const before = await lockAuthor(tx, target, if_match);
    const { row, isChanged } = applyChanges(before, changes, app.clock.now());
    if (row.avatar_asset_id !== before.avatar_asset_id) {
      await requireReferences(tx, site.id, avatarOf(row), {});
      await trackAvatar(tx, row);
    }
    if (isChanged) await tx.update(authors).set(row).where(eq(authors.id, row.id));
    await app.audit.record(tx, { before: toView(before), after: toView(row), application_id: site.application_id });
    if (isChanged) await publicSiteChanged(app, tx, site);
    return toView(row);
  };
  return withSlugErrors(() => app.db.transaction(change));
}

/**
 * Deletes an author of no post.
 * @throws AppError `site_not_found`, `author_not_found`, `precondition_failed` with `version`, `in_use`
 */
export async function deleteAuthor(app: Writer, target: AuthorTarget, if_match: number | null): Promise<undefined> {
  const site = await requireSite(app.db, target.site_id);
  await app.db.transaction(async (tx) => {
    const before = await lockAuthor(tx, target, if_match);
    await assertUnused(tx, { site_id: site.id, field: 'author_id', id: before.id });
    await trackAvatar(tx, { id: before.id, avatar_asset_id: null });
    await tx.delete(authors).where(eq(authors.id, before.id));
    await app.audit.record(tx, { before: toView(before), after: null, application_id: site.application_id });
    await publicSiteChanged(app, tx, site);
  });
}

async function lockAuthor(tx: Tx, target: AuthorTarget, if_match: number | null): Promise<Row> {
  const row = await findRow(tx, authors, isAuthor(target), 'update');
  if (!row) return fail('author_not_found');
  assertVersion(if_match, row.version);
  return row;
}

/** Writes which file the author uses, so that the file is not deleted. */
export async function trackAvatar(tx: Tx, { id, avatar_asset_id }: Pick<Row, 'id' | 'avatar_asset_id'>): Promise<void> {
  await tx.delete(asset_usages).where(and(eq(asset_usages.owner_kind, 'author'), eq(asset_usages.owner_id, id)));
  if (avatar_asset_id === null) return;
  const usage = { asset_id: avatar_asset_id, owner_kind: 'author', owner_id: id, field: 'avatar_asset_id' };
  await tx.insert(asset_usages).values(usage);
}
