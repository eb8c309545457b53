import { type ContentKind, slugPattern } from '@platform/contracts';
import { StreamedBody } from '@platform/contracts/kit';
import { dayOf, fail, type Tx } from '@platform/runtime';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { replacedCut } from '../assets/asset.ts';
import { slugOf } from '../content/make-slug.ts';
import { pathTo } from '../knowledge-base/folder-path.ts';
import { assets, authors, categories, folders, items, redirects, revisions, slug_redirects } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { type ArchivedSite, archiveVersion, assetFolder, kindFolders, siteFileName } from './archive.ts';
import { writeMarkdown } from './front-matter.ts';
import { type LegalFile, readLegalTexts } from './read-legal-texts.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

type Exporter = Pick<App, 'db' | 'clock' | 'config' | 'files' | 'ask'>;

/** Texts that one statement reads. */
const textsAtOnce = 50;

/**
 * A whole site as a zip archive, consistent at one moment. One short transaction reads everything but texts
 * and bytes. Revisions never change and bytes outlive their files by days, so they are read one after another
 * at the pace of the client, without an open transaction. Memory: some hundred bytes for each item, and fifty
 * texts. Legal texts are read from identity before the archive begins.
 * @throws AppError `site_not_found`, `service_unavailable` when identity does not answer
 */
export async function exportSite(app: Exporter, site_id: string): Promise<StreamedBody> {
  const { code, timezone } = await requireSite(app.db, site_id);
  const legalFiles = await readLegalTexts(app, site_id);
  const day = dayOf(app.clock.now(), timezone);
  return new StreamedBody({
    contentType: 'application/zip',
    filename: `site-${code}-${day}.zip`,
    chunks: writeSite(app, site_id, legalFiles),
  });
}

async function* writeSite(app: Exporter, site_id: string, legalFiles: readonly LegalFile[]): AsyncGenerator<Buffer> {
  const snapshot = await app.db.transaction(async (tx) => {
    await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    return readSnapshot(tx, site_id);
  });
  const texts = await readableTexts(app, snapshot);
  const legal = legalFiles.map(({ name, text }): ZipEntry => {
    return { name, mtime: snapshot.site.updated_at, isPacked: false, chunks: () => once(Buffer.from(text)) };
  });
  yield* writeZip([siteFile(app, snapshot), ...texts, ...legal, ...assetFiles(app, snapshot)]);
}

type Snapshot = Awaited<ReturnType<typeof readSnapshot>>;
type SnapshotItem = Snapshot['items'][number];

async function readSnapshot(tx: Tx, site_id: string) {
  const site = await requireSite(tx, site_id);
  return {
    site,
    categories: await tx.select().from(categories).where(eq(categories.site_id, site_id)).orderBy(asc(categories.id)),
    authors: await tx.select().from(authors).where(eq(authors.site_id, site_id)).orderBy(asc(authors.id)),
    folders: await tx.select().from(folders).where(eq(folders.site_id, site_id)).orderBy(asc(folders.id)),
    redirects: await tx.select().from(redirects).where(eq(redirects.site_id, site_id)).orderBy(asc(redirects.id)),
    slug_redirects: await tx
      .select()
      .from(slug_redirects)
      .where(eq(slug_redirects.site_id, site_id))
      .orderBy(asc(slug_redirects.id)),
    assets: await tx.select().from(assets).where(eq(assets.site_id, site_id)).orderBy(asc(assets.id)),
    items: await tx
      .select({
        id: items.id,
        kind: items.kind,
        locale: items.locale,
        group_id: items.group_id,
        status: items.status,
        slug: items.slug,
        revision: items.revision,
        published_revision: items.published_revision,
        scheduled_revision: items.scheduled_revision,
        scheduled_at: items.scheduled_at,
        unpublish_at: items.unpublish_at,
        first_published_at: items.first_published_at,
        folder_id: items.folder_id,
        position: items.position,
        updated_at: items.updated_at,
      })
      .from(items)
      .where(eq(items.site_id, site_id))
      .orderBy(asc(items.id)),
  };
}

