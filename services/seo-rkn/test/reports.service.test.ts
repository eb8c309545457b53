import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditEventOf, defaultAiSettings, seoRkn } from '@platform/contracts';
import { listen, newId } from '@platform/runtime';
import { createLlmSandbox, type LlmFault, llmDialects, llmSandboxKey } from '@platform/sandbox';
import { openTransaction, untilBlocked } from '@platform/testing';
import { page } from './site.ts';
import { type Scan, startSeo, type TestSeo } from './start-seo.ts';

let t: TestSeo;
let first: Scan;
const params = () => ({ site_id: t.described.id });
const hostile = '/p/x%60)%20%5B@root%5D(javascript:1)%3Cimg%3E';

beforeAll(async () => {
  t = await startSeo();
  const { origin, pages } = t.site;
  const at = (title: string, path: string, links: string[]) => pages.set(path, page({ title, path, origin, links }));
  at('Студия «Ромашка»: главная страница', '/', ['/p/about', '/p/prices', hostile]);
  at('', '/p/about', ['/']);
  at('Цены на наши работы и услуги', '/p/prices', ['/']);
  pages.set(hostile, { status: 500 });
  first = await t.scan();
});
afterAll(async () => {
  await t.stop();
  expect(t.errors()).toEqual([]);
});

test('a finished scan leaves a report with its plan, and the next one tells what changed', async () => {
  const [listed, ...others] = (await t.client.listSeoReports({ params: params() })).data;
  expect(others).toEqual([]);
  const { data: issues } = await t.client.listSeoIssues({ params: params(), query: { status: 'open', limit: 200 } });
  expect(listed).toMatchObject({ scan_id: first.id, open_issues: issues.length, rule_version: first.rule_version });
  const target = { params: { ...params(), report_id: listed?.id ?? '' } };
  const { data: report } = await t.client.getSeoReport(target);
  expect(report).toMatchObject({ ...listed, delta: null, coverage: { robots_status: 200, sitemaps: 1 } });
  expect(report.fix_plan.reduce((sum, { pages }) => sum + pages, 0)).toBe(issues.length);
  const gains = report.fix_plan.map(({ gain }) => gain);
  expect(gains).toEqual(gains.toSorted((left, right) => right - left));
  const untitled = report.fix_plan.find(({ issue_type }) => issue_type === 'missing_title');
  // No item of the CMS is behind the page: a developer writes its title.
  expect(untitled).toMatchObject({ owner: 'landing_dev', pages: 1, sample_urls: [`${t.site.origin}/p/about`] });
  expect(issues.find(({ id }) => id === untitled?.issue_ids[0])?.issue_type).toBe('missing_title');
  const developer = report.issues_by_owner.find(({ owner }) => owner === 'landing_dev');
  expect(developer?.issues).toBe(issues.filter(({ owner }) => owner === 'landing_dev').length);
  expect(developer?.high).toBe(issues.filter((one) => one.owner === 'landing_dev' && one.severity === 'high').length);

  const { origin, pages } = t.site;
  const about = page({ title: 'О студии: чем мы занимаемся', path: '/p/about', origin, links: ['/'] });
  pages.set('/p/about', about);
  const second = await t.scan();
  const { data: both } = await t.client.listSeoReports({ params: params(), query: { limit: 1 } });
  expect(both.map(({ scan_id }) => scan_id)).toEqual([second.id]);
  const newest = await t.client.getSeoReport({ params: { ...params(), report_id: both[0]?.id ?? '' } });
  const { opened = 0, resolved = 0 } = second.issues ?? {};
  expect(newest.data.delta).toEqual({
    scan_id: first.id,
    opened,
    resolved,
    open_issues: opened - resolved,
    rules_changed: false,
    score: (newest.data.score ?? 0) - (report.score ?? 0),
  });
  expect(resolved).toBeGreaterThan(0);
  // The first one stays as it was.
  expect((await t.client.getSeoReport(target)).data).toEqual(report);
});

