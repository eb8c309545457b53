import type pg from 'pg';
import type { Examples } from './example-values.ts';
import { site } from './generate-audits.ts';

const published = (kind: string) => `slug LIKE 'growth-${kind}-%' AND status = 'published'`;
const item = (kind: string) => `SELECT id::text AS value FROM cms.items WHERE ${published(kind)} ORDER BY id LIMIT 1`;
const slug = (kind: string) => `SELECT slug AS value FROM cms.items WHERE ${published(kind)} ORDER BY id LIMIT 1`;
const newestScan = (kind: string) =>
  `SELECT id::text AS value FROM "seo-rkn".scans WHERE kind = '${kind}' AND NOT is_pruned ORDER BY id DESC LIMIT 1`;
/** The row in the middle of a table, as text. */
const middle = (table: string, column = 'id', condition = 'true') =>
  `SELECT ${column}::text AS value FROM ${table} WHERE ${condition}
    ORDER BY id LIMIT 1 OFFSET (SELECT count(*) / 2 FROM ${table} WHERE ${condition})`;

/** Statements that find an example each, by the resource that contracts name. */
const statements: Record<string, string> = {
  content_item_id: item('post'),
  post_id: item('post'),
  post_slug: slug('post'),
  article_id: item('article'),
  article_slug: slug('article'),
  cms_document_id: item('document'),
  document_slug: slug('document'),
  document_token: `SELECT access_token AS value FROM cms.items WHERE ${published('document')} LIMIT 1`,
  changelog_entry_id: item('changelog'),
  changelog_slug: slug('changelog'),
  download_id: `SELECT id::text AS value FROM cms.items WHERE slug = 'growth-download'`,
  banner_id: `SELECT id::text AS value FROM cms.items WHERE slug = 'growth-banner'`,
  category_id: 'SELECT id::text AS value FROM bench.fifty WHERE n = 5',
  author_id: 'SELECT id::text AS value FROM bench.fifty WHERE n = 8',
  folder_id: 'SELECT id::text AS value FROM bench.fifty WHERE n = 8',
  asset_id: middle('cms.assets'),
  // Images share the bytes of one original.
  cms_asset_name: `SELECT file AS value FROM cms.assets WHERE kind = 'file' ORDER BY id LIMIT 1`,
  import_id: 'SELECT import_id::text AS value FROM cms.import_entries LIMIT 1',
  lead_id: middle('cms.leads'),
  ticket_id: middle('cms.support_tickets'),
  scan_id: newestScan('seo'),
  rkn_scan_id: newestScan('rkn'),
  issue_id: middle('"seo-rkn".issues', 'id', `kind = 'seo'`),
  page_id: middle('"seo-rkn".pages'),
  // Most reports belong to other sites.
  report_id: middle('"seo-rkn".reports', 'id', `site_id = ${site}`),
  brand_id: 'SELECT id::text AS value FROM social.brands ORDER BY id LIMIT 1',
  account_id: `SELECT account_id::text AS value FROM social.variants WHERE ref = 'g7'`,
  variant_id: `SELECT id::text AS value FROM social.variants WHERE ref = 'g7'`,
  idea_id: `SELECT idea_id::text AS value FROM social.variants WHERE ref = 'g7'`,
  approval_id: `SELECT a.id::text AS value FROM social.approvals a JOIN social.variants v ON v.id = a.variant_id WHERE v.ref = 'g7'`,
  plan_run_id: middle('social.plan_runs'),
  experiment_id: middle('social.experiments'),
  'listSocialInsights.week': `SELECT week::text AS value FROM social.insights LIMIT 1`,
  'listSeoIssues.url': middle('"seo-rkn".issues', 'url', `kind = 'seo'`),
  'listRknRules.rule_version': `SELECT rule_version AS value FROM "seo-rkn".scans WHERE kind = 'rkn' ORDER BY id DESC LIMIT 1`,
};

const absent = '00000000-0000-7000-8000-0000000000ff';
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** {@link Examples} of sites, their audits and brands. */
export async function readContentExamples(client: pg.Client): Promise<Examples> {
  const examples: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(statements)) {
    const { rows } = await client.query<{ value: unknown }>(text);
    if (typeof rows[0]?.value !== 'string') throw new Error(`no row of the generated data: ${text}`);
    examples[name] = [rows[0].value];
  }
  return {
    ...examples,
    download_platform: ['windows'],
    content_revision: ['1'],
    strategy_version: ['1'],
    checked_site_document_kind: ['personal_data_consent'],
    checked_document_kind: ['personal_data_consent'],
    'cms.q': ['growth', 'post-1004', 'nobodyatall'],
    'cms.locale': ['ru', 'de'],
    'listLeads.form_code': ['prices', 'none'],
    'listPosts.tag': ['tag4', 'none'],
    'listPosts.category_id': [...(examples.category_id ?? []), absent],
    'listArticles.folder_id': [...(examples.folder_id ?? []), absent],
    'listDocuments.doc_kind': ['guide', 'none'],
    'listDownloads.platform': ['windows', 'none'],
    'listDownloads.channel': ['stable', 'none'],
    'searchSite.q': ['growthword7'],
    'readSearchResults.q': ['growthword7'],
    'listSeoIssues.issue_type': ['thin_content', 'broken_link'],
    'listSeoIssues.item_id': [...(examples.content_item_id ?? []), absent],
    'listRknIssues.code': ['policy_incomplete', 'policy_missing'],
    'listSeoPages.status': ['200', '404', '500'],
    indexable: ['true', 'false'],
    with_warnings: ['true', 'false'],
    'getSeoReadiness.item_type': ['blog'],
    'readSocialCalendar.from': [day(30)],
    'readSocialCalendar.to': [day(24)],
    'getSocialAttribution.from': [day(30)],
    'getSocialAttribution.to': [day(1)],
    'listSocialVariants.account_id': [...(examples.account_id ?? []), absent],
    'listSocialInbox.account_id': [...(examples.account_id ?? []), absent],
    'readSocialCalendar.account_id': examples.account_id ?? [],
    'listTickets.assignee_id': ['00000000-0000-7000-8000-000000000001', absent, 'none'],
  };
}