/** Fields of a site that are of this platform alone, or say nothing elsewhere. */
function settingsOf(site: SiteRow): ArchivedSite['site'] {
  const { id, name, website_url, default_locale, locales, timezone, url_templates, description } = site;
  const {
    country,
    accent_color,
    logo_asset_id,
    links,
    allowed_origins,
    staff_may_publish,
    embed_providers,
    typographic_quotes,
    former_templates,
  } = site;
  return {
    id,
    name,
    website_url,
    default_locale,
    locales,
    timezone,
    country,
    url_templates,
    former_url_templates: former_templates,
    description,
    accent_color,
    logo_asset_id,
    links,
    allowed_origins,
    staff_may_publish,
    embed_providers,
    typographic_quotes,
  };
}

function siteFile({ clock, config }: Exporter, snapshot: Snapshot): ZipEntry {
  const now = clock.now();
  const archived: ArchivedSite = {
    format: 'platform-site',
    version: archiveVersion,
    exported_at: now.toISOString(),
    assets_base: config.PUBLIC_API_URL.replace(/\/$/, ''),
    site: settingsOf(snapshot.site),
    categories: snapshot.categories.map(({ id, slug, name, names, description, descriptions, position }) => ({
      id,
      slug,
      name,
      names,
      description,
      descriptions,
      position,
    })),
    authors: snapshot.authors.map(({ id, slug, name, names, bio, bios, avatar_asset_id, url }) => ({
      id,
      slug,
      name,
      names,
      bio,
      bios,
      avatar_asset_id,
      url,
    })),
    folders: snapshot.folders.map(({ id, parent_id, name, names, description, position }) => ({
      id,
      parent_id,
      name,
      names,
      description,
      position,
    })),
    redirects: snapshot.redirects.map(({ from_path, to_url, status }) => ({ from: from_path, to: to_url, status })),
    slug_redirects: snapshot.slug_redirects.map(({ item_id, kind, locale, slug }) => ({ item_id, kind, locale, slug })),
    assets: snapshot.assets.map(({ id, file, file_name, alt, focal_x, focal_y, variants }) => ({
      id,
      file,
      file_name,
      alt,
      focal_x,
      focal_y,
      variants: variants.filter(({ name }) => name !== replacedCut).map(({ name, file }) => ({ name, file })),
    })),
  };
  const bytes = Buffer.from(`${JSON.stringify(archived, null, 2)}\n`);
  return { name: siteFileName, mtime: now, isPacked: false, chunks: () => once(bytes) };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Where the text of an item is in an archive, without the ending. */
function itemPath({ kind, locale, slug, folder_id }: SnapshotItem, folderPaths: ReadonlyMap<string, string>): string {
  const folder = folder_id === null ? '' : `${folderPaths.get(folder_id) ?? 'text'}/`;
  return `${kindFolders[kind]}/${locale}/${folder}${slugPattern.test(slug) ? slug : 'text'}`;
}

/** Folders of the knowledge base as directories, with unlike names for unlike folders. */
function directoriesOf(rows: Snapshot['folders']): Map<string, string> {
  const byId = new Map(rows.map((folder) => [folder.id, folder]));
  const names = new Map<string, string>();
  const takenNames = new Set<string>();
  for (const { id, parent_id, name } of rows) {
    const slug = slugOf(name);
    let free = slug;
    for (let number = 2; takenNames.has(`${parent_id} ${free}`); number += 1) free = `${slug}-${number}`;
    takenNames.add(`${parent_id} ${free}`);
    names.set(id, free);
  }
  return new Map(
    rows.map(({ id }) => [
      id,
      pathTo(byId, id)
        .map((folder) => names.get(folder.id) ?? 'text')
        .join('/'),
    ]),
  );
}

/** The newest revision of an item and, beside it, those that readers see or will see instead. */
const revisionsOf = (item: SnapshotItem): { revision: number; part: 'draft' | 'published' | 'scheduled' }[] => {
  const { revision, published_revision, scheduled_revision } = item;
  return [
    { revision, part: 'draft' },
    ...(published_revision !== null && published_revision !== revision
      ? [{ revision: published_revision, part: 'published' as const }]
      : []),
    ...(scheduled_revision !== null && scheduled_revision !== revision
      ? [{ revision: scheduled_revision, part: 'scheduled' as const }]
      : []),
  ];
};

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** State of an item, before its fields. */
const stateOf = (item: SnapshotItem): Record<string, unknown> => ({
  id: item.id,
  kind: item.kind,
  locale: item.locale,
  slug: item.slug,
  status: item.status,
  ...(item.group_id === item.id ? {} : { translation_of: item.group_id }),
  ...(item.first_published_at === null ? {} : { first_published_at: iso(item.first_published_at) }),
  ...(item.scheduled_at === null ? {} : { scheduled_at: iso(item.scheduled_at) }),
  ...(item.unpublish_at === null ? {} : { unpublish_at: iso(item.unpublish_at) }),
  ...(item.kind === 'article' ? { folder_id: item.folder_id, position: item.position } : {}),
});

interface TextFile {
  name: string;
  item: SnapshotItem;
  revision: number;
  part: 'draft' | 'published' | 'scheduled';
}

/** Files of all texts that are there; they are read in groups. */
async function readableTexts(app: Exporter, snapshot: Snapshot): Promise<ZipEntry[]> {
  const directories = directoriesOf(snapshot.folders);
  const order = Object.keys(kindFolders) as ContentKind[];
  const files = snapshot.items
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.id < b.id ? -1 : 1))
    .flatMap((item) =>
      revisionsOf(item).map(({ revision, part }): TextFile => {
        const ending = part === 'draft' ? '.md' : `.${part}.md`;
        return { name: `${itemPath(item, directories)}${ending}`, item, revision, part };
      }),
    );
  const reader = textReader(app, files);
  return files.map((file, at) => ({
    name: file.name,
    mtime: file.item.updated_at,
    isPacked: false,
    chunks: () => reader(at),
  }));
}