/** Markdown without its code spans. */
const withoutCode = (markdown: string) => markdown.replace(/(?<!`)(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '');

test('markdown of a report shows addresses of strangers as code alone, in both languages', async () => {
  const { data: all } = await t.client.listSeoReports({ params: params() });
  const target = { params: { ...params(), report_id: all.at(-1)?.id ?? '' } };
  const [ru, en] = await Promise.all([
    t.client.getSeoReport(target),
    t.client.getSeoReport({ ...target, query: { locale: 'en' } }),
  ]);
  expect(ru.data.runbook_markdown).toContain('## Разработчик лендинга');
  expect(en.data.runbook_markdown).toContain('## Developer of the landing page');
  const doc = (await t.client.getSeoDeveloperDoc({ ...target, query: { locale: 'en' } })).data;
  expect(doc.report_id).toBe(target.params.report_id);
  expect(doc.items.map(({ owner }) => owner)).toEqual(expect.arrayContaining(['operations']));
  expect(doc.items.map(({ owner }) => owner)).not.toContain('cms_editor');
  for (const markdown of [ru.data.runbook_markdown, en.data.runbook_markdown, doc.markdown]) {
    expect(markdown).toContain('@root');
    expect(withoutCode(markdown)).not.toMatch(/@root|javascript:|<img|https?:/);
  }
});

/** Numbers of the dashboard, counted from the list of issues. */
async function countIssues() {
  const { data } = await t.client.listSeoIssues({ params: params(), query: { limit: 200 } });
  const open = data.filter(({ status }) => status === 'open');
  const bySeverity = (severity: string) => open.filter((one) => one.severity === severity).length;
  const byOwner = (owner: string) => open.filter((one) => one.owner === owner).length;
  return {
    open: open.length,
    stale: open.filter(({ stale }) => stale).length,
    ignored: data.filter(({ status }) => status === 'ignored').length,
    critical: bySeverity('critical'),
    high: bySeverity('high'),
    medium: bySeverity('medium'),
    low: bySeverity('low'),
    tasks: new Set(open.map(({ issue_type, variant, owner }) => `${issue_type} ${variant} ${owner}`)).size,
    by_owner: {
      landing_dev: byOwner('landing_dev'),
      cms_editor: byOwner('cms_editor'),
      operations: byOwner('operations'),
      content: byOwner('content'),
    },
  };
}

test('the dashboard has the verdict, its way so far and the numbers of this moment', async () => {
  const { data } = await t.client.getSeoDashboard({ params: params() });
  const verdict = (await t.client.getSeoVerdict({ params: params() })).data;
  expect(data).toMatchObject({ verdict, open_scan: null, next_scan_at: null, counts: await countIssues() });
  const { data: history } = await t.client.getSeoHistory({ params: params(), query: { days: 1 } });
  expect(history.points).toEqual(data.trend);
  expect(data.trend.map(({ scan_id }) => scan_id)).toEqual([first.id, verdict.scan_id]);
  expect((data.trend[1]?.score ?? 0) - (data.trend[0]?.score ?? 0)).toBe(verdict.delta);
  const schedule = { every: 'day' as const };
  await t.client.putSeoSettings({ params: params(), body: { schedules: { seo: schedule } } });
  expect((await t.client.getSeoDashboard({ params: params() })).data.next_scan_at).toMatch(/:00:00/);
});

test('counts and tasks follow every change of an issue', async () => {
  const { data: open } = await t.client.listSeoIssues({ params: params(), query: { status: 'open', limit: 200 } });
  const change = (status: 'open' | 'ignored') =>
    Promise.all(
      open.map(({ id }) => t.client.updateSeoIssue({ params: { ...params(), issue_id: id }, body: { status } })),
    );
  const counts = async () => (await t.client.getSeoDashboard({ params: params() })).data.counts;
  const tasks = async () => (await t.client.summarizeSeoIssues({ params: params() })).data;
  const before = [await counts(), await tasks()];
  await change('ignored');
  expect(await counts()).toEqual(await countIssues());
  expect([(await counts()).open, await tasks()]).toEqual([0, []]);
  expect((await t.client.getSeoVerdict({ params: params() })).data.top_fixes).toEqual([]);
  await change('open');
  expect([await counts(), await tasks()]).toEqual(before);
  const filter = { owner: 'landing_dev' as const };
  await t.client.updateSeoIssues({ params: params(), body: { filter, status: 'resolved' } });
  expect((await counts()).by_owner.landing_dev).toBe(0);
  await t.client.updateSeoIssues({ params: params(), body: { filter, status: 'open' } });
});

test('of two changes at the same moment none is lost', async () => {
  const { data } = await t.client.listSeoIssues({
    params: params(),
    query: { status: 'open', group_by: 'issue_type' },
  });
  const two = data.slice(0, 2).map(({ id }) => ({ params: { ...params(), issue_id: id } }));
  const lock = await openTransaction(t.database, 'SELECT FROM "seo-rkn".issue_summaries FOR UPDATE');
  const changes = two.map((target) => t.client.updateSeoIssue({ ...target, body: { status: 'ignored' } }));
  await untilBlocked(t.database, { sessions: 2 }).finally(lock.rollback);
  await Promise.all(changes);
  const { data: dashboard } = await t.client.getSeoDashboard({ params: params() });
  expect(dashboard.counts).toEqual(await countIssues());
  await Promise.all(two.map((target) => t.client.updateSeoIssue({ ...target, body: { status: 'open' } })));
});

test('a grouped list has the heaviest issue of each group and how many it stands for', async () => {
  const { data: all } = await t.client.listSeoIssues({ params: params(), query: { limit: 200 } });
  const grouped = async (group_by: 'issue_type' | 'url' | 'severity', cursor?: string) =>
    t.client.listSeoIssues({ params: params(), query: { group_by, limit: 2, ...(cursor ? { cursor } : {}) } });
  for (const group_by of ['issue_type', 'url', 'severity'] as const) {
    const found: (typeof all)[number][] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await grouped(group_by, cursor);
      found.push(...page.data);
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    const wanted = Object.entries(Object.groupBy(all, (issue) => issue[group_by]));
    expect(found.map((issue) => [issue[group_by], issue.count]).sort()).toEqual(
      wanted.map(([key, group]) => [key, group?.length]).sort(),
    );
    for (const issue of found) {
      const group = all.filter((other) => other[group_by] === issue[group_by]);
      expect(issue.weight).toBe(Math.max(...group.map(({ weight }) => weight)));
    }
    expect(found.map(({ count }) => count)).toEqual(
      found.map(({ count }) => count).sort((one = 0, two = 0) => two - one),
    );
  }
  const csv = t.client.listSeoIssues({ params: params(), query: { group_by: 'url', format: 'csv' } });
  expect(await csv).toMatchObject({ status: 400, error: 'validation_failed' });
});

test('the list of content says which items are live and what is wrong with them', async () => {
  const { origin } = t.site;
  const item = (path: string, id: string) => ({
    id,
    kind: 'post',
    locale: 'ru',
    slug: path,
    url: `${origin}${path}`,
    revision: 1,
    body: null,
    fields: { title: 'Заметка' },
    published_at: '2026-11-01T00:00:00Z',
  });
  const [good, dead, bad] = [newId(), newId(), newId()];
  t.site.pages.set('/p/untitled', page({ title: '', path: '/p/untitled', origin, links: ['/'] }));
  t.items.push(item('/p/prices', good), item('/p/gone', dead), item('/p/untitled', bad));
  await t.scan();
  const fresh = newId();
  t.items.push(item('/p/fresh', fresh));
  const { data } = await t.client.listSeoContent({ params: params() });
  const open = (await t.client.listSeoIssues({ params: params(), query: { status: 'open', limit: 200 } })).data;
  expect(open.some(({ item_id, issue_type }) => item_id === bad && issue_type === 'missing_title')).toBe(true);
  const live = { item_id: good, is_live: true, page_id: expect.any(String), page_score: expect.any(Number) };
  expect(data).toMatchObject([
    { ...live, title: 'Заметка', seo_score: null, impressions: null, url: `${origin}/p/prices` },
    { item_id: dead, is_live: false },
    { item_id: bad, is_live: true, open_issues: open.filter(({ item_id }) => item_id === bad).length },
    { item_id: fresh, is_live: null, page_id: null, page_score: null, open_issues: 0 },
  ]);
  for (const impressions of [30, 12])
    await t.database.query(
      `INSERT INTO "seo-rkn".keywords (id, site_id, source, query, url, impressions, clicks)
       VALUES (gen_random_uuid(), $1, 'google', 'цены', $2, $3, 1)`,
      [t.described.id, `${origin}/p/prices`, impressions],
    );
  const seen = (await t.client.listSeoContent({ params: params() })).data;
  expect(seen.slice(0, 2).map(({ impressions }) => impressions)).toEqual([42, 0]);
});

test('a page names the pages that link to it', async () => {
  const { data } = await t.client.listSeoPages({ params: params() });
  const home = data.find(({ url }) => url === `${t.site.origin}/`);
  const linked = await t.client.getSeoPage({ params: { ...params(), page_id: home?.id ?? '' } });
  const paths = ['/p/about', '/p/prices', '/p/untitled'];
  expect(linked.data.inlinks.toSorted()).toEqual(paths.map((path) => t.site.origin + path));
});

test('a work plan has every task once, says what is done, and is the same for the same issues', async () => {
  const { data: tasks } = await t.client.summarizeSeoIssues({ params: params() });
  const before = (await t.client.getSeoWorkPlan({ params: params() })).data;
  expect(before).toMatchObject({ generated_at: null, source: 'rules' });
  const body = { weeks: 2, capacity: { operations: 0 }, use_ai: true };
  const made = await t.client.generateSeoWorkPlan({ params: params(), body });
  expect(made.status).toBe(201);
  const plan = made.data;
  expect(plan.capacity).toEqual({ landing_dev: 2, cms_editor: 2, operations: 0, content: 2 });
  const all = [...plan.weeks.flatMap((week) => week.tasks), ...plan.unplanned].map(({ task }) => task);
  const name = ({ issue_type, variant }: { issue_type: string; variant: string | null }) => `${issue_type} ${variant}`;
  expect(all.map(name).sort()).toEqual(tasks.map(name).sort());
  expect(plan.unplanned.filter(({ task }) => task.owner === 'operations')).toHaveLength(
    tasks.filter(({ owner }) => owner === 'operations').length,
  );
  const again = await t.client.generateSeoWorkPlan({ params: params(), body });
  expect(again.data).toEqual({ ...plan, generated_at: again.data.generated_at });
  expect((await t.client.getSeoWorkPlan({ params: params() })).data).toEqual(again.data);

  const filter = { issue_type: 'missing_title' as const };
  await t.client.updateSeoIssues({ params: params(), body: { filter, status: 'ignored' } });
  const { data: later } = await t.client.getSeoWorkPlan({ params: params() });
  const done = later.weeks.flatMap((week) => week.tasks).filter(({ open_now }) => open_now === 0);
  expect(new Set(done.map(({ task }) => task.issue_type))).toEqual(new Set(['missing_title']));
  const { data: list } = await t.client.getSeoWorkPlanMarkdown({ params: params(), query: { locale: 'en' } });
  expect(list.markdown).toMatch(/- \[x\] \*\*The title is missing/);
  expect(list.items).toHaveLength(later.weeks.flatMap((week) => week.tasks).length - done.length);
  expect(list.items[0]?.labels).toEqual(expect.arrayContaining(['seo', 'week:1']));
  const { data: tickets } = await t.client.getSeoWorkPlanMarkdown({ params: params(), query: { style: 'github' } });
  for (const markdown of [list.markdown, tickets.markdown, ...tickets.items.map(({ body }) => body)])
    expect(withoutCode(markdown)).not.toMatch(/@root|javascript:|<img|https?:/);
  await t.client.updateSeoIssues({
    params: params(),
    body: { filter: { ...filter, status: 'ignored' }, status: 'open' },
  });
});

test('a digest sums up the changes of the last days and stays as it was', async () => {
  const made = await t.client.createSeoDigest({ params: params(), body: { days: 7 }, query: { locale: 'en' } });
  expect(made.status).toBe(201);
  const { data: scans } = await t.client.listSeoScans({ params: params() });
  const counts = (await t.client.getSeoDashboard({ params: params() })).data.counts;
  const { numbers, markdown } = made.data;
  expect(numbers).toMatchObject({ scans: scans.length, open: counts.open, high: counts.high });
  expect(numbers.resolved - numbers.resolved_by_people).toBe(
    scans.reduce((sum, { issues }) => sum + (issues?.resolved ?? 0), 0),
  );
  expect(markdown).toContain(`Issues opened: ${numbers.opened}`);
  await t.client.updateSeoIssues({ params: params(), body: { filter: {}, status: 'ignored' } });
  const listed = await t.client.listSeoDigests({ params: params(), query: { locale: 'en' } });
  expect(listed.data).toEqual([made.data]);
});

test('a report of another site is not found', async () => {
  const [report] = (await t.client.listSeoReports({ params: params() })).data;
  const report_id = report?.id ?? '';
  const missing = { status: 404, error: 'site_not_found' };
  expect(await t.client.getSeoReport({ params: { site_id: newId(), report_id } })).toMatchObject(missing);
  const unknown = { params: { ...params(), report_id: newId() } };
  expect(await t.client.getSeoReport(unknown)).toMatchObject({ status: 404, error: 'report_not_found' });
  expect(await t.client.getSeoDeveloperDoc(unknown)).toMatchObject({ status: 404, error: 'report_not_found' });
});

test('advice on a report comes from rules without AI, in the order of the plan, and changes nothing', async () => {
  const [report] = (await t.client.listSeoReports({ params: params() })).data;
  const target = { params: { ...params(), report_id: report?.id ?? '' } };
  const { fix_plan } = (await t.client.getSeoReport(target)).data;
  const advice = await t.client.adviseOnSeoReport(target);
  expect(advice.status).toBe(201);
  expect(advice.data).toMatchObject({ source: 'rules', model: null, tokens: 0 });
  expect(advice.data.priorities.map(({ issue_ids }) => issue_ids)).toEqual(
    fix_plan.slice(0, 10).map(({ issue_ids }) => issue_ids),
  );
  expect(advice.data.summary).toContain(String(report?.open_issues));
  expect((await t.client.adviseOnSeoReport(target)).data).toEqual(advice.data);
  const unknown = { params: { ...params(), report_id: newId() } };
  expect(await t.client.adviseOnSeoReport(unknown)).toMatchObject({ status: 404, error: 'report_not_found' });
});

test('advice of a model that obeys an instruction in a page changes text alone', async () => {
  const llm = createLlmSandbox();
  const server = await listen(llm.handler, { port: 0, host: '127.0.0.1' });
  const base_url = `http://127.0.0.1:${server.port}${llmDialects.openai}`;
  const set = { ...defaultAiSettings, base_url, model: 'gpt-sandbox', api_key: llmSandboxKey };
  const body = { ...set, enabled: true, allow_private_address: true };
  expect((await t.client.putAiSettings({ body })).status).toBe(200);
  const [report] = (await t.client.listSeoReports({ params: params() })).data;
  const target = { params: { ...params(), report_id: report?.id ?? '' } };
  const before = [(await t.client.getSeoReport(target)).data, await t.openIssues()];
  const { fix_plan } = (await t.client.getSeoReport(target)).data;

  llm.faults.set({ answer: 'obey' });
  const { data } = await t.client.adviseOnSeoReport(target);
  expect(data).toMatchObject({ source: 'ai', model: 'gpt-sandbox' });
  expect(data.tokens).toBe(llm.spent());
  expect(data.priorities.map(({ issue_ids }) => issue_ids)).toEqual([fix_plan[0]?.issue_ids]);
  expect(JSON.stringify(data)).not.toMatch(/evil|<|https?:/);
  llm.faults.set({ answer: 'take_over' });
  expect((await t.client.adviseOnSeoReport(target)).data).toMatchObject({ source: 'rules', model: null });
  expect([(await t.client.getSeoReport(target)).data, await t.openIssues()]).toEqual(before);

  const headers = { 'idempotency-key': newId() };
  llm.faults.reset();
  const [once, asked] = [await t.client.adviseOnSeoReport({ ...target, headers }), llm.journal().length];
  expect((await t.client.adviseOnSeoReport({ ...target, headers })).data).toEqual(once.data);
  expect(llm.journal().length).toBe(asked);
  const records = (await t.published(auditEventOf('seo-rkn'))).filter(({ action }) => action === 'adviseOnSeoReport');
  expect(records.at(-1)).toMatchObject({ before: null, after: { source: 'ai', model: 'gpt-sandbox' } });

  await t.client.updateSeoIssues({ params: params(), body: { filter: {}, status: 'open' } });
  const plan = async (options: object, answer: LlmFault = 'largest') => {
    llm.faults.set({ answer });
    const { data: made } = await t.client.generateSeoWorkPlan({ params: params(), body: { weeks: 12 }, ...options });
    return { ...made, tasks: [...made.weeks.flatMap((week) => week.tasks), ...made.unplanned] };
  };
  const use_ai = { body: { weeks: 12, use_ai: true } };
  const byRules = await plan({});
  expect(byRules.tasks.length).toBeGreaterThan(2);
  const byModel = await plan(use_ai);
  expect([byRules.source, byModel.source]).toEqual(['rules', 'ai']);
  // The model names the last task, with the number that it has; nothing of a task but its place and reason is
  // new.
  const chosen = byModel.tasks.filter(({ why }) => why !== null);
  expect(chosen).toHaveLength(1);
  const ofOwner = byModel.tasks.filter(({ task }) => task.owner === chosen[0]?.task.owner);
  expect(ofOwner[0]).toEqual(chosen[0]);
  const facts = ({ tasks }: typeof byRules) => tasks.map(({ task, days }) => JSON.stringify({ task, days })).sort();
  expect(facts(byModel)).toEqual(facts(byRules));
  expect((await t.client.getSeoWorkPlan({ params: params() })).data).toMatchObject({
    source: 'ai',
    weeks: byModel.weeks,
  });
  const obeyed = await plan(use_ai, 'obey');
  expect(obeyed.source).toBe('ai');
  expect(JSON.stringify(obeyed.tasks.map(({ why }) => why))).not.toMatch(/evil|<|https?:/);
  for (const fault of ['take_over', 'prose', 'quota'] as const)
    expect(await plan(use_ai, fault)).toMatchObject({ source: 'rules', tasks: byRules.tasks });
  const spent = llm.spent();
  const key = { ...use_ai, headers: { 'idempotency-key': newId() } };
  const planned = await plan(key);
  const paid = llm.spent();
  expect(paid).toBeGreaterThan(spent);
  expect((await plan(key)).tasks).toEqual(planned.tasks);
  expect(llm.spent()).toBe(paid);
  expect((await t.client.putAiSettings({ body: { ...body, daily_tokens: 1 } })).status).toBe(200);
  expect((await plan(use_ai)).source).toBe('rules');
  expect(llm.spent()).toBe(paid);
  llm.stop();
  await server.close(200);
});

test('another service gets the score of a page and the open issues of an item', async () => {
  await t.client.updateSeoIssues({ params: params(), body: { filter: {}, status: 'open' } });
  const { data } = await t.client.listSeoContent({ params: params() });
  const item = data.find(({ open_issues }) => open_issues > 0);
  if (!item?.url) throw new Error('no item has an issue');
  const about = { site_id: t.described.id, item_id: item.item_id, locale: 'en' as const };
  const answer = await t.ask(seoRkn.queries.describeItem, { ...about, url: item.url });
  expect(answer).toMatchObject({ page_score: item.page_score, seo_score: item.seo_score });
  expect(answer.open_issues).toHaveLength(item.open_issues);
  const [heaviest] = (
    await t.client.listSeoIssues({ params: params(), query: { status: 'open', item_id: item.item_id } })
  ).data;
  expect(answer.open_issues[0]).toMatchObject({ id: heaviest?.id, severity: heaviest?.severity });
  const none = { seo_score: null, page_score: null, indexnow: null, open_issues: [] };
  expect(await t.ask(seoRkn.queries.describeItem, { ...about, item_id: newId(), url: null })).toEqual(none);
});
