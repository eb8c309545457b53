import { cutText } from '@platform/contracts/cut-text';
import { maxImportEntries } from '@platform/contracts/transfer-limits';
import { trimEndCharacters } from '@platform/contracts/trim-characters';
import { JSONParser } from '@streamparser/json';
import {
  RefusedFileError,
  readAll,
  type SourceBytes,
  type SourceEntry,
  type SourceItem,
  type SourceReader,
} from '../entry.ts';
import { wholeAddress } from '../html-dom.ts';
import { wordsOf } from './ghost-documents.ts';
import { depthGuard } from './json-depth.ts';

/** The states of Ghost that readers see or will see; others are drafts here. */
const statuses = new Map<string, 'published' | 'scheduled'>([
  ['published', 'published'],
  ['sent', 'published'],
  ['scheduled', 'scheduled'],
]);

type Row = Record<string, unknown>;

/** Rows of the tables that texts refer to; there are few of them, and they are small. */
interface Tables {
  posts: number;
  tags: Map<string, Row>;
  users: Map<string, Row>;
  tagsOfPost: Map<string, { tag: string; order: number }[]>;
  authorsOfPost: Map<string, { user: string; order: number }[]>;
  metaOfPost: Map<string, Row>;
  /** Rows of tables that are not imported. */
  others: Map<string, number>;
}

const source = 'ghost_json';

/** Tables whose content is not imported, with what a reader of the report calls them. */
const lostTables: Record<string, string> = {
  members: 'members',
  comments: 'comments',
  newsletters: 'newsletters',
  products: 'tiers',
  offers: 'offers',
  snippets: 'snippets',
  custom_theme_settings: 'settings of the theme',
};
/** Rows of all tables, the largest export of the largest blog included. */
const maxRows = 2_000_000;

/**
 * Reads the export of Ghost (`Settings → Export`, https://docs.ghost.org/migration/custom): tables of its
 * database as JSON, `{db: [{meta, data}]}` or `{meta, data}`. It is read twice, in constant memory except for
 * tags, authors and their positions, because tables come in the order of their names, posts before tags.
 */
export function ghostJson(bytes: SourceBytes, options: { source_url: string | null; publish: boolean }): SourceReader {
  let tables: Tables | undefined;
  return {
    async open() {
      tables = await readTables(bytes);
      return { source, assets_base: null, items: [], is_own: false };
    },
    async *entries() {
      if (!tables) throw new Error('the file is not open');
      for (const [id, row] of primaryTags(tables)) yield categoryOf(id, row);
      for (const [id, row] of tables.users) yield authorOf(id, row);
      for await (const { table, row } of rowsOf(bytes)) if (table === 'posts') yield toItem(row, tables, options);
      yield* losses(tables);
    },
    bytes: () => {
      throw new Error('there are no files in it');
    },
  };
}

const refuse = (message: string): never => {
  throw new RefusedFileError('json_unreadable', message);
};

