import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { kinds, schema, time, tsvector } from './common.ts';
import { ofSite } from './sites.ts';
import { authors, categories, folders } from './taxonomy.ts';

/** One text, build or banner in one language. Its fields are in its revisions. */
export const items = schema.table(
  'items',
  {
    id: uuid('id').primaryKey(),
    site_id: ofSite(),
    kind: text('kind', { enum: kinds }).notNull(),
    locale: text('locale').notNull(),
    /** Id of the first item of the group of translations, possibly the item itself. */
    group_id: uuid('group_id').notNull(),
    status: text('status', { enum: ['draft', 'scheduled', 'published', 'archived'] }).notNull(),
    /** Optimistic lock: counts every change. */
    lock_version: integer('lock_version').notNull(),
    /** The newest revision: the draft. */
    revision: integer('revision').notNull(),
    published_revision: integer('published_revision'),
    scheduled_revision: integer('scheduled_revision'),
    scheduled_at: time('scheduled_at'),
    unpublish_at: time('unpublish_at'),
    schedule_error: text('schedule_error'),
    first_published_at: time('first_published_at'),
    /** Of the newest revision, for lists of authors. */
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    /** Value that is unique among items of this site and kind; null if only the slug is unique. */
    unique_key: text('unique_key'),
    /** Folder and position in the knowledge base. It takes effect at once and is in no revision. */
    folder_id: uuid('folder_id').references(() => folders.id),
    position: integer('position').notNull().default(0),
    /** Opens a document without a credential. */
    access_token: text('access_token').unique('items_access_token'),
    /**
     * When readers began to get it otherwise without a publication of it: it moved or was rendered again, its address
     * token changed, or readers lost a translation of it.
     */
    context_changed_at: time('context_changed_at'),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
    /** E-mail of an administrator. */
    updated_by: text('updated_by'),
  },
  (t) => [
    unique('items_slug').on(t.site_id, t.kind, t.locale, t.slug),
    uniqueIndex('items_unique_key').on(t.site_id, t.kind, t.unique_key),
    uniqueIndex('items_translation').on(t.group_id, t.locale),
    index('items_of_site').on(t.site_id, t.kind, t.id),
    // The orders of lists of editors.
    index('items_by_change').on(t.site_id, t.kind, t.updated_at, t.id),
    index('items_by_title').on(t.site_id, t.kind, sql`${t.title} COLLATE "C"`, t.id),
    index('items_of_folder').on(t.folder_id),
    index('items_calendar').on(t.site_id, sql`coalesce(${t.scheduled_at}, ${t.first_published_at})`),
    // The owner of a database may create the extension pg_trgm, because it is a trusted one.
    index('items_title_part').using('gin', t.title.op('gin_trgm_ops')),
    index('items_slug_part').using('gin', t.slug.op('gin_trgm_ops')),
    index('items_scheduled').on(t.scheduled_at).where(sql`scheduled_at IS NOT NULL`),
    index('items_expiring').on(t.unpublish_at).where(sql`unpublish_at IS NOT NULL`),
  ],
);

/** The tags among the fields of a revision in lower case, as a list in JSON. */
export const foldedTags = (fields: SQLWrapper): SQL =>
  sql`lower((${fields} -> 'tags')::text COLLATE "und-x-icu")::jsonb`;

/** Append-only. The fields of the kind as they were. */
export const revisions = schema.table(
  'revisions',
  {
    item_id: uuid('item_id')
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    slug: text('slug').notNull(),
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    author: text('author'),
    note: text('note'),
    /** The revision was published once, so it is never deleted. */
    was_published: boolean('was_published').notNull().default(false),
    created_at: time('created_at').notNull(),
    /** When the editor began to save by itself, without a pause; null for a save of a person. */
    autosaved_since: time('autosaved_since'),
    /** When a later autosaved revision took its place: no list shows it, and it is deleted a day later. */
    superseded_at: time('superseded_at'),
  },
  (t) => [
    primaryKey({ columns: [t.item_id, t.revision] }),
    index('revisions_by_age').on(t.created_at),
    index('revisions_superseded').on(t.superseded_at).where(sql`superseded_at IS NOT NULL`),
    // Fields that lists of authors filter by. The value of each is an array or a text.
    index('revisions_of_category').on(sql`(${t.fields} -> 'category_id')`, t.item_id),
    index('revisions_of_author').on(sql`(${t.fields} -> 'author_id')`, t.item_id),
    index('revisions_of_document_kind').on(sql`(${t.fields} -> 'doc_kind')`, t.item_id),
    index('revisions_of_platform').on(sql`(${t.fields} -> 'platform')`, t.item_id),
    index('revisions_of_channel').on(sql`(${t.fields} -> 'channel')`, t.item_id),
    index('revisions_folded_tags').using('gin', sql`(${foldedTags(t.fields)}) jsonb_path_ops`),
  ],
);

