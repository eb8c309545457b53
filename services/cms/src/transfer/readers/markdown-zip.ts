import type { ContentKind } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import { describeFault, firstIssue } from '@platform/contracts/faults';
import { maxImportEntries } from '@platform/contracts/transfer-limits';
import { z } from 'zod';
import { type ArchivedSite, archiveVersion, assetFolder, kindFolders, legalFolder, siteFileName } from '../archive.ts';
import { RefusedFileError, type SourceBytes, type SourceEntry, type SourceItem, type SourceReader } from '../entry.ts';
import { type MarkdownFile, readMarkdown } from '../front-matter.ts';
import { readFolderFields } from './folder-fields.ts';
import { assertShallow } from './json-depth.ts';
import { type MarkdownFolder, openFolder } from './markdown-folder.ts';
import { openZip, readText, type ZipArchive } from './zip-archive.ts';

const maxTextBytes = 2 * 1_048_576;
const maxSiteBytes = 20 * 1_048_576;
const source = 'markdown_zip';

const id = z.string().min(1).max(200);
const nullableText = z.string().nullable();
const kinds = Object.keys(kindFolders) as [ContentKind, ...ContentKind[]];
const list = <T extends z.ZodType>(item: T) => z.array(item).max(maxImportEntries).default([]);

/** Values by language; absent in an archive of the release before. */
const translations = z.record(z.string(), z.string()).default({});

/**
 * Structure of `site.json`, an untrusted file. The rules of its objects are checked when they are written.
 */
const SiteFile = z.object({
  format: z.literal('platform-site'),
  version: z.int().max(archiveVersion, 'a later version of the format'),
  assets_base: z.string().max(2048),
  site: z.looseObject({ id, default_locale: z.string(), locales: z.array(z.string()) }),
  categories: list(
    z.object({
      id,
      slug: z.string(),
      name: z.string(),
      names: translations,
      description: nullableText,
      descriptions: translations,
      position: z.int(),
    }),
  ),
  authors: list(
    z.object({
      id,
      slug: z.string().nullable().default(null),
      name: z.string(),
      names: translations,
      bio: nullableText,
      bios: translations,
      avatar_asset_id: nullableText,
      url: nullableText,
    }),
  ),
  folders: list(
    z.object({
      id,
      parent_id: nullableText,
      name: z.string(),
      names: z.record(z.string(), z.string()),
      description: nullableText,
      position: z.int(),
    }),
  ),
  redirects: list(z.object({ from: z.string(), to: nullableText, status: z.int() })),
  slug_redirects: list(z.object({ item_id: id, kind: z.enum(kinds), locale: z.string(), slug: z.string() })),
  assets: list(
    z.object({
      id,
      file: z.string().max(200),
      file_name: z.string().max(200),
      alt: nullableText,
      focal_x: z.number(),
      focal_y: z.number(),
      variants: z.array(z.object({ name: z.string(), file: z.string() })).max(50),
    }),
  ),
});

/** The files of one item. */
interface ItemFiles {
  kind: ContentKind;
  source_id: string;
  translation_of: string | null;
  draft: string | null;
  published: string | null;
  scheduled: string | null;
}

interface Opened {
  archive: ZipArchive;
  site: z.output<typeof SiteFile> | null;
  items: ItemFiles[];
  others: SourceEntry[];
  /** What another system wrote; null in an export. */
  folder: MarkdownFolder | null;
}

/** Reads an archive of the export, or of Markdown files that another system wrote (see {@link openFolder}). */
export function markdownZip(bytes: SourceBytes, { publish }: { publish: boolean }): SourceReader {
  let opened: Opened | undefined;
  const ready = (): Opened => {
    if (!opened) throw new Error('the archive is not open');
    return opened;
  };
  return {
    async open() {
      const archive = await openZip(bytes);
      const site = await readSite(archive);
      const { items, others, foreign } = await readItems(archive, site);
      const folder = site ? null : await openFolder(archive, foreign);
      opened = { archive, site, items, others, folder };
      const own = items.map(({ kind, source_id }) => ({ kind, source_id }));
      return {
        source,
        assets_base: site?.assets_base ?? null,
        is_own: site !== null,
        // Sorted by source id, so that the new ids have the same order.
        items: [...own, ...(folder?.items ?? [])].toSorted((a, b) => (a.source_id < b.source_id ? -1 : 1)),
      };
    },
    async *entries() {
      const { archive, site, items, others, folder } = ready();
      if (site) yield* objectsOf(site, archive);
      if (folder) yield* folder.entries({ publish });
      for (const item of items) yield await readItem(archive, item, publish);
      if (site) yield* redirectsOf(site);
      yield* others;
    },
    bytes: (entry) => ready().archive.open(entry),
  };
}

