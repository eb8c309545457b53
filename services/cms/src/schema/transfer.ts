import type { ImportedKind, NamedPart } from '@platform/contracts';
import { boolean, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { schema, time } from './common.ts';
import { ofSite } from './sites.ts';

/** A remark of an import, for programs and for people. */
export interface ImportNoteRow {
  code: string;
  message: string;
}

/** Imports into sites. The file is in the store under `file` until the import ends. */
export const imports = schema.table(
  'imports',
  {
    id: uuid('id').primaryKey(),
    site_id: ofSite(),
    format: text('format', { enum: ['markdown_zip', 'ghost_json', 'wordpress_wxr'] }).notNull(),
    dry_run: boolean('dry_run').notNull(),
    publish: boolean('publish').notNull(),
    fetch_images: boolean('fetch_images').notNull(),
    /** Settings that it takes from the file by their names. */
    take: text('take').array().$type<NamedPart[]>().notNull().default([]),
    source_url: text('source_url'),
    file_name: text('file_name').notNull(),
    size_bytes: integer('size_bytes').notNull(),
    /** Key in the file store. */
    file: text('file').notNull(),
    status: text('status', { enum: ['queued', 'running', 'finished', 'failed'] }).notNull(),
    error: jsonb('error').$type<ImportNoteRow>(),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    warnings: integer('warnings').notNull().default(0),
    images_fetched: integer('images_fetched').notNull().default(0),
    /** When it is taken up; null for one that ended. The release before this one writes no value. */
    due_at: time('due_at').defaultNow(),
    lease_until: time('lease_until'),
    lease_fence: integer('lease_fence').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    /* Lease and tries of the release before this one; a trigger keeps both in step. */
    lease_id: uuid('lease_id'),
    attempts: integer('attempts').notNull().default(0),
    created_at: time('created_at').notNull(),
    /** E-mail of an administrator. */
    created_by: text('created_by').notNull(),
    started_at: time('started_at'),
    finished_at: time('finished_at'),
  },
  (t) => [
    index('imports_of_site').on(t.site_id, t.id),
    index('imports_by_status').on(t.status, t.id),
    index('imports_due').on(t.due_at),
  ],
);

/** The report of an import: what became of each object. It is written with the object, in one transaction. */
export const import_entries = schema.table(
  'import_entries',
  {
    import_id: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** In the order of the work. */
    number: integer('number').notNull(),
    kind: text('kind').$type<z.output<typeof ImportedKind>>().notNull(),
    source_id: text('source_id').notNull(),
    title: text('title').notNull(),
    outcome: text('outcome', { enum: ['created', 'updated', 'skipped', 'failed'] }).notNull(),
    object_id: uuid('object_id'),
    reason: jsonb('reason').$type<ImportNoteRow>(),
    warnings: jsonb('warnings').$type<ImportNoteRow[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.import_id, t.number] })],
);

/** Objects of a site that imports made, by their ids in the other system: a second import finds them. */
export const import_sources = schema.table(
  'import_sources',
  {
    site_id: ofSite(),
    /** The other system: a format, and the address of the site where ids are its own. */
    source: text('source').notNull(),
    kind: text('kind').notNull(),
    source_id: text('source_id').notNull(),
    object_id: uuid('object_id').notNull(),
    /** SHA-256 of what the file has of it, hexadecimal; null while the object is not yet made. */
    content_hash: text('content_hash'),
    /** Version or revision that the import wrote: a later one is an edit by a person. */
    written_version: integer('written_version'),
    /** Status that the import gave an item. */
    written_status: text('written_status'),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.source, t.kind, t.source_id] })],
);