/** What readers see: one row for a published item, rendered. */
export const publications = schema.table(
  'publications',
  {
    item_id: uuid('item_id')
      .primaryKey()
      .references(() => items.id, { onDelete: 'cascade' }),
    site_id: ofSite(),
    kind: text('kind', { enum: kinds }).notNull(),
    locale: text('locale').notNull(),
    group_id: uuid('group_id').notNull(),
    slug: text('slug').notNull(),
    revision: integer('revision').notNull(),
    title: text('title').notNull(),
    /** The fields of the revision except for the body. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    /** Markdown. */
    body: text('body'),
    /** The rendered body, safe to be put into a page. */
    html: text('html'),
    /** The body without markup, for snippets of search results. */
    plain_text: text('plain_text'),
    /** Headings, length and the like of the rendered body. */
    outline: jsonb('outline').$type<Record<string, unknown>>().notNull(),
    category_id: uuid('category_id').references(() => categories.id),
    author_id: uuid('author_id').references(() => authors.id),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    unique_key: text('unique_key'),
    /** Filter value of lists, by kind of content: the kind of a document, the platform of a build. */
    facet: text('facet'),
    /** Release channel of a build, audience of a banner. */
    channel: text('channel'),
    /** Sorts as text: a semantic version, or the priority of a banner. */
    sort_key: text('sort_key'),
    starts_at: time('starts_at'),
    ends_at: time('ends_at'),
    is_indexable: boolean('is_indexable').notNull(),
    published_at: time('published_at').notNull(),
    updated_at: time('updated_at').notNull(),
    search: tsvector('search'),
  },
  (t) => [
    unique('publications_slug').on(t.site_id, t.kind, t.locale, t.slug),
    uniqueIndex('publications_unique_key').on(t.site_id, t.kind, t.unique_key),
    index('publications_by_date').on(t.site_id, t.kind, t.locale, t.published_at.desc(), t.item_id.desc()),
    index('publications_of_group').on(t.group_id),
    index('publications_of_category').on(t.category_id),
    index('publications_of_author').on(t.author_id),
    index('publications_by_sort_key').on(t.site_id, t.kind, t.facet, t.channel, t.sort_key),
    // Without `fastupdate`, each publication updates the index itself, and no search scans a pending list.
    index('publications_search').using('gin', t.search).with({ fastupdate: false }),
    index('publications_tags').using('gin', t.tags),
    // Texts that an older renderer made are rendered again.
    index('publications_by_renderer').on(sql`coalesce(${t.outline} -> 'renderer', '1'::jsonb)`, t.item_id),
  ],
);

/** Tombstones: addresses at which a text was published, and none is now. */
export const removed_texts = schema.table(
  'removed_texts',
  {
    site_id: ofSite(),
    kind: text('kind', { enum: kinds }).notNull(),
    locale: text('locale').notNull(),
    slug: text('slug').notNull(),
    /** The address that readers had; null for a site without one, and of rows of the release before. */
    url: text('url'),
    removed_at: time('removed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.site_id, t.kind, t.locale, t.slug] }),
    index('removed_texts_by_time').on(t.site_id, t.removed_at),
    index('removed_texts_by_age').on(t.removed_at),
  ],
);

/** An earlier slug of an item. It redirects to the present slug, so redirect chains cannot arise. */
export const slug_redirects = schema.table(
  'slug_redirects',
  {
    id: uuid('id').primaryKey(),
    site_id: ofSite(),
    kind: text('kind', { enum: kinds }).notNull(),
    locale: text('locale').notNull(),
    slug: text('slug').notNull(),
    item_id: uuid('item_id')
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    unique('slug_redirects_slug').on(t.site_id, t.kind, t.locale, t.slug),
    index('slug_redirects_of_item').on(t.item_id),
  ],
);

/** Redirects that administrators made. */
export const redirects = schema.table(
  'redirects',
  {
    id: uuid('id').primaryKey(),
    site_id: ofSite(),
    from_path: text('from_path').notNull(),
    to_url: text('to_url'),
    status: integer('status').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [unique('redirects_from').on(t.site_id, t.from_path)],
);

/** Links of published texts to addresses of their own site. */
export const internal_links = schema.table(
  'internal_links',
  {
    item_id: uuid('item_id')
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    site_id: ofSite(),
    path: text('path').notNull(),
  },
  (t) => [primaryKey({ columns: [t.item_id, t.path] }), index('internal_links_by_path').on(t.site_id, t.path)],
);

/** Tokens that show a draft to their bearer. */
export const preview_tokens = schema.table(
  'preview_tokens',
  {
    id: uuid('id').primaryKey(),
    item_id: uuid('item_id')
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    /** SHA-256, hexadecimal. */
    token_hash: text('token_hash').notNull().unique('preview_tokens_hash'),
    /** Null for the newest revision at the time of the read. */
    revision: integer('revision'),
    expires_at: time('expires_at').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [index('preview_tokens_of_item').on(t.item_id), index('preview_tokens_by_end').on(t.expires_at)],
);

/** Visitors of an article on a day of its site. */
export const article_views = schema.table(
  'article_views',
  {
    item_id: uuid('item_id')
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    site_id: ofSite(),
    day: date('day').notNull(),
    views: integer('views').notNull(),
  },
  (t) => [primaryKey({ columns: [t.item_id, t.day] }), index('article_views_of_site').on(t.site_id, t.day)],
);