/** Every row of every table, with the name of the table. */
async function* rowsOf(bytes: SourceBytes): AsyncGenerator<{ table: string; row: Row }> {
  const parser = new JSONParser({ paths: ['$.db.*.data.*.*', '$.data.*.*'], keepStack: false });
  const parsedRows: { table: string; row: Row }[] = [];
  let count = 0;
  parser.onValue = ({ value, stack }) => {
    count += 1;
    if (count > maxRows) refuse('The file has too many rows.');
    const table = String(stack.at(-1)?.key ?? '');
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      parsedRows.push({ table, row: value as Row });
  };
  const guard = depthGuard();
  for await (const piece of readAll(bytes)) {
    guard(piece);
    try {
      parser.write(piece);
    } catch (error) {
      if (error instanceof RefusedFileError) throw error;
      refuse(`The file is not JSON: ${cutText((error as Error).message, 200)}`);
    }
    yield* parsedRows.splice(0);
  }
  if (!parser.isEnded) refuse('The file ends too early.');
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const idOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const orderOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

async function readTables(bytes: SourceBytes): Promise<Tables> {
  const tables: Tables = {
    posts: 0,
    tags: new Map(),
    users: new Map(),
    tagsOfPost: new Map(),
    authorsOfPost: new Map(),
    metaOfPost: new Map(),
    others: new Map(),
  };
  const push = <T>(map: Map<string, T[]>, key: string, value: T) => map.set(key, [...(map.get(key) ?? []), value]);
  for await (const { table, row } of rowsOf(bytes)) {
    if (table === 'posts') tables.posts += 1;
    else if (table === 'tags') tables.tags.set(idOf(row.id), pick(row, ['name', 'slug', 'description', 'visibility']));
    else if (table === 'users')
      tables.users.set(idOf(row.id), pick(row, ['name', 'bio', 'website', 'profile_image', 'image']));
    else if (table === 'posts_tags')
      push(tables.tagsOfPost, idOf(row.post_id), { tag: idOf(row.tag_id), order: orderOf(row.sort_order) });
    else if (table === 'posts_authors')
      push(tables.authorsOfPost, idOf(row.post_id), { user: idOf(row.author_id), order: orderOf(row.sort_order) });
    else if (table === 'posts_meta')
      tables.metaOfPost.set(idOf(row.post_id), pick(row, ['meta_title', 'meta_description', 'feature_image_alt']));
    else tables.others.set(table, (tables.others.get(table) ?? 0) + 1);
    if (tables.posts + tables.tags.size + tables.users.size > maxImportEntries)
      throw new RefusedFileError(
        'too_many_entries',
        `The file has more than ${maxImportEntries} posts, tags and authors.`,
      );
  }
  if (tables.posts === 0) refuse('This is not a Ghost export: it has no table `posts`.');
  return tables;
}

const pick = (row: Row, names: string[]): Row => Object.fromEntries(names.map((name) => [name, row[name]]));

const isInternal = ({ name, visibility }: Row): boolean => visibility === 'internal' || String(name).startsWith('#');

/** Tags of a post in their order, those that only templates see left out. */
const tagsOf = (id: string, { tagsOfPost, tags }: Tables) =>
  (tagsOfPost.get(id) ?? [])
    .toSorted((a, b) => a.order - b.order)
    .flatMap(({ tag }) => {
      const row = tags.get(tag);
      return row ? [{ id: tag, row }] : [];
    });

/** Tags that come first at some post: Ghost shows them as the category of the post. */
function primaryTags(tables: Tables): Map<string, Row> {
  const primary = new Map<string, Row>();
  for (const post of tables.tagsOfPost.keys()) {
    const first = tagsOf(post, tables).find(({ row }) => !isInternal(row));
    if (first) primary.set(first.id, first.row);
  }
  return primary;
}

function categoryOf(source_id: string, { name, slug, description }: Row): SourceEntry {
  const data = { slug: textOf(slug) ?? '', name: String(name ?? slug), description: textOf(description), position: 0 };
  return { kind: 'category', source_id, title: data.name, warnings: [], data };
}

function authorOf(source_id: string, { name, bio, website, profile_image, image }: Row): SourceEntry {
  const warnings =
    textOf(profile_image ?? image) === null
      ? []
      : [{ code: 'image_lost', message: 'The picture of the author is not imported.' }];
  const data = { name: String(name ?? ''), bio: textOf(bio), url: textOf(website), avatar: null };
  return { kind: 'author', source_id, title: data.name, warnings, data };
}

/** A moment as ISO text; Ghost wrote numbers of milliseconds and `YYYY-MM-DD hh:mm:ss` in UTC too. */
function momentOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2Z') : value;
  const time = typeof text === 'number' || typeof text === 'string' ? new Date(text) : null;
  return time && Number.isFinite(time.getTime()) && time.getTime() >= 0 ? time.toISOString() : null;
}