async function readSite(archive: ZipArchive): Promise<z.output<typeof SiteFile> | null> {
  if (!archive.has(siteFileName)) return null;
  const refuse = (message: string): never => {
    throw new RefusedFileError('site_file_invalid', `${siteFileName}: ${message}`);
  };
  let value: unknown;
  try {
    const text = await readText(archive, siteFileName, maxSiteBytes);
    assertShallow(Buffer.from(text));
    value = JSON.parse(text);
  } catch (error) {
    return refuse(cutText((error as Error).message, 200));
  }
  const parsed = SiteFile.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, predicate } = firstIssue(parsed.error);
  return refuse(describeFault(path, predicate, 'The file'));
}

/** Groups the files of an export by item. A translation comes after its original. */
async function readItems(
  archive: ZipArchive,
  site: Opened['site'],
): Promise<Pick<Opened, 'items' | 'others'> & { foreign: string[] }> {
  const items = new Map<string, ItemFiles>();
  const others: SourceEntry[] = [];
  const foreign: string[] = [];
  for (const name of archive.names) {
    if (name === siteFileName || (site && name.startsWith(`${assetFolder}/`))) continue;
    const fail = (code: string, message: string, outcome: 'skipped' | 'failed' = 'failed') =>
      others.push({ kind: 'other', source_id: name, title: name, warnings: [], outcome, reason: { code, message } });
    if (site && name.startsWith(`${legalFolder}/`)) {
      fail('legal_text', 'Legal texts are written and published by a person: their versions are evidence.', 'skipped');
      continue;
    }
    if (site && (!name.endsWith('.md') || /(^|\/)[._]/.test(name))) {
      fail('not_markdown', 'The file is neither Markdown nor a file of the site.', 'skipped');
      continue;
    }
    if (!site && !(name.endsWith('.md') && (await isOwnFile(archive, name)))) {
      foreign.push(name);
      continue;
    }
    try {
      const text = await readText(archive, name, maxTextBytes);
      // The export writes an empty file for a text that was destroyed during the export.
      if (text === '') continue;
      const { front } = readMarkdown(text);
      const file = describe(name, front);
      const key = file.source_id;
      const item = items.get(key) ?? { ...file, draft: null, published: null, scheduled: null };
      if (item[file.part] !== null) throw new Error('another file has the same id');
      item[file.part] = name;
      if (file.part === 'draft') Object.assign(item, { kind: file.kind, translation_of: file.translation_of });
      items.set(key, item);
    } catch (error) {
      fail('file_unreadable', cutText((error as Error).message, 300));
    }
  }
  for (const { draft, source_id, published, scheduled } of items.values())
    if (draft === null) {
      items.delete(source_id);
      const reason = { code: 'file_unreadable', message: 'The file of its draft is missing.' };
      const title = published ?? scheduled ?? source_id;
      others.push({ kind: 'other', source_id, title, warnings: [], outcome: 'failed', reason });
    }
  return { items: inOrder([...items.values()]), others, foreign };
}

/**
 * Whether a file outside of an export has the form of one: it names its kind, or is in the folder of a kind that no
 * other system has.
 */
async function isOwnFile(archive: ZipArchive, name: string): Promise<boolean> {
  const [top = ''] = name.split('/');
  const isOfKind = ofExportAlone.some((kind) => name.startsWith(`${kindFolders[kind]}/`));
  if (isOfKind && top !== name) return true;
  try {
    const { front } = readMarkdown(await readText(archive, name, maxTextBytes));
    return kinds.some((kind) => kind === front.kind) && typeof front.id === 'string';
  } catch {
    return false;
  }
}

/** Kinds of texts that only this platform has. */
const ofExportAlone: readonly ContentKind[] = ['document', 'download', 'changelog_entry', 'banner'];

const inOrder = (items: ItemFiles[]): ItemFiles[] =>
  items.toSorted(
    (a, b) =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      Number(a.translation_of !== null) - Number(b.translation_of !== null) ||
      (a.source_id < b.source_id ? -1 : 1),
  );

const shortText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function describe(name: string, front: Record<string, unknown>) {
  const [top = ''] = name.split('/');
  const ofFolder = kinds.find((kind) => kindFolders[kind] === top && name.includes('/'));
  const kind = front.kind === undefined ? (ofFolder ?? 'article') : kinds.find((one) => one === front.kind);
  if (!kind) throw new Error('the kind is unknown');
  const part = front.part === 'published' || front.part === 'scheduled' ? front.part : 'draft';
  const source_id = shortText(front.id) ?? name;
  if (source_id.length > 500) throw new Error('the id is too long');
  return { kind, source_id, translation_of: shortText(front.translation_of), part } as const;
}

