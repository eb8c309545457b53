import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { HttpUrl, idOf, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { SiteIdParams } from './fields.ts';

/** Sites that move in and out: an archive of everything, and imports from it and from other systems. */

export const ImportFormat = z.enum(['markdown_zip', 'ghost_json', 'wordpress_wxr']);
export type ImportFormat = z.output<typeof ImportFormat>;

/** Bytes of the longest file that an import takes. */
export const maxImportBytes = 100 * 1_048_576;
/** Files in an archive, and bytes of all of them when they are inflated. */
export const maxArchiveEntries = 5_000;
export const maxArchiveBytes = 500 * 1_048_576;
/** Texts, files and the like of one import. */
export const maxImportEntries = 20_000;
/** Images that one import fetches. */
export const maxFetchedImages = 500;

const Note = z
  .object({
    code: z.string().describe('What it is about, for programs'),
    message: z.string().describe('What it is about'),
  })
  .meta({ id: 'ImportNote' });

export const ImportOutcome = z.enum(['created', 'updated', 'skipped', 'failed']);

const count = z.int().min(0);

const ImportReport = z
  .object({
    created: count.describe('Objects that the import made'),
    updated: count.describe('Objects of an earlier import that the file has in another form now'),
    skipped: count.describe('Objects that stay as they are; the entry says why'),
    failed: count.describe('Objects that could not be taken; the entry says why'),
    warnings: count.describe('Losses and changes on the way; each is named by its entry'),
  })
  .meta({ id: 'ImportReport' });

const importFields = {
  id: Uuid.describe('Id'),
  format: ImportFormat.describe('Format of the file'),
  dry_run: z.boolean().describe('It writes nothing but its report'),
  publish: z.boolean().describe('It publishes what is published in the other system'),
  fetch_images: z.boolean().describe('It fetches images of texts'),
  source_url: z.string().nullable().describe('Address of the former site'),
  file_name: z.string().describe('Name of the file; empty without one'),
  size_bytes: z.int().describe('Size of the file'),
  status: z.enum(['queued', 'running', 'finished', 'failed']).describe('`failed`: `error` says why it stopped'),
  error: Note.nullable().describe('Why the whole file was refused, or the import stopped'),
  report: ImportReport.describe('So far; of a dry run: what it would do'),
  created_at: Timestamp.describe('When the file arrived'),
  created_by: z.string().describe('E-mail of the administrator'),
  started_at: Timestamp.nullable().describe('When the work began'),
  finished_at: Timestamp.nullable().describe('When the work ended'),
};

export const SiteImport = z.object(importFields).meta({ id: 'SiteImport', description: 'An import into a site' });

export const ImportedKind = z.enum([
  'site',
  'category',
  'author',
  'folder',
  'asset',
  'redirect',
  'other',
  'post',
  'article',
  'document',
  'download',
  'changelog_entry',
  'banner',
]);

const ImportEntry = z
  .object({
    source_id: z.string().describe('Its id in the file'),
    kind: ImportedKind.describe('What it is; `other` for what has no place here'),
    title: z.string().describe('Its title, name or path'),
    outcome: ImportOutcome.describe('What became of it'),
    object_id: Uuid.nullable().describe('Id of the object here'),
    reason: Note.nullable().describe('Why it was skipped, or failed'),
    warnings: z.array(Note).describe('What was lost or changed on the way'),
  })
  .meta({ id: 'ImportEntry' });

export const SiteImportWithEntries = z
  .object({
    ...importFields,
    entries: z.array(ImportEntry).describe('What became of each object'),
    next_cursor: z.string().nullable().describe('Cursor of the next entries; null on the last page'),
  })
  .meta({ id: 'SiteImportWithEntries' });

const flag = z.stringbool().default(false);

export const transferEndpoints = feature('Import and export', 'Sites that move in and out.', {
  exportSite: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/export',
    summary: 'Export a whole site as a zip archive',
    description:
      'Every item of every kind and status as Markdown with front matter, `site.json` with settings, categories, authors, folders, redirects and files, and the bytes of the files. It shows the site at one moment; an item that is destroyed while the archive is made is left out. Access tokens of documents, preview tokens and keys of the site are secrets and not in it, nor are former revisions, views and e-mail addresses. Two exports of an unchanged site differ in `exported_at` alone. An archive that is cut off is incomplete. An import takes archives of 5000 files, 100 MiB, and 500 MiB when inflated.',
    produces: 'archive',
    streams: true,
    timeoutSeconds: 60,
    statementSeconds: 30,
    params: SiteIdParams,
    errors: ['site_not_found'],
  }),
  startImport: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/imports',
    status: 202,
    idempotent: true,
    summary: 'Import an archive, or a site of Ghost or WordPress',
    description:
      'The file is stored and worked on in the background; imports of a site run one after another, and five may wait. `markdown_zip` is the format of the export: kinds, statuses, schedules, redirects, folders and languages arrive as they left, `publish` or not. A Markdown file without `status` is a draft, or published with `publish`. `ghost_json` is the export of Ghost, `wordpress_wxr` that of WordPress: posts, pages as articles, tags, category, authors, slugs, dates, covers, and old addresses as redirects. They arrive as drafts; with `publish` what is published or scheduled there is so here. HTML becomes Markdown; of a Ghost post without `html` its words and headings are taken. Comments, members, shortcodes, galleries and missing images are a warning each. Images stay where they are unless `fetch_images`; then 500 of them are fetched at most. Objects are known by their ids in the file: a second import changes nothing, updates what changed in the file, and leaves alone what was edited or removed here since. A slug that is taken gets a number. Settings of the site are taken while those of the site here were never changed; name, address, application and status never are. Documents get new access tokens. A dry run writes nothing but its report; it neither fetches nor decodes images. The audit log has the import, its report the objects. The file is deleted when the import ends; the last 50 reports are kept.',
    params: SiteIdParams,
    query: z.object({
      file_name: text(200).optional().describe('Name of a file that is sent as the bare body'),
      format: ImportFormat.describe('Format of the file'),
      dry_run: flag.describe('Write nothing but the report'),
      publish: flag.describe('Publish what is published in the other system'),
      fetch_images: flag.describe('Fetch images of texts and keep them here'),
      source_url: HttpUrl.optional().describe(
        'Address of the former site: exports of Ghost leave it out, and its images are at it',
      ),
    }),
    upload: { maxBytes: maxImportBytes, types: ['application/octet-stream'], streamed: true },
    timeoutSeconds: 600,
    response: SiteImport,
    errors: ['site_not_found', 'conflict'],
  }),
  listImports: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/imports',
    summary: 'List imports, newest first',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: SiteImport,
    errors: ['site_not_found'],
  }),
  getImport: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/imports/{import_id}',
    summary: 'Read an import with a page of its entries',
    description: 'Entries are in the order of the work. `next_cursor` leads to the next ones.',
    params: SiteIdParams.extend({ import_id: idOf('import_id', 'Id of the import') }),
    query: z.object({
      ...pageQuery,
      outcome: ImportOutcome.optional().describe('Only these entries'),
      with_warnings: z.stringbool().optional().describe('Only entries with warnings, or without any'),
    }),
    response: SiteImportWithEntries,
    errors: ['site_not_found', 'import_not_found'],
  }),
});
