import type { Copies } from './copies.ts';
import type { GeneratorStatement } from './generator-statement.ts';

/** The site that is measured, as SQL. */
export const site = `(SELECT id FROM cms.sites ORDER BY id LIMIT 1)`;
const newestScan = `(SELECT id FROM "seo-rkn".scans WHERE kind = 'seo' AND NOT is_pruned ORDER BY id DESC LIMIT 1)`;
/** A fault of each tenth person, so that a page of the last audit has two. */
const issueTypes = `ARRAY['thin_content','missing_description','missing_title','images_without_alt','cms_seo_readiness']`;
const statusBy = (number: string): string =>
  `(ARRAY['open','resolved','open','resolved','open','resolved','open','ignored','open','resolved'])[1 + ${number} % 10]`;

/**
 * An audit on each day of a year for the site, the same at each size, and one of another site for each
 * thousandth user. The audit that the service made is the last.
 */
const audits = (kind: 'seo' | 'rkn'): Copies => ({
  what: `audits ${kind}`,
  table: '"seo-rkn".scans',
  of: `kind = '${kind}' AND NOT is_pruned`,
  made: `SELECT n, at, uuidv7(at - now()) AS id, ${site} AS site_id
      FROM (SELECT n, now() - n * interval '1 day' AS at FROM generate_series(1, 365) AS n) AS days
    UNION ALL SELECT n, at, uuidv7(at - now()), gen_random_uuid() FROM bench.texts WHERE n % 100 = 0`,
  set: {
    id: 'made.id',
    site_id: 'made.site_id',
    is_pruned: 'true',
    created_at: 'made.at',
    started_at: 'made.at',
    crawl_started_at: 'made.at',
    finished_at: 'made.at',
  },
});

/** @param set SQL of the columns of a copy, with its `status` */
const issues = (
  kind: 'seo' | 'rkn',
  of: string,
  { status, ...set }: Record<string, string> & { status: string },
  made: string,
): Copies => ({
  what: `issues ${kind}`,
  table: '"seo-rkn".issues',
  of,
  made,
  set: {
    id: 'made.id',
    fingerprint: 'gen_random_uuid()',
    status,
    weight: '(ARRAY[2, 8, 8, 20, 40])[1 + made.n / 3 % 5]',
    owner: `(ARRAY['landing_dev','cms_editor','operations','content'])[1 + made.n % 4]`,
    subject: `original.url || '/' || made.n`,
    url: `original.url || '/' || made.n / 2`,
    first_seen_at: 'made.at',
    last_seen_at: 'now()',
    resolved_at: `CASE WHEN ${status} = 'resolved' THEN now() END`,
    resolved_by: `CASE WHEN ${status} = 'resolved' THEN 'scan' END`,
    ...set,
  },
});

/**
 * What audits of a site store: the last one has a page for each twentieth person; two faults of each page;
 * keywords, clusters and what search engines were told.
 */
