import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { seoRkn } from '@platform/contracts';
import { dayOf } from '@platform/runtime';
import { rknDefectIds, startRknSiteServer } from '@platform/sandbox';
import { eventually } from '@platform/testing';
import { page } from './site.ts';
import { type Result, startRkn, type TestRkn } from './start-rkn.ts';

type Server = Awaited<ReturnType<typeof startRknSiteServer>>;

let t: TestRkn;
let defects: Server;
let clean: Server;
beforeAll(async () => {
  defects = await startRknSiteServer(rknDefectIds);
  clean = await startRknSiteServer([]);
  const hosts = [defects, clean].map(({ origin }) => new URL(origin).host).join(',');
  t = await startRkn({ env: { SAFE_FETCH_ALLOWED_HOSTS: hosts } });
  const filed = { registry_status: 'filed' as const, crossborder_status: 'filed' as const };
  await t.client.putRknProfile({
    params: t.params,
    body: { subject_type: 'ooo', ...filed },
    headers: { 'if-match': '*' },
  });
});
afterAll(async () => {
  await t.stop();
  await Promise.all([defects.close(), clean.close()]);
  expect(t.errors()).toEqual([]);
});
beforeEach(() => {
  t.own.leads = [];
  t.own.documents = [];
});

const codes = ({ issues }: Pick<Result, 'issues'>): string[] => issues.map(({ code }) => code).sort();

test('the clean twin has score 100 and no finding', async () => {
  const result = await t.scanRkn(clean.origin);
  expect(result.scan).toMatchObject({ state: 'succeeded', phase: 'analyse', error: null });
  expect(result).toMatchObject({ score: 100, risk: 'low', issues: [], ignored: [], rules_outdated: false });
  expect(result.exposure).toMatchObject({ confirmed: { min: 0, max: 0 }, detected: { min: 0, max: 0 } });
  // The place of a server on this machine is unknown: that rule alone could not be judged.
  expect(result.unverified).toEqual([{ code: 'hosting_outside_ru', reason: 'unknown_place' }]);
  expect(result.coverage_score).toBeGreaterThan(90);
  expect(clean.journal().filter((path) => path.startsWith('/forms'))).toEqual(['/forms']);
});

test('the violating site has each finding once, with place, method, acceptance and law', async () => {
  const result = await t.scanRkn(defects.origin);
  const wanted = defects.site().manifest.flatMap(({ findings }) => findings);
  const seen = wanted.filter(({ without_browser }) => without_browser !== 'unseen').map(({ code }) => code);
  expect(codes(result)).toEqual(seen.sort());
  for (const issue of result.issues) {
    expect(issue.where.url).toMatch(/^http:\/\/127/);
    expect([issue.how, issue.acceptance[0], issue.law[0]?.act].every((text) => (text ?? '').length > 2)).toBe(true);
  }
  expect(result.issues.find(({ code }) => code === 'consent_prechecked')).toMatchObject({
    // It was seen for sure; the law that it rests on is marked P, so it counts as no more than detected.
    certainty: 'confirmed',
    effective_certainty: 'detected',
    where: { url: `${defects.origin}/zayavka/consultation`, selector: 'input[name="pd_consent"]' },
  });
  expect(result.score).toBeLessThan(40);
  expect(result.risk).toBe('critical');
  expect(result.exposure?.confirmed?.min).toBeGreaterThan(0);
  const { data: doc } = await t.client.getRknDeveloperDoc({
    params: { ...t.params, scan_id: result.scan.id },
    query: { locale: 'en' },
  });
  expect(doc.items).toHaveLength(result.issues.length);
  expect(doc.markdown).toContain('`consent_prechecked` · high · confirmed, counts as detected by its law');
  expect(doc.markdown).toContain('This is no legal advice');
  const events = await t.published(seoRkn.events.rknScanFinished);
  expect(events.at(-1)).toMatchObject({ scan_id: result.scan.id, state: 'succeeded', score: result.score });
});

test('a box that is ticked is found, and is resolved by a recheck when it is mended', async () => {
  const { data: before } = await t.client.getLatestRknScan({ params: t.params, query: {} });
  const issue = before.issues.find(({ code }) => code === 'consent_prechecked');
  expect(issue?.law[0]).toMatchObject({ act: '152-ФЗ', article: '9 ч.1' });
  // Not fixed: a recheck keeps it.
  await t.recheck(issue?.id ?? '');
  const read = async () => {
    const { data } = await t.client.listRknIssues({ params: t.params, query: { code: 'consent_prechecked' } });
    return data[0];
  };
  expect(await read()).toMatchObject({ status: 'open' });
  expect(defects.fix('consent_prechecked')).toBe(true);
  await t.recheck(issue?.id ?? '');
  expect(await read()).toMatchObject({ status: 'resolved', resolved_by: 'recheck' });
  const { data: after } = await t.client.getLatestRknScan({ params: t.params, query: {} });
  expect(codes(after)).toEqual(codes(before).filter((code) => code !== 'consent_prechecked'));
});

