import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { startSeo, type TestSeo } from './start-seo.ts';

let t: TestSeo;
/** The site that can be scanned; each other test has a site of its own. */
let scanned: string;
beforeAll(async () => {
  t = await startSeo();
  scanned = t.described.id;
});
beforeEach(() => {
  t.described.id = newId();
});
afterAll(async () => {
  await t.stop();
});

const params = () => ({ site_id: t.described.id });
const load = (text: string) => t.client.importKeywords({ params: params(), file: new Blob([text]) });
const generate = async () => (await t.client.generateClusters({ params: params() })).data;
const listed = async () => (await t.client.listClusters({ params: params() })).data;

test('a file whose header names no column of queries is refused, and the keywords before it stay', async () => {
  await load('query\nзаметки');
  const refused = await load('Suchbegriff,Klicks\nзаметки,3');
  expect([refused.status, refused.error]).toEqual([400, 'validation_failed']);
  expect(JSON.stringify(refused.body)).toContain('Suchbegriff, Klicks');
  expect(await t.client.listKeywords({ params: params() })).toMatchObject({ data: [{ query: 'заметки' }] });
});

test('keywords of a file are listed, those with the most impressions first, and a new file replaces them', async () => {
  const lines = Array.from({ length: 5 }, (_, at) => `запрос ${at},${at * 10}`);
  const { data } = await load(['query,impressions', ...lines, 'плохой,много', '  запрос   0 ,0'].join('\n'));
  expect(data).toEqual({
    imported: 5,
    merged: 1,
    rejected_count: 1,
    rejected: [{ line: 7, error: '`impressions` has to be a whole number.' }],
  });
  const first = await t.client.listKeywords({ params: params(), query: { limit: 3 } });
  const rest = await t.client.listKeywords({ params: params(), query: { limit: 3, cursor: first.next_cursor ?? '' } });
  expect([...first.data, ...rest.data].map(({ impressions }) => impressions)).toEqual([40, 30, 20, 10, 0]);
  expect(rest.next_cursor).toBeNull();
  const raw = await fetch(`${t.baseUrl}/v1/cms/sites/${t.described.id}/seo/keywords/import`, {
    method: 'POST',
    body: 'один,1',
    headers: { 'content-type': 'text/csv', 'x-platform-context': t.sign({ admin: t.admin }, 'importKeywords') },
  });
  expect([raw.status, await raw.json()]).toMatchObject([200, { data: { imported: 1, merged: 0 } }]);
  expect((await t.client.listKeywords({ params: params() })).data).toMatchObject([{ query: 'один', source: 'import' }]);
  expect((await t.client.listKeywords({ params: params(), query: { source: 'google' } })).data).toEqual([]);
  const tooMany = Array.from({ length: 50_001 }, (_, at) => `слово ${at}`).join('\n');
  expect(await load(tooMany)).toMatchObject({ status: 400, error: 'validation_failed' });
  expect((await t.client.listKeywords({ params: params() })).data).toHaveLength(1);
});

test('the same keywords give the same clusters, and decisions stay', async () => {
  const lines = ['купить заметки,50', 'заметки купить онлайн,20', 'погода завтра,5', 'учёт времени,30'];
  await load(lines.join('\n'));
  expect(await generate()).toEqual({ clusters: 3, keywords: 4, gaps: 3, cannibals: 0, from_content: false });
  const before = await listed();
  expect(before.map(({ head, decision }) => [head, decision])).toEqual([
    ['купить заметки', 'new'],
    ['учёт времени', 'new'],
    ['погода завтра', 'new'],
  ]);
  await load(lines.toReversed().join('\n'));
  await generate();
  expect(await listed()).toEqual(before);

  const [notes, , weather] = before;
  const decide = (id: string | undefined, body: { decision: 'accepted' | 'rejected'; page_url?: string }) =>
    t.client.decideCluster({ params: { ...params(), cluster_id: id ?? '' }, body });
  expect(await decide(weather?.id, { decision: 'rejected' })).toMatchObject({ data: { decision: 'rejected' } });
  const page_url = 'https://notes.example.com/buy';
  expect((await decide(notes?.id, { decision: 'accepted', page_url })).data).toMatchObject({ page_url });
  // Another query is the head now: the cluster is the one that was accepted, and the rejected one comes back.
  await load('заметки купить онлайн,90\nкупить заметки,10');
  await generate();
  expect(await listed()).toMatchObject([
    { id: notes?.id, head: 'заметки купить онлайн', decision: 'accepted', page_url },
  ]);
  expect(await decide(weather?.id, { decision: 'accepted' })).toMatchObject({
    status: 404,
    error: 'cluster_not_found',
  });
  await load(lines.join('\n'));
  await generate();
  const rejected = await t.client.listClusters({ params: params(), query: { decision: 'rejected' } });
  expect(rejected.data.map(({ id }) => id)).toEqual([weather?.id]);
  t.described.id = newId();
  expect(await decide(weather?.id, { decision: 'accepted' })).toMatchObject({
    status: 404,
    error: 'cluster_not_found',
  });
});