/** Reads texts in the order of the files, fifty at once. */
function textReader({ db }: Exporter, files: readonly TextFile[]) {
  let first = 0;
  let group = new Map<string, typeof revisions.$inferSelect>();
  const load = async (at: number) => {
    const nextFiles = files.slice(at, at + textsAtOnce);
    const rows = await db
      .select()
      .from(revisions)
      .where(
        and(
          inArray(revisions.item_id, [...new Set(nextFiles.map(({ item }) => item.id))]),
          sql`(${revisions.item_id}, ${revisions.revision}) IN (SELECT * FROM unnest(
            ${sql.param(nextFiles.map(({ item }) => item.id))}::uuid[], ${sql.param(nextFiles.map(({ revision }) => revision))}::int[]))`,
        ),
      );
    first = at;
    group = new Map(rows.map((row) => [`${row.item_id} ${row.revision}`, row]));
  };
  return async function* (at: number): AsyncGenerator<Buffer> {
    const { item, revision, part } = files[at] ?? fail('internal_error');
    if (at === 0 || at >= first + textsAtOnce) await load(at);
    const row = group.get(`${item.id} ${revision}`);
    // Destroyed since: an import knows an empty file as nothing.
    if (!row) return;
    const { body, ...fields } = row.fields;
    const state = part === 'draft' ? stateOf(item) : { id: item.id, part, slug: row.slug };
    const hasBody = typeof body === 'string';
    const front = { ...state, slug: row.slug, ...('body' in row.fields && !hasBody ? { body: null } : {}), ...fields };
    yield Buffer.from(writeMarkdown({ front, body: hasBody ? body : null }));
  };
}

/** Bytes of all files of the site. They are packed by their formats except for drawings. */
const assetFiles = ({ files }: Exporter, snapshot: Snapshot): ZipEntry[] => {
  const byName = new Map(snapshot.assets.map((asset) => [asset.file, asset]));
  return [...byName.values()].map(({ file, kind, created_at }) => ({
    name: `${assetFolder}/${file}`,
    mtime: created_at,
    isPacked: kind !== 'svg',
    chunks: async function* () {
      const stored = await files.getStream(file);
      if (!stored) throw new Error(`the stored file ${file} is missing: restore it from a backup`);
      yield* stored.chunks;
    },
  }));
};