test('findings are ignored, come back, and are stale where a scan could not judge them', async () => {
  const { data: before } = await t.client.getLatestRknScan({ params: t.params, query: {} });
  const idOf = (code: string) => before.issues.find((one) => one.code === code)?.id ?? '';
  const set = (code: string, status: 'ignored' | 'resolved') =>
    t.client.updateRknIssue({ params: { ...t.params, issue_id: idOf(code) }, body: { status } });
  await set('form_foreign_endpoint', 'ignored');
  await set('form_no_consent', 'resolved');
  defects.fix('csp_missing');
  const { data: latest } = await t.client.getLatestRknScan({ params: t.params, query: {} });
  expect(latest.ignored.map(({ code }) => code)).toEqual(['form_foreign_endpoint']);
  const again = await t.scanRkn(defects.origin);
  expect(again.scan.issues).toMatchObject({ resolved: 1, stale: 0 });
  expect(again.ignored.map(({ code }) => code)).toEqual(['form_foreign_endpoint']);
  expect(codes(again)).not.toContain('csp_missing');
  const { data: back } = await t.client.listRknIssues({ params: t.params, query: { code: 'form_no_consent' } });
  expect(back[0]).toMatchObject({ status: 'open', reopened_count: 1 });
  // Only the home page is fetched: nothing is known of the others.
  const short = await t.scanRkn(defects.origin, { max_pages: 1 });
  expect(short.scan.issues?.resolved).toBe(0);
  const { data: stale } = await t.client.listRknIssues({ params: t.params, query: { code: 'form_no_consent' } });
  expect(stale[0]).toMatchObject({ status: 'open', stale: true, certainty: 'unverified' });
});

test('submissions that were refused since their page shows an old version name count and form', async () => {
  t.own.documents = [{ doc_kind: 'personal_data_consent', published_version: '3', text: 'Согласие' }];
  const by_version = [{ doc_kind: 'personal_data_consent', version: '2', leads: 40 }];
  t.own.leads = [
    { form_code: 'callback', page_path: '/contacts', leads: 40, unproven: 0, refused_stale: 14, by_version },
    // Leads under a version that was valid then are no finding.
    { form_code: 'footer', page_path: '/', leads: 40, unproven: 0, refused_stale: 0, by_version },
  ];
  const result = await t.scanRkn(clean.origin);
  const stale = result.issues.filter(({ code }) => code === 'consent_version_stale');
  expect(stale).toHaveLength(1);
  expect(stale[0]).toMatchObject({
    certainty: 'confirmed',
    effective_certainty: 'detected',
    severity: 'critical',
    group: 'G_PROC',
    where: { url: `${clean.origin}/contacts`, selector: 'callback', measured: 14 },
  });
  expect(stale[0]?.where.snippet).toContain('form: callback');
  t.own.leads = [
    { form_code: 'callback', page_path: '/contacts', leads: 40, unproven: 0, refused_stale: 0, by_version },
  ];
  expect(codes(await t.scanRkn(clean.origin))).toEqual([]);
});

test('a source that is down leaves its rules unverified, and resolves nothing', async () => {
  t.own.leads = [{ form_code: 'callback', page_path: '/', leads: 1, unproven: 0, refused_stale: 3, by_version: [] }];
  expect(codes(await t.scanRkn(clean.origin))).toEqual(['consent_version_stale']);
  t.own.leads = null;
  const down = await t.scanRkn(clean.origin);
  expect(down).toMatchObject({ score: 100, issues: [] });
  expect(down.unverified).toContainEqual({ code: 'consent_version_stale', reason: 'source_down' });
  const { data } = await t.client.listRknIssues({
    params: t.params,
    query: { status: 'open', code: 'consent_version_stale' },
  });
  expect(data).toMatchObject([{ stale: true, certainty: 'unverified' }]);
});

