import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';
import { assets } from './files.ts';
import { ofSite } from './sites.ts';

export const categories = schema.table(
  'categories',
  {
    id: uuid('id').primaryKey(),
    site_id: ofSite(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    /** By locale. */
    names: jsonb('names').$type<Record<string, string>>().notNull().default({}),
    description: text('description'),
    /** By locale. */
    descriptions: jsonb('descriptions').$type<Record<string, string>>().notNull().default({}),
    position: integer('position').notNull(),
    version: integer('version').notNull(),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [unique('categories_slug').on(t.site_id, t.slug)],
);

export const authors = schema.table(
  'authors',
  {
    id: uuid('id').primaryKey(),
    site_id: ofSite(),
    /** Null for a row of the release before; the job `name-authors` fills it. */
    slug: text('slug'),
    name: text('name').notNull(),
    /** By locale. */
    names: jsonb('names').$type<Record<string, string>>().notNull().default({}),
    bio: text('bio'),
    /** By locale. */
    bios: jsonb('bios').$type<Record<string, string>>().notNull().default({}),
    avatar_asset_id: uuid('avatar_asset_id').references(() => assets.id),
    url: text('url'),
    version: integer('version').notNull(),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    index('authors_of_site').on(t.site_id, t.id),
    uniqueIndex('authors_slug').on(t.site_id, t.slug),
    index('authors_without_slug').on(t.id).where(sql`slug IS NULL`),
  ],
);

/** Folders of the knowledge base, five levels at most. */
export const folders = schema.table(
  'folders',
  {
    id: uuid('id').primaryKey(),
    site_id: ofSite(),
    parent_id: uuid('parent_id'),
    name: text('name').notNull(),
    /** By locale. */
    names: jsonb('names').$type<Record<string, string>>().notNull(),
    description: text('description'),
    position: integer('position').notNull(),
    version: integer('version').notNull(),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [index('folders_of_site').on(t.site_id, t.parent_id)],
);
