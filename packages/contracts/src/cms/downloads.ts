import { z } from 'zod';
import { versionComparison } from '../app-version.ts';
import { Code, HttpUrl, longText, Timestamp } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { authoringEndpoints } from './authoring-endpoints.ts';
import { itemState, savedWarnings } from './content.ts';
import { optionalText, referenceTo } from './fields.ts';
import { siteRead } from './public-endpoint.ts';
import { authoring, authorQuery, creation, revising } from './texts.ts';

/**
 * SemVer 2.0.0, <https://semver.org>, whose last numbers may be missing: they are zeros. A fourth number is not
 * compared, so two builds that differ in it alone would be one.
 */
const BuildVersion = z
  .string()
  .max(64)
  .regex(
    /^\d{1,15}(\.\d{1,15}){0,2}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/,
    'has to be a version of one to three numbers, such as 1.10.0, 2.0 or 2.0.0-beta.1; a fourth number is the `build_number`',
  )
  .meta({ example: '1.10.0' });

const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'has to be a SHA-256: 64 lower-case hexadecimal digits')
  .meta({ example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' });

const fileCode = Code.meta({ example: 'windows' });

const downloadFields = {
  platform: fileCode.describe('Platform of the build: windows, macos, linux, android …'),
  channel: fileCode.describe('Release channel').meta({ example: 'stable' }),
  arch: fileCode.nullable().describe('Processor; null for any').meta({ example: 'x64' }),
  version: BuildVersion.describe('Semantic version; missing parts are zeros'),
  build_number: z.int().min(0).max(2_147_483_647).nullable().describe('Number of the build'),
  asset_id: referenceTo('asset_id', 'The uploaded file'),
  external_url: HttpUrl.nullable().describe('Address of the external file, or of the page of a store'),
  sha256: Sha256.nullable().describe(
    'SHA-256 of the external file, where it is known; the page of a store has none, and for an uploaded file it is computed',
  ),
  min_os: optionalText(40).describe('Minimum version of the operating system'),
  release_notes: longText(20_000).nullable().describe('Markdown'),
  changelog_entry_id: referenceTo('changelog_entry_id', 'The changelog entry of this version'),
};

/** The fields of a download as a revision stores them. */
export const DownloadFields = z.object(downloadFields);

const downloadDefaults = {
  platform: downloadFields.platform,
  channel: downloadFields.channel.default('stable'),
  arch: downloadFields.arch.default(null),
  version: downloadFields.version,
  build_number: downloadFields.build_number.default(null),
  asset_id: downloadFields.asset_id.default(null),
  external_url: downloadFields.external_url.default(null),
  sha256: downloadFields.sha256.default(null),
  min_os: downloadFields.min_os.default(null),
  release_notes: downloadFields.release_notes.default(null),
  changelog_entry_id: downloadFields.changelog_entry_id.default(null),
};

type Source = { asset_id: unknown; external_url: unknown; sha256: unknown };
const hasOneSource = ({ asset_id, external_url, sha256 }: Source) =>
  asset_id === null ? external_url !== null : external_url === null && sha256 === null;

export const Download = z
  .object({
    ...itemState,
    slug: authoring.slug,
    locale: authoring.locale,
    ...downloadFields,
    published_at: Timestamp.nullable().describe('First publication'),
  })
  .meta({ id: 'Download', description: 'A build as its authors see it' });

export const PublicDownload = z
  .object({
    platform: z.string().describe('Platform of the build'),
    channel: z.string().describe('Release channel'),
    arch: z.string().nullable().describe('Processor; null for any'),
    version: z.string().describe('Semantic version'),
    build_number: z.int().nullable().describe('Number of the build'),
    url: z.string().describe('Address of the file'),
    file_name: z.string().nullable().describe('Name of an uploaded file'),
    size_bytes: z.int().nullable().describe('Size of an uploaded file'),
    sha256: z.string().nullable().describe('SHA-256 of the file, hexadecimal; null where an external address has none'),
    min_os: z.string().nullable().describe('Minimum version of the operating system'),
    release_notes: z
      .string()
      .nullable()
      .describe('Markdown; null in a list for builds behind the newest ones, whose notes have 1 MiB together'),
    release_notes_html: z
      .string()
      .nullable()
      .optional()
      .describe('The release notes as sanitized HTML with absolute addresses; with `format=html` alone'),
    changelog_slug: z.string().nullable().describe('The published changelog entry of this version'),
    published_at: Timestamp.describe('When it was published'),
  })
  .meta({ id: 'PublicDownload' });

const downloads = authoringEndpoints({
  path: '/downloads',
  id: 'download_id',
  resource: 'download_id',
  noun: 'a download',
  plural: 'downloads',
  item: Download,
  saved: Download.extend(savedWarnings('a download')).meta({ id: 'SavedDownload' }),
  listed: Download.omit({ release_notes: true }).meta({ id: 'DownloadEntry' }),
  create: z
    .strictObject({ ...creation, ...downloadDefaults })
    .refine(hasOneSource, {
      message: 'is missing or one too many: send `asset_id`, or `external_url`; `sha256` belongs to `external_url`',
      path: ['asset_id'],
    })
    .meta({
      id: 'DownloadCreate',
      example: {
        platform: 'windows',
        version: '1.10.0',
        asset_id: '0198a3c0-5e1f-7000-8000-000000000001',
      },
    }),
  patch: z.strictObject({ ...revising, ...z.object(downloadFields).partial().shape }).meta({
    id: 'DownloadPatch',
    example: { asset_id: '0198a3c0-5e1f-7000-8000-000000000001', external_url: null, sha256: null },
  }),
  query: z.object({
    ...authorQuery,
    platform: z.string().max(63).optional().describe('Only of this platform'),
    channel: z.string().max(63).optional().describe('Only of this channel'),
  }),
});

const buildQuery = {
  channel: z.string().max(63).default('stable').describe('Only builds of this channel'),
  arch: z.string().max(63).optional().describe('Only builds for this processor or for any processor'),
};
const platformParam = {
  platform: z.string().describe('Platform of the caller').meta({ resource: 'download_platform' }),
};

const notesFormat = z.literal('html').optional().describe('`html` includes the release notes as HTML');

const list = siteRead(
  '/downloads',
  {},
  {
    summary: 'List published downloads, newest version first',
    query: z.object({
      platform: z.string().max(63).optional().describe('Only of this platform'),
      channel: z.string().max(63).optional().describe('Only of this channel'),
      format: notesFormat,
    }),
    response: z.array(PublicDownload),
  },
);
const latest = siteRead('/downloads/{platform}/latest', platformParam, {
  summary: 'Read the newest build for a platform; null when there is none',
  query: z.object({
    ...buildQuery,
    current_version: z
      .string()
      .max(64)
      .optional()
      .describe(`Current version of the caller. ${versionComparison}`)
      .meta({ example: '1.10.0' }),
    format: notesFormat,
  }),
  response: PublicDownload.extend({
    update_available: z
      .boolean()
      .optional()
      .describe('Whether it is newer than `current_version`; absent without a `current_version` that is a version'),
  })
    .meta({ id: 'LatestDownload' })
    .nullable()
    .meta({ id: 'LatestDownloadOrNone' }),
});

export const downloadEndpoints = feature('Downloads', 'Builds of an application, by platform and channel.', {
  listDownloads: downloads.list,
  createDownload: downloads.create,
  getDownload: downloads.get,
  updateDownload: downloads.update,
  deleteDownload: downloads.remove,
  readDownloads: list.ofSite,
  readApplicationDownloads: list.ofApplication,
  readLatestDownload: latest.ofSite,
  readApplicationLatestDownload: latest.ofApplication,
  openLatestDownload: endpoint({
    method: 'GET',
    auth: 'site_key',
    rate: 'public_sites',
    params: latest.ofSite.params,
    path: '/v1/sites/{site_code}/downloads/{platform}/latest/file',
    summary: 'Redirect to the file of the newest build, for a download button',
    description: 'Answers 302 to the file. The key may be in the query, because a link sends no headers.',
    status: 302,
    query: z.object({
      ...buildQuery,
      public_key: z.string().max(64).optional().describe('Public key of the site, instead of the header'),
    }),
    response: z.null(),
    errors: ['content_not_found'],
  }),
});