test('what the operator says decides about registry and notices', async () => {
  t.own.leads = [];
  const set = (body: object) =>
    t.client.putRknProfile({ params: t.params, body: { subject_type: 'ooo', ...body }, headers: { 'if-match': '*' } });
  await set({ registry_status: 'not_filed' });
  const { issues } = await t.scanRkn(clean.origin);
  expect(issues).toMatchObject([{ code: 'rkn_registry_unconfirmed', certainty: 'detected', group: 'G_NOTICE' }]);
  await set({});
  const unknown = await t.scanRkn(clean.origin);
  expect(unknown.issues).toMatchObject([{ code: 'rkn_registry_unconfirmed', certainty: 'unverified' }]);
  expect(unknown).toMatchObject({ score: 100, exposure: { detected: { min: 0, max: 0 } } });
  await set({ registry_status: 'filed', crossborder_status: 'filed' });
});

test('the score of now counts every open finding, however many one answer shows', async () => {
  const { score: before = null } = await t.scanRkn(clean.origin);
  expect(before).toBe(100);
  const add = (code: string, weight: number, count: number) =>
    t.database.query(
      `INSERT INTO "seo-rkn".issues (id, site_id, kind, certainty, fingerprint, issue_type, variant, origin, owner, status,
         weight, subject, url, evidence, rule_version, first_seen_at, last_seen_at, last_scan_id)
       SELECT gen_random_uuid(), $1, 'rkn', 'confirmed', gen_random_uuid(), $2, '', 'spec', 'landing_dev', 'open', $3,
         'form:' || n, $4, '{}', '2026-11-24', now(), now(), gen_random_uuid() FROM generate_series(1, $5::int) AS n`,
      [t.params.site_id, code, weight, `${clean.origin}/`, count],
    );
  await add('consent_not_separate', 20, 1_001);
  await add('owner_contact_missing', 2, 1);
  const { data: latest } = await t.client.getLatestRknScan({ params: t.params, query: {} });
  expect(latest.issues).toHaveLength(1_000);
  // 15 for the group of all of them, and 3 × 0.65 for the lightest one, which is not shown.
  expect(latest.score).toBe(83);
  await t.database.query(`DELETE FROM "seo-rkn".issues WHERE subject LIKE 'form:%' AND evidence = '{}'`);
});

test('one scan of a site is open at a time, an audit runs beside it, and a canceled one says so', async () => {
  t.described.website_url = clean.origin;
  const start = () => t.client.startRknScan({ params: t.params, body: { interval_ms: 400 } });
  const started = await Promise.all(Array.from({ length: 5 }, start));
  expect(started.filter(({ data }) => !data.joined)).toHaveLength(1);
  const target = { params: { ...t.params, scan_id: started[0]?.data.scan.id ?? '' } };
  await eventually(async () => (await t.client.getRknScan({ ...target, query: {} })).data.scan.progress.pages_done > 0);
  const doc = await t.client.getRknDeveloperDoc({ ...target, query: {} });
  expect(doc).toMatchObject({ status: 409, error: 'scan_unfinished' });
  const { data } = await t.client.cancelRknScan(target);
  expect(data).toMatchObject({ state: 'canceled', score: null });
  expect(await t.client.cancelRknScan(target)).toMatchObject({ status: 409, error: 'scan_finished' });
  expect(await t.client.getSeoScan(target)).toMatchObject({ status: 404, error: 'scan_not_found' });
  const { data: scans } = await t.client.listRknScans({ params: t.params, query: { limit: 200 } });
  expect(scans[0]).toMatchObject({ id: data.id, state: 'canceled' });
  const { data: audits } = await t.client.listSeoIssues({ params: t.params, query: {} });
  expect(audits).toEqual([]);
});

test('forms that an audit saw come early, and audit and scan share no issue', async () => {
  const { origin, pages } = t.site;
  const form = '<form id="deep" method="post"><input type="tel" name="phone"><button>Отправить</button></form>';
  const links = Array.from({ length: 6 }, (_, at) => `/p/note-${'abcdef'[at]}`);
  pages.set('/', page({ title: 'Студия «Ромашка»: главная страница', path: '/', origin, links }));
  for (const path of links) pages.set(path, page({ title: `Заметка о работе ${path}`, path, origin }));
  pages.set('/p/note-f', page({ title: 'Заметка с формой для заявки', path: '/p/note-f', origin, main: form }));
  t.described.website_url = origin;
  const asked = () => t.scanRkn(origin, { max_pages: 2 });
  expect(codes(await asked())).not.toContain('form_no_consent');
  await t.scan();
  const audited = (await t.openIssues()).length;
  const found = await asked();
  expect(found.issues.find(({ code }) => code === 'form_no_consent')?.where.url).toBe(`${origin}/p/note-f`);
  expect((await t.openIssues()).length).toBe(audited);
  const { data: dashboard } = await t.client.getSeoDashboard({ params: t.params, query: {} });
  expect(dashboard.counts.open).toBe(audited);
  await t.scan();
  const { data: kept } = await t.client.listRknIssues({
    params: t.params,
    query: { code: 'form_no_consent', status: 'open' },
  });
  // The other one is of the site at its address before: nothing is known of it.
  expect(kept.map(({ stale, where }) => [stale, where.selector])).toEqual([
    [true, 'form#callback'],
    [false, 'form#deep'],
  ]);
});

