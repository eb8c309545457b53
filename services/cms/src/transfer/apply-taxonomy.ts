import { cms, maxSlugLength, slugPattern } from '@platform/contracts';
import { fail, newId } from '@platform/runtime';
import { and, eq, isNull, like, sql } from 'drizzle-orm';
import { slugOf } from '../content/make-slug.ts';
import { requireReferences } from '../content/references.ts';
import { beginningOf, firstFree } from '../content/slug.ts';
import { lockTree, readFolders } from '../knowledge-base/folder.ts';
import { assertFolderPath } from '../knowledge-base/folder-path.ts';
import { authors, categories, folders, import_sources } from '../schema.ts';
import { publicSiteChanged } from '../sites/site.ts';
import { trackAvatar } from '../taxonomy/manage-authors.ts';
import type { Note, SourceAuthor, SourceCategory, SourceFolder } from './entry.ts';
import { fitFields } from './fit-fields.ts';
import {
  findSource,
  hashOf,
  type ImportWork,
  type Plan,
  planUnchanged,
  resolve,
  type SourceRow,
  skip,
  writeSource,
} from './work.ts';

type Table = typeof categories | typeof authors | typeof folders;
type Taxon = SourceCategory | SourceAuthor | SourceFolder;

/** Rows that no entry of this file is already. */
const isUnassigned = ({ source }: ImportWork, table: Table) =>
  sql`NOT EXISTS (SELECT FROM ${import_sources} WHERE ${import_sources.site_id} = ${table.site_id}
    AND ${import_sources.source} = ${source.source} AND ${import_sources.object_id} = ${table.id})`;

/** What an earlier import made of it, and its plan where nothing is to be done. */
async function findFormerImport(
  work: ImportWork,
  entry: Taxon,
  table: Table,
): Promise<{ importedSource: SourceRow | null; finalPlan: Plan | null }> {
  const importedSource = await findSource(work, entry.kind, entry.source_id);
  if (!importedSource) return { importedSource: importedSource, finalPlan: null };
  const [row] = await work.app.db
    .select({ version: table.version })
    .from(table)
    .where(and(eq(table.id, importedSource.object_id), eq(table.site_id, work.row.site_id)));
  return {
    importedSource: importedSource,
    finalPlan: planUnchanged(
      importedSource,
      hashOf(work.row, entry),
      row ? { version: row.version, status: null } : null,
    ),
  };
}

/** An object that the site has already: it is taken for the one of the file. */
const adopt = (work: ImportWork, { kind, source_id, warnings }: Taxon, object_id: string): Plan => {
  work.planned.set(`${kind} ${source_id}`, object_id);
  return {
    ...skip(object_id, 'exists', 'The site has it.', warnings),
    write: (tx) => writeSource(tx, work, { kind, source_id, object_id, content_hash: 'adopted' }),
  };
};

const planned = (work: ImportWork, { kind, source_id }: Taxon, importedSource: SourceRow | null): string => {
  const id = importedSource?.object_id ?? newId();
  work.planned.set(`${kind} ${source_id}`, id);
  return id;
};

/** A category: the site's own one of the slug is taken for it. */
export async function applyCategory(work: ImportWork, entry: SourceCategory): Promise<Plan> {
  const { app, site } = work;
  const warnings = [...entry.warnings];
  const { importedSource, finalPlan } = await findFormerImport(work, entry, categories);
  if (finalPlan) return finalPlan;
  const slug =
    slugPattern.test(entry.data.slug) && entry.data.slug.length <= 75
      ? entry.data.slug
      : slugOf(entry.data.slug || entry.data.name);
  const body = fitFields(cms.endpoints.createCategory.body, { ...entry.data, slug }, warnings);
  const values = { ...body, slug };
  const isNew = importedSource === null || importedSource.content_hash === null;
  if (isNew) {
    const [same] = await app.db
      .select({ id: categories.id })
      .from(categories)
      .where(and(eq(categories.site_id, site.id), eq(categories.slug, slug), isUnassigned(work, categories)));
    if (same) return adopt(work, entry, same.id);
    const similar = await app.db
      .select({ slug: categories.slug })
      .from(categories)
      .where(and(eq(categories.site_id, site.id), like(categories.slug, beginningOf(slug))));
    values.slug = firstFree(slug, new Set([...similar.map((row) => row.slug), ...takenSlugs(work)]));
    if (values.slug !== slug) warnings.push(numbered(slug, values.slug));
    work.taken.add(`category ${values.slug}`);
  }
  const id = planned(work, entry, importedSource);
  return writing(work, entry, { id, isNew, warnings }, async (tx, now) => {
    if (isNew)
      await tx
        .insert(categories)
        .values({ id, site_id: site.id, ...values, version: 1, created_at: now, updated_at: now });
    const { name, names, description, descriptions, position } = values;
    const set = { name, names, description, descriptions, position };
    return isNew ? firstVersion : update(tx, categories, importedSource, { ...set, updated_at: now });
  });
}

const takenSlugs = ({ row, taken }: ImportWork): string[] =>
  row.dry_run ? [...taken].filter((name) => name.startsWith('category ')).map((name) => name.slice(9)) : [];

const numbered = (wantedSlug: string, givenSlug: string): Note => ({
  code: 'slug_changed',
  message: `The slug ${wantedSlug} is taken: it is ${givenSlug}.`,
});