function* objectsOf(site: NonNullable<Opened['site']>, archive: ZipArchive): Generator<SourceEntry> {
  const warnings: [] = [];
  for (const data of site.assets) {
    const name = `${assetFolder}/${data.file}`;
    const entry = archive.has(name) ? name : null;
    yield { kind: 'asset', source_id: data.id, title: data.file_name, warnings, data, entry };
  }
  const settings = site.site as ArchivedSite['site'];
  yield { kind: 'site', source_id: settings.id, title: String(settings.name ?? ''), warnings, data: settings };
  for (const { id: source_id, ...data } of site.categories)
    yield { kind: 'category', source_id, title: data.name, warnings, data };
  for (const { id: source_id, avatar_asset_id: avatar, ...data } of site.authors)
    yield { kind: 'author', source_id, title: data.name, warnings, data: { ...data, avatar } };
  const remainingFolders = new Map(site.folders.map((folder) => [folder.id, folder]));
  const take = function* (folder: (typeof site.folders)[number], depth = 0): Generator<SourceEntry> {
    if (!remainingFolders.delete(folder.id)) return;
    const parent = remainingFolders.get(folder.parent_id ?? '');
    if (parent && depth < 20) yield* take(parent, depth + 1);
    const { id: source_id, parent_id, ...data } = folder;
    yield { kind: 'folder', source_id, title: folder.name, warnings, data: { ...data, parent: parent_id } };
  };
  for (const folder of site.folders) yield* take(folder);
}

function* redirectsOf(site: NonNullable<Opened['site']>): Generator<SourceEntry> {
  for (const data of site.redirects)
    yield { kind: 'redirect', source_id: data.from, title: data.from, warnings: [], data };
  for (const { item_id: item, ...rest } of site.slug_redirects) {
    const source_id = `${rest.kind} ${rest.locale} ${rest.slug}`;
    yield { kind: 'redirect', source_id, title: rest.slug, warnings: [], data: { item, ...rest } };
  }
}

const states = ['draft', 'scheduled', 'published', 'archived'] as const;
const ofState = new Set(['id', 'kind', 'part', 'locale', 'slug', 'status', 'translation_of', 'first_published_at']);
for (const name of ['scheduled_at', 'unpublish_at', 'folder_id', 'position']) ofState.add(name);

async function readItem(archive: ZipArchive, files: ItemFiles, publish: boolean): Promise<SourceEntry> {
  const { kind, source_id, translation_of } = files;
  const draftName = files.draft ?? '';
  const read = async (name: string) => readMarkdown(await readText(archive, name, maxTextBytes));
  const { front, body } = await read(draftName);
  const formOf = (file: MarkdownFile) => {
    const fields = Object.fromEntries(Object.entries(file.front).filter(([name]) => !ofState.has(name)));
    if (file.front.body !== null && hasBody(kind, file)) fields.body = file.body;
    return { slug: shortText(file.front.slug), fields };
  };
  const isOurs = archive.has(siteFileName);
  const stated = isOurs ? null : readFolderFields(front, { isJekyll: false });
  const named = states.find((one) => one === front.status) ?? (publish ? 'published' : 'draft');
  const wanted = isOurs || publish || named === 'archived' ? named : 'draft';
  const status = stated !== null && stated.hidden !== null ? 'draft' : wanted;
  const draft = formOf({ front, body });
  const title = titleOf(draft.fields, body, draftName);
  if (kind !== 'banner' && kind !== 'download' && draft.fields.title === undefined) draft.fields.title = title;
  const segment = draftName.split('/')[1] ?? '';
  const item: SourceItem = {
    kind,
    source_id,
    title,
    warnings: [],
    translation_of,
    status,
    locale: shortText(front.locale) ?? (isOurs && /^[a-z]{2}(-[A-Z]{2})?$/.test(segment) ? segment : null),
    scheduled_at: shortText(front.scheduled_at),
    unpublish_at: shortText(front.unpublish_at),
    first_published_at: shortText(front.first_published_at) ?? (status === 'published' ? (stated?.date ?? null) : null),
    folder: shortText(front.folder_id),
    position: typeof front.position === 'number' && Number.isSafeInteger(front.position) ? front.position : 0,
    draft,
    published: files.published === null ? null : formOf(await read(files.published)),
    scheduled: files.scheduled === null ? null : formOf(await read(files.scheduled)),
    html: null,
    html_base: null,
    old_paths: [],
  };
  return item;
}

/** Builds and banners have no text. Documents have one only if their source is a text. */
const hasBody = (kind: ContentKind, { front, body }: MarkdownFile): boolean =>
  kind !== 'download' && kind !== 'banner' && body !== null && (kind !== 'document' || front.source_type === 'text');

const titleOf = (fields: Record<string, unknown>, body: string | null, name: string): string =>
  shortText(fields.title) ??
  shortText(fields.name) ??
  /^#[ \t]+(.{1,200})$/m.exec(body ?? '')?.[1]?.trim() ??
  (name.split('/').at(-1) ?? name).replace(/\.md$/, '');
