import { cutText } from '@platform/contracts/cut-text';
import { numberedSlug, slugOf } from '../../content/make-slug.ts';
import type { Note, SourceEntry, SourceFile, SourceItem } from '../entry.ts';
import { readForeignMarkdown, readMarkdown } from '../front-matter.ts';
import { importTargets } from '../import-address.ts';
import { type FolderFields, readFolderFields } from './folder-fields.ts';
import { type FolderIndex, indexFolder, plainPath } from './folder-index.ts';
import {
  describePage,
  detectLayout,
  type FolderLayout,
  type FolderPage,
  formerPath,
  markdownEnding,
} from './folder-layout.ts';
import { convertFolderText } from './folder-text.ts';
import { readInheritedFields } from './inherited-fields.ts';
import { readText, type ZipArchive } from './zip-archive.ts';

const maxTextBytes = 2 * 1_048_576;

/** A text of the folder, without its words. */
interface FolderItem {
  name: string;
  page: FolderPage;
  fields: FolderFields;
  slug: string;
  formerPaths: string[];
  /** The file that it is a translation of. */
  translationOf: string | null;
  /** What translations of one text have in common. */
  translationKey: string;
  fault: string | null;
}

interface FolderSection {
  title: string | null;
  description: string | null;
  position: number;
}

/** Texts of a folder that another system wrote. */
export interface MarkdownFolder {
  items: SourceFile['items'];
  entries(options: { publish: boolean }): AsyncGenerator<SourceEntry>;
}

/**
 * Reads the front matter of all texts of an archive that another system wrote.
 * @param names files that are not read by their own rules
 */
export async function openFolder(archive: ZipArchive, names: readonly string[]): Promise<MarkdownFolder> {
  const layout = detectLayout(archive.names);
  const sections = await readSections(archive, layout);
  const knownAuthors = await readAuthors(archive);
  const inherited = await readInheritedFields(archive, layout);
  const others: SourceEntry[] = [];
  const files: FolderItem[] = [];
  const takenSlugs = new Set<string>();
  for (const name of names.filter((one) => markdownEnding.test(one)).toSorted()) {
    const page = describePage(name, layout);
    if (!page) {
      others.push(other(name, 'skipped', 'not_content', 'The file is no content of the site.'));
      continue;
    }
    try {
      const { front: ownFront, body, fault } = readForeignMarkdown(await readText(archive, name, maxTextBytes));
      const front = inherited.merge(name, page, ownFront);
      const fields = readFolderFields(front, { isJekyll: layout.generator === 'jekyll' });
      if (page.isSection) {
        const { title, position } = fields;
        const description = typeof fields.fields.meta_description === 'string' ? fields.fields.meta_description : null;
        if (page.kind === 'article')
          sections.set(page.folders.join('/'), { title, description, position: position ?? 0 });
        // A section without words is a folder alone; a list of posts has no page here.
        if (page.kind === 'post' || page.folders.length === 0 || body.trim() === '') {
          others.push(other(name, 'skipped', 'section', 'It describes a list of texts.'));
          continue;
        }
      }
      for (const author of fields.authors) Object.assign(author, knownAuthors.get(author.key));
      const wanted = wantedSlug(page, fields, front, layout);
      const slug = freeSlug(wanted, `${page.kind} ${fields.locale ?? page.locale ?? ''}`, takenSlugs);
      const former = formerPath(page, layout.generator, pathFacts(page, fields), name);
      files.push({
        name,
        page,
        fields,
        slug,
        fault,
        translationOf: null,
        translationKey: translationKeyOf(page, front),
        formerPaths: [...fields.oldPaths, ...(former === null ? [] : [former])],
      });
    } catch (error) {
      others.push(other(name, 'failed', 'file_unreadable', cutText((error as Error).message, 300)));
    }
  }
  const paths = new Map(
    files.flatMap(({ name, formerPaths }) => formerPaths.map((path) => [plainPath(path), name] as const)),
  );
  const index = indexFolder(archive.names, layout, new Set(files.map(({ name }) => name)), paths);
  linkTranslations(files, inherited.defaultLocale);
  // A translation comes after its original.
  const ordered = files.toSorted(
    (a, b) =>
      Number(a.page.kind !== 'post') - Number(b.page.kind !== 'post') ||
      Number(a.translationOf !== null) - Number(b.translationOf !== null) ||
      (a.name < b.name ? -1 : 1),
  );
  return {
    items: ordered.map(({ name, page, fields, slug }) => ({
      kind: page.kind,
      source_id: name,
      slug,
      locale: fields.locale ?? page.locale,
    })),
    async *entries({ publish }) {
      yield* categoriesOf(ordered);
      yield* authorsOf(ordered);
      yield* foldersOf(ordered, sections);
      const taken = new Set<string>();
      for (const file of ordered) {
        const item = await readItem(archive, file, { layout, index, publish });
        for (const name of filesOf(item)) {
          if (taken.has(name)) continue;
          taken.add(name);
          yield assetOf(name);
        }
        yield item;
      }
      yield* others;
      for (const name of names)
        if (!taken.has(name) && !markdownEnding.test(name))
          yield other(name, 'skipped', 'not_markdown', 'The file is neither Markdown nor a file that a text shows.');
    },
  };
}

