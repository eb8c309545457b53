import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { FileName, HttpUrl, idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { SiteIdParams } from './fields.ts';
import { maxImportBytes } from './transfer-limits.ts';

/** Sites that move in and out: an archive of everything, and imports from it and from other systems. */

export const ImportFormat = z.enum(['markdown_zip', 'ghost_json', 'wordpress_wxr']);
export type ImportFormat = z.output<typeof ImportFormat>;

const Note = z
  .object({
    code: z.string().describe('Code of the note'),
    message: z.string().describe('Text of the note'),
  })
  .meta({ id: 'ImportNote' });

export const ImportOutcome = z.enum(['created', 'updated', 'skipped', 'failed']);

const count = z.int().min(0);

const ImportReport = z
  .object({
    created: count.describe('Objects that the import created'),
    updated: count.describe('Objects of an earlier import that changed in the file'),
    skipped: count.describe('Unchanged objects; the entry has the reason'),
    failed: count.describe('Objects that could not be imported; the entry has the reason'),
    warnings: count.describe('Warnings about lost or changed content; each warning is in its entry'),
  })
  .meta({ id: 'ImportReport' });

/** Parts of an archive that give rights or lead visitors to other sites. They are taken only by name. */
export const NamedPart = z.enum([
  'url_templates',
  'links',
  'allowed_origins',
  'staff_may_publish',
  'embed_providers',
  'external_redirects',
]);
export type NamedPart = z.output<typeof NamedPart>;

const importFields = {
  id: Uuid.describe('Id'),
  format: ImportFormat.describe('Format of the file'),
  dry_run: z.boolean().describe('Dry run: it writes only its report'),
  publish: z.boolean().describe('Whether it publishes content that is published in the other system'),
  fetch_images: z.boolean().describe('Whether it fetches images of texts'),
  take: z.array(NamedPart).describe('Settings that it takes from the file by their names'),
  source_url: z.string().nullable().describe('Address of the former site'),
  file_name: z.string().describe('Name of the file; empty without one'),
  size_bytes: z.int().describe('Size of the file'),
  status: z.enum(['queued', 'running', 'finished', 'failed']).describe('`failed`: `error` has the reason'),
  error: Note.nullable().describe('Reason for the refusal of the whole file, or for the stop of the import'),
  report: ImportReport.describe('Counts so far; for a dry run, the counts of what it would do'),
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
    source_id: z.string().describe('Id of the object in the file'),
    kind: ImportedKind.describe('Kind of the object; `other` for an object that the platform does not have'),
    title: z.string().describe('Title, name or path of the object'),
    outcome: ImportOutcome.describe('Result for the object'),
    object_id: Uuid.nullable().describe('Id of the object in the platform'),
    reason: Note.nullable().describe('Reason if it was skipped or failed'),
    warnings: z.array(Note).describe('Warnings about lost or changed content'),
  })
  .meta({ id: 'ImportEntry' });

const ImportLoss = z
  .object({
    code: z.string().describe('Code of the notes'),
    count: count.describe('Notes with the code, up to 50 of an object'),
    examples: z
      .array(
        z
          .object({
            kind: ImportedKind.describe('Kind of the object'),
            title: z.string().describe('Title, name or path of the object'),
            message: z.string().describe('Text of the note'),
          })
          .meta({ id: 'ImportLossExample' }),
      )
      .describe('The first three of them'),
  })
  .meta({ id: 'ImportLoss' });

export const SiteImportWithEntries = z
  .object({
    ...importFields,
    losses: z
      .array(ImportLoss)
      .describe(
        'Everything that was lost, changed or left out, by its code, the most frequent first; also of a dry run. On the first page; empty on later ones',
      ),
    entries: z.array(ImportEntry).describe('Result for each object'),
    next_cursor: z.string().nullable().describe('Cursor of the next entries; null on the last page'),
  })
  .meta({ id: 'SiteImportWithEntries' });