function toItem(
  row: Row,
  tables: Tables,
  { source_url, publish }: { source_url: string | null; publish: boolean },
): SourceItem {
  const warnings: SourceItem['warnings'] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  const source_id = idOf(row.id);
  const isPage = row.type === 'page' || row.page === 1 || row.page === true;
  const meta = { ...row, ...tables.metaOfPost.get(source_id) };
  const base = source_url === null ? null : trimEndCharacters(source_url, '/');
  const addressed = (value: unknown) => textOf(value)?.replaceAll('__GHOST_URL__', base ?? '') ?? null;
  // Exports before Ghost 4 have paths where later ones have `__GHOST_URL__`.
  const whole = (value: unknown) => {
    const address = addressed(value);
    return address === null ? null : wholeAddress(address, base);
  };

  const all = tagsOf(source_id, tables);
  const tags = all.filter((tag) => !isInternal(tag.row));
  for (const { row } of all.filter((tag) => isInternal(tag.row)))
    warn('tag_lost', `The internal tag ${row.name} is left out.`);
  const authors = (tables.authorsOfPost.get(source_id) ?? []).toSorted((a, b) => a.order - b.order);
  if (authors.length > 1) warn('authors_lost', 'A text has one author here: the others are left out.');
  const author = authors[0]?.user ?? idOf(row.author_id);

  const was = statuses.get(String(row.status)) ?? 'draft';
  const visibility = textOf(row.visibility) ?? 'public';
  const isPublic = visibility === 'public';
  if (!isPublic)
    warn('visibility_lost', `It is for ${visibility} readers there; texts here are for all, so it arrives as a draft.`);
  if (row.status === 'sent') warn('newsletter_only', 'It was sent as a newsletter only.');
  for (const name of ['codeinjection_head', 'codeinjection_foot', 'custom_template'])
    if (textOf(row[name]) !== null) warn('code_lost', `\`${name}\` is left out.`);
  const isLive = publish && isPublic && row.status !== 'sent' && was !== 'draft';
  const published_at = was === 'draft' ? null : momentOf(row.published_at);

  const written = addressed(row.html);
  const words = written === null ? wordsOf(row) : null;
  if (words) warn('formatting_lost', `It has no \`html\`: words and headings come from \`${words.source}\`.`);
  if (written === null && !words && textOf(row.title) !== null) warn('body_empty', 'It has no text.');
  const title = textOf(row.title) ?? '(untitled)';
  const slug = textOf(row.slug);
  const cover = whole(row.feature_image ?? row.image);
  const text = addressed(words?.markdown) ?? '';
  return {
    kind: isPage ? 'article' : 'post',
    source_id,
    title,
    warnings,
    locale: null,
    translation_of: null,
    status: isLive ? was : 'draft',
    scheduled_at: isLive && was === 'scheduled' ? published_at : null,
    unpublish_at: null,
    first_published_at: isLive && was === 'published' ? published_at : null,
    folder: null,
    position: 0,
    draft: {
      slug,
      fields: {
        title,
        excerpt: textOf(row.custom_excerpt),
        body: base === null ? text : text.replaceAll('](/content/', `](${base}/content/`),
        cover_url: cover,
        cover_alt: textOf(meta.feature_image_alt),
        meta_title: textOf(meta.meta_title),
        meta_description: textOf(meta.meta_description),
        canonical_url: whole(row.canonical_url),
        published_at: was === 'published' ? published_at : null,
        ...(isPage
          ? {}
          : {
              category_id: tags[0]?.id ?? null,
              tags: tags.map((tag) => String(tag.row.name)),
              author_id: tables.users.has(author) ? author : null,
              is_featured: row.featured === 1 || row.featured === true,
            }),
      },
    },
    published: null,
    scheduled: null,
    html: written,
    html_base: base,
    old_paths: was === 'published' && slug !== null ? [`/${slug}/`] : [],
  };
}

/** One entry for each table that is not imported. */
function* losses({ others }: Tables): Generator<SourceEntry> {
  for (const [table, count] of others) {
    const name = lostTables[table] ?? (/^(members|comment|email|donation|subscription)/.test(table) ? table : null);
    if (name === null || count === 0) continue;
    const reason = { code: 'not_taken', message: `${count} rows of ${name} cannot be imported.` };
    yield { kind: 'other', source_id: table, title: name, warnings: [], outcome: 'skipped', reason };
  }
}