const other = (name: string, outcome: 'skipped' | 'failed', code: string, message: string): SourceEntry => ({
  kind: 'other',
  source_id: name,
  title: name,
  warnings: [],
  outcome,
  reason: { code, message },
});

/** Translations have one place in the folder, or one name for it (`translationKey` of Hugo). */
function translationKeyOf(page: FolderPage, front: Record<string, unknown>): string {
  const named = front.translationKey ?? front.translationkey;
  return typeof named === 'string' ? `${page.kind} key ${named}` : `${page.kind} path ${page.path}`;
}

/** Names the original of each translation: the text without a language, or in the default one, or the first one. */
function linkTranslations(files: readonly FolderItem[], defaultLocale: string | null): void {
  const localeOf = ({ fields, page }: FolderItem) => fields.locale ?? page.locale;
  for (const group of Map.groupBy(files, ({ translationKey }) => translationKey).values()) {
    const original =
      group.find((file) => localeOf(file) === null) ??
      group.find((file) => localeOf(file) === defaultLocale) ??
      group[0];
    const locales = new Set(original ? [localeOf(original)] : []);
    for (const file of group) {
      if (file === original || locales.has(localeOf(file))) continue;
      locales.add(localeOf(file));
      file.translationOf = original?.name ?? null;
    }
  }
}

/** Facts that the former path of a text is made from. */
const pathFacts = (page: FolderPage, { slug, categories, date }: FolderFields) => ({
  slug: slug === null ? null : (slug.split('/').filter(Boolean).at(-1) ?? null),
  categories,
  date: page.date ?? date,
});

function wantedSlug(
  page: FolderPage,
  fields: FolderFields,
  front: Record<string, unknown>,
  { generator }: FolderLayout,
): string {
  const id = generator === 'docusaurus' && typeof front.id === 'string' ? front.id : null;
  const given = fields.slug?.split('/').filter(Boolean).at(-1);
  const ofSection = page.isSection ? page.folders.at(-1) : undefined;
  return slugOf(given ?? id ?? ofSection ?? page.base);
}

function freeSlug(wanted: string, scope: string, taken: Set<string>): string {
  let slug = wanted;
  for (let number = 2; taken.has(`${scope} ${slug}`); number += 1) slug = numberedSlug(wanted, number);
  taken.add(`${scope} ${slug}`);
  return slug;
}

/** Names of directories in files of Docusaurus (`_category_.json`). */
async function readSections(archive: ZipArchive, layout: FolderLayout): Promise<Map<string, FolderSection>> {
  const sections = new Map<string, FolderSection>();
  for (const name of archive.names) {
    const directory = /^(.*\/)_category_\.(?:json|ya?ml)$/.exec(name)?.[1];
    const page = directory === undefined ? null : describePage(`${directory}_index.md`, layout);
    if (!page) continue;
    const front = await readSettings(archive, name);
    const { position } = readFolderFields(front, { isJekyll: false });
    const label = typeof front.label === 'string' ? front.label : null;
    const description = typeof front.description === 'string' ? front.description : null;
    sections.set(page.folders.join('/'), { title: label, description, position: position ?? page.number ?? 0 });
  }
  return sections;
}

/** Authors of Docusaurus and Jekyll, by the names that texts use. */
async function readAuthors(archive: ZipArchive): Promise<Map<string, Partial<FolderFields['authors'][number]>>> {
  const authors = new Map<string, Partial<FolderFields['authors'][number]>>();
  for (const name of archive.names.filter((one) => /(?:^|\/)(?:blog|_data)\/authors\.ya?ml$/.test(one)))
    for (const [key, value] of Object.entries(await readSettings(archive, name))) {
      const [author] = readFolderFields({ author: value }, { isJekyll: false }).authors;
      if (author) authors.set(key, { name: author.name, url: author.url, bio: author.bio });
    }
  return authors;
}

