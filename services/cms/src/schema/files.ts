import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, primaryKey, real, text, unique, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';
import { ofSite } from './sites.ts';

/**
 * Bytes in the file store, shared by all sites. A row is written before the bytes are, so that no file is
 * without one.
 */
export const files = schema.table(
  'files',
  {
    /** Made from the content. */
    name: text('name').primaryKey(),
    content_type: text('content_type').notNull(),
    size_bytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** Since when no asset has it; null while one does. */
    unused_since: time('unused_since'),
    created_at: time('created_at').notNull(),
  },
  (t) => [index('files_unused').on(t.unused_since).where(sql`unused_since IS NOT NULL`)],
);

export interface ImageVariant {
  /** Its width in pixels, or `og`. */
  name: string;
  file: string;
  width: number;
  height: number;
}

export const assets = schema.table(
  'assets',
  {
    id: uuid('id').primaryKey(),
    site_id: ofSite(),
    kind: text('kind', { enum: ['image', 'svg', 'pdf', 'file'] }).notNull(),
    file_name: text('file_name').notNull(),
    /** Name of the file in the store. */
    file: text('file')
      .notNull()
      .references(() => files.name),
    /** SHA-256 of what was uploaded, hexadecimal. */
    source_sha256: text('source_sha256').notNull(),
    /** SHA-256 of what is served, hexadecimal. */
    sha256: text('sha256').notNull(),
    content_type: text('content_type').notNull(),
    size_bytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    alt: text('alt'),
    focal_x: real('focal_x').notNull(),
    focal_y: real('focal_y').notNull(),
    placeholder: text('placeholder'),
    variants: jsonb('variants').$type<ImageVariant[]>().notNull(),
    version: integer('version').notNull(),
    created_at: time('created_at').notNull(),
    created_by: text('created_by'),
    /** When its text, name or focal point changed. */
    updated_at: time('updated_at'),
  },
  (t) => [
    unique('assets_source').on(t.site_id, t.source_sha256),
    index('assets_of_file').on(t.file, t.file_name),
    index('assets_of_site').on(t.site_id, t.id),
    index('assets_of_kind').on(t.site_id, t.kind, t.id),
    index('assets_name_part').using('gin', t.file_name.op('gin_trgm_ops')),
    index('assets_variants').using('gin', t.variants.op('jsonb_path_ops')),
  ],
);

/**
 * What uses an asset: fields and texts of draft, scheduled and published revisions, and of the rest.
 */
export const asset_usages = schema.table(
  'asset_usages',
  {
    asset_id: uuid('asset_id')
      .notNull()
      .references(() => assets.id),
    /** A kind of content, `site` or `author`. */
    owner_kind: text('owner_kind').notNull(),
    owner_id: uuid('owner_id').notNull(),
    field: text('field').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.asset_id, t.owner_kind, t.owner_id, t.field] }),
    index('asset_usages_of_owner').on(t.owner_kind, t.owner_id),
  ],
);
