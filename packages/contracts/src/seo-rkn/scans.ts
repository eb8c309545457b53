import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { idOf, line, pageQuery, Timestamp, TimeZone, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';

/** Audits of sites: the crawler and its work. */

export const ScanState = z.enum(['queued', 'running', 'succeeded', 'partial', 'failed', 'canceled']);
export type ScanState = z.output<typeof ScanState>;

export const ScanPhase = z.enum(['robots', 'crawl', 'render', 'analyse', 'psi']);
export type ScanPhase = z.output<typeof ScanPhase>;

const mebibyte = 1_048_576;

/** A path with `*` for any characters. */
const PathGlob = z
  .string()
  .max(500)
  .regex(/^\/[^\s?#]*$/, 'has to be a path that begins with a slash, such as /blog/*; `*` stands for any characters')
  .meta({ example: '/blog/*' });

const integer = (min: number, max: number) => z.int().min(min).max(max);

const limits = {
  max_pages: integer(1, 50_000).describe('Limit of fetched pages'),
  max_depth: integer(1, 50).describe('Limit of clicks from the home page or a listed page'),
  max_minutes: integer(1, 720).describe('Limit of the duration of the crawl in minutes'),
  concurrency: integer(1, 16).describe('Limit of concurrent requests'),
  interval_ms: integer(0, 10_000).describe('Milliseconds between the starts of two requests'),
  max_body_bytes: integer(65_536, 10 * mebibyte)
    .describe('Limit of the size of a decoded page in bytes')
    .meta({ example: 5 * mebibyte }),
  render: z
    .enum(['never', 'auto', 'always'])
    .describe(
      'Pages that a browser renders, 100 at most: no pages, pages whose HTML is only a shell for scripts, or all pages',
    ),
  ignore_robots: z.boolean().describe('Fetch what robots.txt disallows'),
  include: z.array(PathGlob).max(50).describe('Path patterns to include; all paths when empty'),
  exclude: z.array(PathGlob).max(50).describe('Path patterns to exclude'),
  psi_pages: integer(0, 20).describe(
    'Pages whose speed is measured, where the platform has a key of PageSpeed Insights',
  ),
};

/** Options of a scan. */
export const ScanOptions = z.object(limits).meta({ id: 'ScanOptions' });
export type ScanOptions = z.output<typeof ScanOptions>;

/** Options of a scan for which neither the caller nor the site has others. */
export const defaultScanOptions: ScanOptions = {
  max_pages: 500,
  max_depth: 10,
  max_minutes: 60,
  concurrency: 4,
  interval_ms: 250,
  max_body_bytes: 5 * mebibyte,
  render: 'auto',
  ignore_robots: false,
  include: [],
  exclude: [],
  psi_pages: 3,
};

/** Options that the caller names; the rest comes from the settings of the site, or of the platform. */
export const ScanOptionsPatch = z
  .strictObject(z.object(limits).partial().shape)
  .meta({ id: 'ScanOptionsPatch', example: { max_pages: 100 } });

const count = z.int().min(0);

const ScanError = z
  .object({ code: z.string().describe('Code of the reason'), message: z.string().describe('Human-readable reason') })
  .meta({ id: 'ScanError' });

/** How far a scan is. */
export const ScanProgress = z
  .object({
    pages_done: count.describe('Pages that were fetched'),
    pages_planned: count.describe('Pages to fetch, fetched pages included'),
    failed: count.describe('Pages that gave no answer, or a server error'),
    skipped: z.record(z.string(), count).describe('Addresses that were left out, by reason'),
    checks_done: count.describe(
      'Requests behind the crawl that were made: links to other sites, images, samples of speed',
    ),
    checks_planned: count.describe('Requests behind the crawl, made ones included; 0 before they are known'),
    eta_seconds: z.int().nullable().describe('Estimated remaining seconds of the phase; null if unknown'),
  })
  .meta({ id: 'ScanProgress', description: 'Progress of a scan' });

const Scan = z
  .object({
    id: Uuid.describe('Id'),
    state: ScanState.describe('`partial`: limits or failures made the scan incomplete; `error` has the reason'),
    waiting_for: z
      .enum(['host', 'process'])
      .nullable()
      .optional()
      .describe(
        'What a queued scan waits for: `host`, another scan of the same host; `process`, a free process. Null for other states; only in the answer of a single scan',
      ),
    phase: ScanPhase.nullable().describe('Current phase; null before the start'),
    trigger: z.enum(['manual', 'schedule']).describe('Trigger of the scan'),
    origin: z.string().describe('Origin of the site at the start of the scan'),
    options: ScanOptions.describe('Limits'),
    progress: ScanProgress,
    issues: z
      .object({
        found: count.describe('Issues that the scan found'),
        opened: count.describe('New and reopened issues'),
        resolved: count.describe('Resolved issues'),
        stale: count.describe('Open issues that the scan could not judge'),
      })
      .nullable()
      .describe('Changes by the scan; null before it ends'),
    rule_version: z.string().describe('Version of the rules'),
    error: ScanError.nullable().describe('Reason for a failed or partial scan'),
    created_at: Timestamp.describe('Time of the request'),
    created_by: z.string().nullable().describe('E-mail of the administrator; null for a schedule'),
    started_at: Timestamp.nullable().describe('When the work began'),
    finished_at: Timestamp.nullable().describe('When the work ended'),
  })
  .meta({ id: 'SeoScan', description: 'An audit of a site' });
export const SeoScan = Scan;

export const StartedScan = z
  .object({
    scan: Scan.describe('The scan'),
    joined: z.boolean().describe('Whether the scan was already open; then this call started nothing'),
  })
  .meta({ id: 'StartedSeoScan' });

const ScanParams = SiteIdParams.extend({ scan_id: idOf('scan_id', 'Id of the scan') });

export const seoScanEndpoints = seoFeature({
  startSeoScan: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/seo/scans',
    status: 202,
    repeatable: true,
    summary: 'Start an audit of a site',
    description:
      'The crawler starts at the home page, published texts, sitemaps and open issues, and follows links. It reads `robots.txt` as `AppPlatformBot`, sends only GET and HEAD requests, and connects only to public addresses. If the platform has a browser, pages whose HTML is only a shell for scripts are rendered (`render`). Requests of their scripts have the same restrictions, and nothing is clicked. Defaults: 500 pages, depth 10, 60 minutes, 4 concurrent requests, 250 ms between their starts, 5 MiB a page, 3 pages measured with PageSpeed Insights. One scan of a site is open at a time: a second call returns the open scan with `joined: true`. `interval_ms` below 100, `ignore_robots` and more than 5000 pages require the role `admin` (`forbidden`) and a verified host (`host_not_verified`). A host is verified if a verified property of a connected search console covers it, or if the operator lists it in `SAFE_FETCH_ALLOWED_HOSTS`.',
    params: SiteIdParams,
    body: ScanOptionsPatch,
    response: StartedScan,
    audit: Scan,
    errors: ['site_not_found', 'website_url_missing', 'host_not_verified', 'address_refused', 'forbidden'],
  }),
  listSeoScans: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/scans',
    summary: 'List audits of a site, newest first',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: Scan,
    errors: ['site_not_found'],
  }),
  getSeoScan: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/scans/{scan_id}',
    summary: 'Read an audit and its progress',
    params: ScanParams,
    response: Scan,
    errors: ['site_not_found', 'scan_not_found'],
  }),
  cancelSeoScan: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/seo/scans/{scan_id}/cancel',
    repeatable: true,
    summary: 'Cancel an audit',
    description:
      'The audit stops within two seconds. Fetched pages are kept; no issue is resolved. It cannot be undone: start another audit.',
    params: ScanParams,
    response: Scan,
    errors: ['site_not_found', 'scan_not_found', 'scan_finished'],
  }),
});