/** A file of settings as an object; empty for one that cannot be read, because texts do not depend on it. */
async function readSettings(archive: ZipArchive, name: string): Promise<Record<string, unknown>> {
  try {
    const text = await readText(archive, name, 200_000);
    return readMarkdown(`---\n${text}\n---\n`).front;
  } catch {
    return {};
  }
}

const categoryId = (name: string): string => `category:${name.toLowerCase()}`;

function* categoriesOf(files: readonly FolderItem[]): Generator<SourceEntry> {
  const names = new Map<string, string>();
  for (const { page, fields } of files)
    if (page.kind === 'post' && fields.categories[0] !== undefined)
      if (!names.has(categoryId(fields.categories[0])))
        names.set(categoryId(fields.categories[0]), fields.categories[0]);
  for (const [source_id, name] of names)
    yield {
      kind: 'category',
      source_id,
      title: name,
      warnings: [],
      data: { slug: '', name, description: null, position: 0 },
    };
}

function* authorsOf(files: readonly FolderItem[]): Generator<SourceEntry> {
  const authors = new Map<string, FolderFields['authors'][number]>();
  for (const { page, fields } of files) {
    const [author] = fields.authors;
    if (page.kind === 'post' && author && !authors.has(author.key)) authors.set(author.key, author);
  }
  for (const { key, name, url, bio } of authors.values())
    yield {
      kind: 'author',
      source_id: `author:${key}`,
      title: name,
      warnings: [],
      data: { name, bio, url, avatar: null },
    };
}

/** Directories of articles, each after the one above it. */
function* foldersOf(
  files: readonly FolderItem[],
  sections: ReadonlyMap<string, FolderSection>,
): Generator<SourceEntry> {
  const paths = new Set<string>();
  for (const { page } of files)
    page.folders.forEach((_, at) => void paths.add(page.folders.slice(0, at + 1).join('/')));
  for (const path of [...paths].toSorted()) {
    const section = sections.get(path);
    const name = section?.title ?? path.split('/').at(-1) ?? path;
    const parent = path.includes('/') ? `dir:${path.slice(0, path.lastIndexOf('/'))}` : null;
    const data = {
      parent,
      name,
      names: {},
      description: section?.description ?? null,
      position: section?.position ?? 0,
    };
    yield { kind: 'folder', source_id: `dir:${path}`, title: name, warnings: [], data };
  }
}

const assetOf = (name: string): SourceEntry => {
  const file_name = name.split('/').at(-1) ?? name;
  const data = { id: name, file: name, file_name, alt: null, focal_x: 0.5, focal_y: 0.5, variants: [] };
  return { kind: 'asset', source_id: name, title: name, warnings: [], data, entry: name };
};

/** Files of the archive that a text shows. */
function filesOf({ draft: { fields } }: SourceItem): string[] {
  const cover = typeof fields.cover_asset_id === 'string' ? [fields.cover_asset_id] : [];
  const inText = importTargets(String(fields.body ?? '')).flatMap(({ type, name }) => (type === 'file' ? name : []));
  return [...cover, ...inText];
}