const flag = z.stringbool().default(false);

const take = z
  .string()
  .transform((names) => names.split(','))
  .pipe(z.array(NamedPart).max(NamedPart.options.length))
  .default([])
  .describe(
    'Settings that the import takes from the file, comma-separated: `url_templates`, `links`, `allowed_origins`, `staff_may_publish`, `embed_providers`; `external_redirects` takes redirects to other hosts',
  )
  .meta({ example: 'url_templates,links' });

export const transferEndpoints = feature('Import and export', 'Import and export of whole sites.', {
  exportSite: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/export',
    summary: 'Export a whole site as a zip archive',
    description:
      'The archive has every item of every kind and status as Markdown with front matter, `site.json` with settings, categories, authors, folders, redirects and files, the legal texts of the site (published version and changed draft) under `legal/`, and the bytes of the files. It is a snapshot of the site at one moment; an item that is deleted during the export is left out. The archive has no secrets: no access tokens of documents, preview tokens or keys of the site. It also has no earlier revisions or versions, views or e-mail addresses. Two exports of an unchanged site differ only in `exported_at`. A truncated archive is incomplete. An import accepts archives of at most 5000 files, 100 MiB, and 500 MiB when inflated.',
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
      'The file is stored and processed in the background. Imports of a site run one after another; at most five may wait. `markdown_zip` is the format of the export: kinds, statuses, schedules, redirects, folders and languages are kept, with and without `publish`. It is also a folder of Hugo, Jekyll, Astro, Docusaurus or Obsidian: front matter in YAML, TOML or JSON, posts, pages and directories, dates, tags, categories, authors, covers, former addresses, links between files and images of the archive. With `publish`, its texts are published, except for those that their source does not show: drafts, private and expired texts become drafts, a text with a date ahead is scheduled, and more than two years ahead it is a draft. `ghost_json` is the export of Ghost, and `wordpress_wxr` is the export of WordPress. From them, the import takes posts, pages (as articles), tags, the category, authors, slugs, dates, covers, and old addresses (as redirects). These items become drafts; with `publish`, items that are published or scheduled in the other system keep that status, and no item that it does not show is published. HTML is converted to Markdown; from a Ghost post without `html`, the words and headings are taken. Each comment, member, shortcode, gallery and missing image gives a warning, and `losses` counts everything that is lost by its code, with examples, also in a dry run. Legal texts of an archive are skipped. Images stay at their addresses unless `fetch_images` is set; then at most 500 images are fetched. Objects are identified by their ids in the file. A second import of the same file changes nothing. An object that changed in the file is updated; an object that was edited or removed in the platform since the import stays unchanged. A slug that is already in use gets a number. Language, time zone, description, colour and logo of the site are imported only if the settings in the platform were never changed; name, address, application and status are never imported. Settings that give rights or lead visitors to other places (`url_templates`, `links`, `allowed_origins`, `staff_may_publish`, `embed_providers`) and redirects to other hosts are imported only if `take` names them, then also over changed settings. Without `take`, the report has a warning for each one that differs. To copy a site, read the warnings of a dry run and name in `take` what you want. Documents get new access tokens. A dry run writes only its report, and neither fetches nor decodes images. The audit log records the import; the report lists the objects. The file is deleted when the import ends. The last 50 reports are kept.',
    params: SiteIdParams,
    query: z.object({
      file_name: FileName.optional().describe('Name of a file that is sent as the bare body'),
      format: ImportFormat.describe('Format of the file'),
      dry_run: flag.describe('Dry run: write only the report'),
      publish: flag.describe('Publish content that is published in the other system'),
      fetch_images: flag.describe('Fetch images of texts and store them in the platform'),
      take,
      source_url: HttpUrl.optional().describe(
        'Address of the former site, where its images are; exports of Ghost do not contain it',
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
    description: 'Entries are in the order of processing. `next_cursor` is the cursor of the next page.',
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