const Weekday = z.int().min(1).max(7);

const Schedule = z
  .strictObject({
    every: z.enum(['off', 'day', 'week', 'month']).describe('Interval of the schedule'),
    weekday: Weekday.default(1).describe('Weekday for `week`; 1 is Monday'),
    hour: z.int().min(0).max(23).default(4).describe('Hour of the day in `timezone`'),
    timezone: TimeZone.default('Europe/Moscow').describe('Time zone of the schedule'),
  })
  .meta({ id: 'AuditSchedule' });
export type AuditSchedule = z.output<typeof Schedule>;

const ScheduleChoice = Schedule.extend({
  timezone: TimeZone.optional().describe(
    'Time zone of the schedule; when absent, that of the site at the time of the call',
  ),
}).meta({ id: 'AuditScheduleChoice' });

const neverStarts: AuditSchedule = { every: 'off', weekday: 1, hour: 4, timezone: 'Europe/Moscow' };

const settings = {
  scan: ScanOptionsPatch.default({}).describe(
    'Options of scans of this site that differ from the defaults of the platform',
  ),
  schedules: z
    .strictObject({
      seo: Schedule.default(neverStarts).describe('Schedule of audits'),
      rkn: Schedule.default(neverStarts).describe('Schedule of personal-data scans'),
    })
    .default({ seo: neverStarts, rkn: neverStarts })
    .describe('Schedules of scans'),
  overrides: z
    .array(
      z.strictObject({
        issue_type: line(64).describe('A type of `origin: extended`'),
        off: z.boolean().default(false).describe('Whether the type is not reported'),
        weight: z
          .union([z.literal(2), z.literal(8), z.literal(20), z.literal(40)])
          .nullable()
          .default(null)
          .describe('Weight instead of the weight of the rule'),
      }),
    )
    .max(50)
    .default([])
    .describe('Extended types with their own settings for this site'),
  brand_words: z
    .array(text(60))
    .max(20)
    .default([])
    .describe('Names at the end of titles; they are removed before titles are compared'),
};