/** An author: the site's own one of the name is taken for it. */
export async function applyAuthor(work: ImportWork, entry: SourceAuthor): Promise<Plan> {
  const { app, site } = work;
  const warnings = [...entry.warnings];
  const { importedSource, finalPlan } = await findFormerImport(work, entry, authors);
  if (finalPlan) return finalPlan;
  const { avatar, slug: wantedSlug = null, ...data } = entry.data;
  const avatar_asset_id = await resolve(work, 'asset', avatar);
  if (avatar !== null && avatar_asset_id === null)
    warnings.push({ code: 'reference_lost', message: 'The picture of the author is not in the file.' });
  const values = fitFields(cms.endpoints.createAuthor.body, { ...data, avatar_asset_id }, warnings);
  const isNew = importedSource === null || importedSource.content_hash === null;
  if (isNew) {
    const isSame = and(eq(authors.site_id, site.id), eq(authors.name, values.name), isUnassigned(work, authors));
    const [same] = await app.db.select({ id: authors.id }).from(authors).where(isSame).limit(1);
    if (same) return adopt(work, entry, same.id);
  }
  // Without one, the job `name-authors` makes it of the name.
  const slug = await freeAuthorSlug(work, wantedSlug);
  const id = planned(work, entry, importedSource);
  return writing(work, entry, { id, isNew, warnings }, async (tx, now) => {
    await requireReferences(tx, site.id, { assets: { avatar_asset_id } }, {});
    if (isNew)
      await tx
        .insert(authors)
        .values({ id, site_id: site.id, ...values, slug, version: 1, created_at: now, updated_at: now });
    await trackAvatar(tx, { id, avatar_asset_id: values.avatar_asset_id });
    return isNew ? firstVersion : update(tx, authors, importedSource, { ...values, updated_at: now });
  });
}

/** The slug that an author had, unless it is none or another author of the site has it: then null. */
async function freeAuthorSlug({ app, site }: ImportWork, slug: string | null): Promise<string | null> {
  if (slug === null || !slugPattern.test(slug) || slug.length > maxSlugLength) return null;
  const isSame = and(eq(authors.site_id, site.id), eq(authors.slug, slug));
  const [holder] = await app.db.select({ id: authors.id }).from(authors).where(isSame);
  return holder ? null : slug;
}

/** A folder: the site's own one of the name in the same folder is taken for it. */
export async function applyFolder(work: ImportWork, entry: SourceFolder): Promise<Plan> {
  const { app, site } = work;
  const warnings = [...entry.warnings];
  const { importedSource, finalPlan } = await findFormerImport(work, entry, folders);
  if (finalPlan) return finalPlan;
  const { parent, ...data } = entry.data;
  const parent_id = await resolve(work, 'folder', parent);
  if (parent !== null && parent_id === null)
    warnings.push({ code: 'reference_lost', message: 'Its parent folder was not imported: it is at the top level.' });
  const values = fitFields(cms.endpoints.createFolder.body, { ...data, parent_id }, warnings);
  const isNew = importedSource === null || importedSource.content_hash === null;
  if (isNew) {
    const hasParent = parent_id === null ? isNull(folders.parent_id) : eq(folders.parent_id, parent_id);
    const isSame = and(
      eq(folders.site_id, site.id),
      eq(folders.name, values.name),
      hasParent,
      isUnassigned(work, folders),
    );
    const [same] = await app.db.select({ id: folders.id }).from(folders).where(isSame).limit(1);
    if (same) return adopt(work, entry, same.id);
  }
  const id = planned(work, entry, importedSource);
  if (work.row.dry_run) {
    const all = await readFolders(app.db, site.id);
    assertFolderPath([...all, ...work.plannedFolders], isNew ? null : id, values.parent_id);
    if (isNew) work.plannedFolders.push({ id, parent_id: values.parent_id });
  }
  return writing(work, entry, { id, isNew, warnings }, async (tx, now) => {
    const all = await lockTree(tx, site.id);
    assertFolderPath(all, isNew ? null : id, values.parent_id);
    if (isNew)
      await tx
        .insert(folders)
        .values({ id, site_id: site.id, ...values, version: 1, created_at: now, updated_at: now });
    return isNew ? firstVersion : update(tx, folders, importedSource, { ...values, updated_at: now });
  });
}

type Tx = Parameters<typeof writeSource>[0] & Parameters<typeof publicSiteChanged>[1];

const firstVersion = 1;

/**
 * Writes an object again that is as the last import left it.
 * @returns its new version
 * @throws AppError `conflict` for one that changed since it was planned
 */
async function update(tx: Tx, table: Table, importedSource: SourceRow, set: Record<string, unknown>): Promise<number> {
  const [row] = await tx
    .update(table)
    .set({ ...set, version: sql`${table.version} + 1` })
    .where(
      and(eq(table.id, importedSource.object_id), eq(table.version, importedSource.written_version ?? firstVersion)),
    )
    .returning({ version: table.version });
  return row?.version ?? fail('conflict', { message: 'It was changed during the import.' });
}

/** The plan of an object that is written, with its source and the event for readers. */
const writing = (
  work: ImportWork,
  entry: Taxon,
  { id, isNew, warnings }: { id: string; isNew: boolean; warnings: Note[] },
  write: (tx: Tx, now: Date) => Promise<number>,
): Plan => ({
  outcome: isNew ? 'created' : 'updated',
  object_id: id,
  reason: null,
  warnings,
  write: async (tx) => {
    const written_version = await write(tx, work.app.clock.now());
    const { kind, source_id } = entry;
    await writeSource(tx, work, {
      kind,
      source_id,
      object_id: id,
      content_hash: hashOf(work.row, entry),
      written_version,
    });
    await publicSiteChanged(work.app, tx, work.site);
  },
});