test('a site without keywords has titles and H1 of its pages, which never compete', async () => {
  t.described.id = scanned;
  const { origin, pages } = t.site;
  const html = (title: string) => ({
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<html><head><title>${title}</title></head><body><h1>${title}</h1><a href="/b">b</a></body></html>`,
  });
  pages.set('/', html('Учёт времени команды'));
  pages.set('/b', html('Команды учёт времени'));
  await t.scan();
  expect(await generate()).toMatchObject({ clusters: 1, cannibals: 0, from_content: true });
  expect(await listed()).toMatchObject([{ relation: 'mapped', advice: 'keep' }]);
  const { data } = await t.client.listKeywords({ params: params(), query: { source: 'content' } });
  expect(data.map(({ url }) => url?.replace(origin, '')).toSorted()).toEqual(['/', '/b']);
  await load('учёт времени,10');
  expect(await generate()).toMatchObject({ keywords: 1, from_content: false });
  expect((await t.client.listKeywords({ params: params(), query: { source: 'content' } })).data).toEqual([]);
});

test('a competitor is compared in the background, and an address inside the network is refused', async () => {
  const add = (...origins: string[]) => t.client.addCompetitors({ params: params(), body: { origins } });
  for (const origin of [
    'http://10.0.0.1/',
    'http://[::ffff:10.0.0.1]',
    'http://2130706433/',
    'https://rival.example.com:8443',
  ])
    expect([origin, await add(origin)]).toMatchObject([origin, { status: 400, error: 'address_refused' }]);
  expect(await add(t.described.website_url ?? '')).toMatchObject({ status: 400 });
  // What an operator allowed for scans is no way in for competitors, nor is a name that leads inside.
  const { data } = await add('http://localhost/page');
  expect(data.competitors).toMatchObject([{ origin: 'http://localhost', state: 'waiting', overlap_pct: null }]);
  const [failed] = await eventually(async () => {
    const list = (await t.client.listCompetitors({ params: params() })).data;
    return list[0]?.state === 'failed' && list;
  });
  expect(failed).toMatchObject({ error: 'address_refused', missing_paths: [] });
  expect((await add('http://localhost')).data.competitors).toMatchObject([{ id: failed?.id, state: 'waiting' }]);
  const target = { params: { ...params(), competitor_id: failed?.id ?? '' } };
  expect((await t.client.removeCompetitor(target)).status).toBe(204);
  expect(await t.client.removeCompetitor(target)).toMatchObject({ status: 404, error: 'competitor_not_found' });
});

test('a competitor whose process died is compared by the next one, and given up after three', async () => {
  const held = async (tries: number) => {
    const id = newId();
    await t.database.query(
      `INSERT INTO "seo-rkn".competitors (id, site_id, origin, state, created_at, lease_until, tries)
       VALUES ($1, $2, 'http://localhost', 'running', now(), now() - interval '1 second', $3)`,
      [id, t.described.id, tries],
    );
    await t.client.addCompetitors({ params: params(), body: { origins: ['http://localhost'] } });
    return eventually(async () => {
      const list = (await t.client.listCompetitors({ params: params() })).data;
      return list[0]?.state === 'failed' && list[0].error;
    });
  };
  expect(await held(1)).toBe('address_refused');
  t.described.id = newId();
  expect(await held(3)).toBe('unreachable');
});