export const auditStatements: (GeneratorStatement | Copies)[] = [
  audits('seo'),
  audits('rkn'),
  {
    what: 'addresses of the last audit',
    table: '"seo-rkn".scan_urls',
    of: `scan_id = ${newestScan} AND number = 1`,
    made: 'SELECT * FROM bench.texts WHERE n % 2 = 0',
    set: {
      number: '1000 + made.n',
      url_hash: 'gen_random_uuid()',
      url: `original.url || '/' || made.n / 2`,
      item_id: 'made.id',
    },
  },
  {
    what: 'pages of the last audit',
    table: '"seo-rkn".pages',
    of: `scan_id = ${newestScan} AND number = 1`,
    made: 'SELECT n, uuidv7(at - now()) AS id, id AS item_id FROM bench.texts WHERE n % 2 = 0',
    set: {
      id: 'made.id',
      number: '1000 + made.n',
      item_id: 'made.item_id',
      url: `original.url || '/' || made.n / 2`,
      final_url: `original.url || '/' || made.n / 2`,
      is_indexable: 'made.n % 10 <> 0',
      status: 'CASE WHEN made.n % 20 = 0 THEN 404 ELSE 200 END',
      title: `original.title || ' ' || made.n`,
      page_score: '50 + made.n % 50',
      issue_count: '2',
    },
  },
  issues(
    'seo',
    `kind = 'seo' AND variant = ''`,
    {
      status: statusBy('made.n'),
      issue_type: `(${issueTypes})[1 + made.n % 5]`,
      item_id: 'made.item_id',
      origin: `(ARRAY['spec','extended'])[1 + made.n / 7 % 2]`,
    },
    'SELECT n, at, uuidv7(at - now()) AS id, id AS item_id FROM bench.texts',
  ),
  issues(
    'rkn',
    `kind = 'rkn'`,
    {
      status: statusBy('made.n / 10'),
      issue_type: `(ARRAY['form_insecure','policy_incomplete','policy_missing'])[1 + made.n / 100 % 3]`,
    },
    'SELECT n, at, uuidv7(at - now()) AS id FROM bench.texts WHERE n % 10 = 3',
  ),
  {
    what: 'changes of issues',
    table: '"seo-rkn".issue_changes',
    of: 'true',
    made: `SELECT row_number() OVER (ORDER BY id) AS n, id, first_seen_at FROM "seo-rkn".issues`,
    set: { id: 'uuidv7()', issue_id: 'made.id', at: 'made.first_seen_at' },
  },
  {
    what: 'reports',
    table: '"seo-rkn".reports',
    of: 'true',
    made: `SELECT row_number() OVER (ORDER BY id) AS n, id, site_id, finished_at FROM "seo-rkn".scans WHERE kind = 'seo' AND is_pruned`,
    set: {
      id: 'uuidv7(made.finished_at - now())',
      scan_id: 'made.id',
      site_id: 'made.site_id',
      created_at: 'made.finished_at',
    },
  },
  {
    what: 'digests',
    table: '"seo-rkn".digests',
    of: 'true',
    made: `SELECT n, at, uuidv7(at - now()) AS id, ${site} AS site_id
        FROM (SELECT n, now() - n * interval '7 days' AS at FROM generate_series(1, 52) AS n) AS weeks
      UNION ALL SELECT n, at, uuidv7(at - now()), gen_random_uuid() FROM bench.texts WHERE n % 100 = 0`,
    set: { id: 'made.id', site_id: 'made.site_id', created_at: 'made.at' },
  },
  {
    what: 'scores of texts',
    table: '"seo-rkn".readiness_scores',
    of: 'true',
    made: `SELECT * FROM bench.texts WHERE status = 'published' AND kind IN ('post', 'article')`,
    set: { item_id: 'made.id', kind: 'made.kind', scored_at: 'made.at', seo_score: '50 + made.n % 50' },
  },
  {
    what: 'keywords',
    table: '"seo-rkn".keywords',
    of: 'true',
    made: 'SELECT n, gen_random_uuid() AS id FROM bench.texts WHERE n % 2 = 0',
    set: {
      id: 'made.id',
      query: `'notes ' || made.n`,
      url: `'http://localhost/blog/' || made.n`,
      source: `(ARRAY['google','yandex','import','content'])[1 + made.n / 2 % 4]`,
      impressions: 'made.n * 7919 % 10007',
      clicks: 'made.n % 10',
      position: '1 + made.n % 40',
    },
  },
  {
    what: 'clusters',
    table: '"seo-rkn".clusters',
    of: 'true',
    made: 'SELECT n, gen_random_uuid() AS id FROM bench.texts WHERE n % 10 = 0',
    set: {
      id: 'made.id',
      key: `'notes ' || made.n`,
      head: `'notes ' || made.n`,
      impressions: 'made.n * 7919 % 10007',
      relation: `(ARRAY['gap','mapped','cannibal'])[1 + made.n / 10 % 3]`,
      decision: `(ARRAY['new','accepted','rejected'])[1 + made.n / 30 % 3]`,
    },
  },
  {
    what: 'addresses for search engines and measured pages',
    text: `INSERT INTO "seo-rkn".indexnow_urls (id, site_id, url_hash, url, state, changed_at, due_at, sent_at, http_status)
        SELECT uuidv7(at - now()), ${site}, gen_random_uuid(), 'http://localhost/blog/' || n, 'accepted', at, at, at, 200 FROM bench.texts WHERE n % 2 = 0;
      INSERT INTO "seo-rkn".recrawl_urls (id, site_id, url_hash, url, changed_at, sent_at)
        SELECT uuidv7(at - now()), ${site}, gen_random_uuid(), 'http://localhost/blog/' || n, now() - interval '1 hour', now() FROM bench.texts WHERE n % 2 = 0;
      INSERT INTO "seo-rkn".psi_results (id, site_id, url_hash, url, strategy, state, score, requested_at, measured_at, due_at)
        SELECT uuidv7(at - now()), ${site}, gen_random_uuid(), 'http://localhost/blog/' || n, (ARRAY['mobile','desktop'])[1 + n / 5 % 2], 'done', n % 100,
               now() - interval '1 day', now() - interval '1 day', now() - interval '1 day' FROM bench.texts WHERE n % 5 = 0;
      INSERT INTO "seo-rkn".scan_findings (scan_id, issue_id, weight)
        SELECT (SELECT id FROM "seo-rkn".scans WHERE kind = 'seo' ORDER BY id LIMIT 1), id, weight FROM "seo-rkn".issues WHERE kind = 'seo' ON CONFLICT DO NOTHING;
      UPDATE "seo-rkn".scans SET pages_done = made.pages, pages_planned = made.pages
        FROM (SELECT count(*)::int AS pages FROM "seo-rkn".pages) AS made WHERE id = ${newestScan};
      UPDATE "seo-rkn".issue_summaries SET tasks = NULL`,
  },
];