const chosen = {
  ...settings,
  schedules: z
    .strictObject({
      seo: ScheduleChoice.prefault({ every: 'off' }).describe('Schedule of audits'),
      rkn: ScheduleChoice.prefault({ every: 'off' }).describe('Schedule of personal-data scans'),
    })
    .prefault({})
    .describe('Schedules of scans'),
};

/** Settings that an administrator chooses. */
export const SeoChosenSettings = z.object(settings);

export const SeoSettings = z
  .object({
    ...settings,
    indexnow_key: z
      .string()
      .describe('Public key of the site for IndexNow: the site serves it as text at `/<key>.txt`')
      .meta({ example: '5f0c3a1be2d94c7f8a6b5d4e3c2b1a09' }),
  })
  .meta({ id: 'SeoSettings' });

export const seoSettingsEndpoints = seoFeature({
  getSeoSettings: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/settings',
    summary: 'Read the settings of audits',
    params: SiteIdParams,
    response: SeoSettings,
    errors: ['site_not_found'],
  }),
  putSeoSettings: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/cms/sites/{site_id}/seo/settings',
    summary: 'Replace the settings of audits',
    description:
      'Types of the specification cannot be turned off and their weights cannot be changed (`validation_failed`).',
    params: SiteIdParams,
    body: z.strictObject(chosen).meta({ id: 'SeoSettingsPut', example: { brand_words: ['Ромашка'] } }),
    response: SeoSettings,
    errors: ['site_not_found', 'host_not_verified'],
  }),
  runSeoTick: endpoint({
    method: 'POST',
    path: '/v1/internal/seo/tick',
    summary: 'Start due audits',
    description:
      'Starts at most 20 due audits, requests at most 20 due syncs of search consoles, and removes facts of pages after their retention.',
    repeatable: true,
    auth: 'worker',
    rate: 'worker',
    schedule: { everySeconds: 60 },
    timeoutSeconds: 60,
    response: z
      .object({
        scans_started: count.describe('Audits that were started'),
        synced: count.describe('Search consoles whose sync was requested'),
        pings: count.describe('Changed addresses that were due for IndexNow'),
        pruned: count.describe('Scans whose pages were removed'),
      })
      .meta({ id: 'SeoTick' }),
  }),
});