test('a schedule without a time zone has the one of the site, and so has one that nobody chose', async () => {
  const own = t.described.timezone ?? null;
  try {
    t.described.timezone = 'Asia/Kathmandu';
    const schedules = { seo: { every: 'day' as const }, rkn: { every: 'day' as const, timezone: 'Asia/Tokyo' } };
    const put = await t.client.putSeoSettings({ params: t.params, body: { schedules } });
    expect(put.data.schedules).toMatchObject({ seo: { timezone: 'Asia/Kathmandu' }, rkn: { timezone: 'Asia/Tokyo' } });
    const [row] = await t.database.query<{ times: string[] }>(
      `SELECT array[to_char(next_scan_at AT TIME ZONE 'UTC', 'HH24:MI'), to_char(rkn_next_scan_at AT TIME ZONE 'UTC', 'HH24:MI')] AS times
       FROM "seo-rkn".site_settings WHERE site_id = $1`,
      [t.described.id],
    );
    expect(row?.times).toEqual(['22:15', '19:00']);
    await t.client.putSeoSettings({ params: t.params, body: {} });
    const { data } = await t.client.getSeoSettings({ params: t.params });
    const off = { every: 'off', timezone: 'Asia/Kathmandu' };
    expect(data.schedules).toMatchObject({ seo: off, rkn: off });
  } finally {
    t.described.timezone = own;
  }
});

test('a date of the profile is in the future after today of the site', async () => {
  const own = t.described.timezone ?? null;
  // It is tomorrow in the other zone, at each moment.
  const registry_date = dayOf(new Date(), '+14:00');
  const put = async (timezone: string) => {
    t.described.timezone = timezone;
    const body = { subject_type: 'ooo' as const, registry_status: 'filed' as const, registry_date };
    const filed = { ...body, registry_number: '77-26-123456' };
    return t.client.putRknProfile({ params: t.params, body: filed, headers: { 'if-match': '*' } });
  };
  try {
    expect(await put('-12:00')).toMatchObject({ status: 400, body: { message: expect.stringContaining('future') } });
    expect((await put('+14:00')).status).toBe(200);
  } finally {
    t.described.timezone = own;
  }
});

test('files of issues and pages are named by the day of the site', async () => {
  const own = t.described.timezone ?? null;
  try {
    const days: unknown[] = [];
    // It is never the same day in both.
    for (const timezone of ['+14:00', '-12:00']) {
      t.described.timezone = timezone;
      const query = { format: 'csv' as const };
      const files = [
        await t.client.listSeoIssues({ params: t.params, query }),
        await t.client.listSeoPages({ params: t.params, query }),
      ];
      days.push(...files.map(({ headers }) => /\d{4}-\d\d-\d\d/.exec(headers.get('content-disposition') ?? '')?.[0]));
    }
    expect(days).not.toContain(undefined);
    expect(days[0] === days[2] || days[1] === days[3]).toBe(false);
  } finally {
    t.described.timezone = own;
  }
});

test('a schedule of its own starts scans about personal data', async () => {
  const schedules = { seo: { every: 'off' as const }, rkn: { every: 'day' as const } };
  const put = await t.client.putSeoSettings({ params: t.params, body: { schedules } });
  expect(put.data.schedules).toMatchObject(schedules);
  await t.database.query(`UPDATE "seo-rkn".site_settings SET rkn_next_scan_at = date_trunc('hour', now())`);
  t.described.website_url = clean.origin;
  const { data } = await t.as({}).runSeoTick();
  expect(data.scans_started).toBe(1);
  const { data: scans } = await t.client.listRknScans({ params: t.params, query: { limit: 1 } });
  expect(scans[0]).toMatchObject({ trigger: 'schedule', created_by: null });
  await t.client.cancelRknScan({ params: { ...t.params, scan_id: scans[0]?.id ?? '' } });
});