async function readItem(
  archive: ZipArchive,
  { name, page, fields, slug, fault, formerPaths, translationOf }: FolderItem,
  { layout, index, publish }: { layout: FolderLayout; index: FolderIndex; publish: boolean },
): Promise<SourceItem> {
  const notes = new Map<string, Note>();
  const warn = (code: string, message: string) => void notes.set(`${code} ${message}`, { code, message });
  for (const { code, message } of fields.notes) warn(code, message);
  const { body: source } = readForeignMarkdown(await readText(archive, name, maxTextBytes));
  const body = convertFolderText(source, {
    generator: layout.generator,
    isMdx: /\.mdx$/i.test(name),
    resolve: (address) => index.resolve(name, address),
    resolveName: (given) => index.resolveName(name, given),
    warn,
  });
  const title = fields.title ?? firstHeading(body) ?? nameOf(name, page, layout);
  const isPost = page.kind === 'post';
  if (fault !== null) warn('front_matter_unreadable', `${fault}. It arrives as a draft, with the block in its text.`);
  const hidden = page.isDraft ? 'draft' : fields.hidden;
  if (hidden !== null)
    warn('not_public', `Its source does not show it (${cutText(hidden, 60)}): it arrives as a draft.`);
  if (fields.slug !== null && fields.slug.split('/').filter(Boolean).at(-1) !== slug)
    warn('slug_changed', `The slug ${cutText(fields.slug, 100)} became ${slug}.`);
  if (fields.unknown.length > 0)
    warn('fields_lost', cutText(`Fields that the platform does not have: ${fields.unknown.join(', ')}.`, 500));
  const [category, ...moreCategories] = fields.categories;
  const [author, ...moreAuthors] = fields.authors;
  if (isPost && moreCategories.length > 0)
    warn('category_lost', cutText(`A post has one category here; left out: ${moreCategories.join(', ')}.`, 500));
  if (isPost && moreAuthors.length > 0) warn('authors_lost', 'A text has one author here: the others are left out.');
  if (!isPost && fields.tags.length + fields.categories.length > 0)
    warn('tag_lost', 'Articles have neither tags nor a category.');
  if (!isPost && author) warn('authors_lost', 'Articles have no author.');

  const date = fields.date ?? (page.date === null ? null : `${page.date}T00:00:00.000Z`);
  const isHidden = hidden !== null || fault !== null;
  const stated = fields.status ?? (publish ? 'published' : 'draft');
  // Nothing of another system is shown unless the import is asked to publish.
  const wanted = publish || stated === 'archived' ? stated : 'draft';
  const status = isHidden && wanted !== 'archived' ? 'draft' : wanted;
  const folder = page.folders.join('/');
  return {
    kind: page.kind,
    source_id: name,
    title,
    warnings: [...notes.values(), ...coverNotes(fields, name, index)],
    locale: fields.locale ?? page.locale,
    translation_of: translationOf,
    status,
    scheduled_at: status === 'scheduled' ? (fields.scheduled_at ?? date) : null,
    unpublish_at: status === 'published' || status === 'scheduled' ? fields.unpublish_at : null,
    first_published_at: status === 'published' ? date : null,
    folder: folder === '' || isPost ? null : `dir:${folder}`,
    position: isPost ? 0 : (fields.position ?? page.number ?? 0),
    draft: {
      slug,
      fields: {
        title,
        body,
        ...fields.fields,
        ...coverOf(fields, name, index, archive),
        published_at: date,
        ...(isPost
          ? {
              category_id: category === undefined ? null : categoryId(category),
              tags: fields.tags,
              author_id: author ? `author:${author.key}` : null,
              is_featured: fields.isFeatured,
            }
          : {}),
      },
    },
    published: null,
    scheduled: null,
    html: null,
    html_base: null,
    old_paths: isHidden ? [] : [...new Set(formerPaths)],
  };
}

const firstHeading = (body: string): string | null =>
  /^#[ \t]+(.{1,200})$/m
    .exec(body)?.[1]
    ?.replace(/[ \t]+#+$/, '')
    .trim() ?? null;

const nameOf = (name: string, page: FolderPage, { generator }: FolderLayout): string =>
  generator === null
    ? (name.split('/').at(-1) ?? name).replace(markdownEnding, '')
    : ((page.isSection ? page.folders.at(-1) : null) ?? page.base);

/** The cover of a text: a file of the archive, an address, or the image of its directory that has such a name. */
function coverOf(
  { cover }: FolderFields,
  name: string,
  index: FolderIndex,
  archive: ZipArchive,
): Record<string, unknown> {
  if (cover === null) {
    const directory = /^(.*\/)index\.[^/]+$/.exec(name)?.[1];
    const image =
      directory &&
      archive.names.find(
        (one) =>
          one.startsWith(directory) &&
          /^(?:cover|featured?)[^/]*\.(?:png|jpe?g|webp|gif|avif)$/i.test(one.slice(directory.length)),
      );
    return image ? { cover_asset_id: image } : {};
  }
  if (/^https?:\/\//.test(cover)) return { cover_url: cover };
  const target = index.resolveName(name, cover);
  return target?.type === 'file' ? { cover_asset_id: target.name } : {};
}

const coverNotes = ({ cover }: FolderFields, name: string, index: FolderIndex): Note[] =>
  cover === null || /^https?:\/\//.test(cover) || index.resolveName(name, cover)?.type === 'file'
    ? []
    : [{ code: 'image_lost', message: `The cover is not in the archive: ${cutText(cover, 200)}` }];
