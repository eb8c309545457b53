import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditEventOf, social } from '@platform/contracts';
import { createLog, openDatabase } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { pruneListening } from '../src/listening/prune-listening.ts';
import { addTalks, givenInbox } from './given-inbox.ts';
import { givenChannel, tickOf } from './given-posts.ts';
import { patientTiming } from './patient-timing.ts';
import { dataOf, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  t = await startSocial({ SOCIAL_INBOX: 'on' });
  addTalks(t);
  const url = t.service.database.urlFor('social');
  database = openDatabase({ url, poolSize: 1, service: 'social', log: createLog('test', 'silent'), traced: false });
});
afterAll(async () => {
  await database.close();
  await t.stop();
});

const rss = (...entries: [id: string, title: string, text: string][]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${entries
    .map(
      ([id, title, text]) =>
        `<item><guid>${id}</guid><title>${title}</title><link>https://news.example.com/${id}</link>
         <description><![CDATA[<p>${text}</p>]]></description><pubDate>Mon, 01 Mar 2027 08:00:00 GMT</pubDate></item>`,
    )
    .join('')}</channel></rss>`;
const feed = (name: string) => `${t.origin}/feeds/${name}`;
const publish = (name: string, body: string, more: object = {}) => t.feeds.set(name, { status: 200, body, ...more });

async function givenQuery(body: object, brand_id?: string) {
  const id = brand_id ?? (await givenBrand(t.owner)).id;
  const params = { brand_id: id };
  const query = dataOf(await t.owner.createSocialListeningQuery({ params, body: body as never }));
  const run = async () => {
    const { running, ...found } = dataOf(await t.owner.runSocialListening({ params }));
    expect(running).toBe(0);
    return found;
  };
  const list = async (given: object = {}) => dataOf(await t.owner.listSocialListening({ params, query: given }));
  return { brand_id: id, params, query, run, list };
}

test('a feed is read for keywords; what was found is found once, and new entries come with later runs', async () => {
  publish('a', rss(['1', 'Заметки без сети', 'Новое &amp; старое'], ['2', 'Weather', 'Rain']));
  const here = await givenQuery({ keywords: ['заметк', 'diary'], sources: ['rss'], feed_urls: [feed('a')] });
  expect(await here.run()).toEqual({ new: 1, errors: [] });
  expect(await here.list()).toMatchObject([
    {
      source: 'rss',
      text: 'Заметки без сети\nНовое & старое',
      keyword: 'заметк',
      state: 'new',
      idea_id: null,
      url: 'https://news.example.com/1',
      published_at: '2027-03-01T08:00:00.000Z',
      query_id: here.query.id,
    },
  ]);
  expect(await here.run()).toEqual({ new: 0, errors: [] });
  publish('a', rss(['3', 'A diary', 'Each day'], ['1', 'Заметки без сети', 'Новое']));
  expect(await here.run()).toEqual({ new: 1, errors: [] });
  expect((await here.list()).map(({ keyword }) => keyword)).toEqual(['diary', 'заметк']);
});

test('a query that runs already is not started again, and the report of the call counts it', async () => {
  publish('busy', rss(['b', 'Notes of a busy day', '']));
  const here = await givenQuery({ keywords: ['notes'], sources: ['rss'], feed_urls: [feed('busy')] });
  // Another process works on it.
  const leaseUntil = new Date(t.clock.now().getTime() + 60_000);
  await t.service.database.query('UPDATE social.listening_queries SET lease_until = $2 WHERE id = $1', [
    here.query.id,
    leaseUntil,
  ]);
  const { data } = await t.owner.runSocialListening({ params: here.params });
  expect(data).toEqual({ new: 0, errors: [], running: 1 });
  expect(t.feeds.get('busy')?.calls).toBeUndefined();
  t.clock.advance({ minutes: 1 });
  expect(await here.run()).toEqual({ new: 1, errors: [] });
});

test('an Atom feed is read, and a redirect is followed', async () => {
  const entry =
    '<entry><id>urn:1</id><title>Notes</title><link href="https://e.com/1"/><updated>2027-03-01T07:00:00Z</updated></entry>';
  publish('atom', `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>${entry}</feed>`);
  t.feeds.set('moved', { status: 301, headers: { location: '/feeds/atom' }, body: '' });
  const here = await givenQuery({ keywords: ['notes'], sources: ['rss'], feed_urls: [feed('moved')] });
  expect(await here.run()).toEqual({ new: 1, errors: [] });
  expect(await here.list()).toMatchObject([{ url: 'https://e.com/1', text: 'Notes' }]);
});

test('a source that fails is named, and stops no other one', async () => {
  publish('good', rss(['g', 'Notes are good', '']));
  publish('page', '<html><body>No feed</body></html>');
  publish(
    'entities',
    '<!DOCTYPE rss [<!ENTITY x "y">]><rss><channel><item><title>notes</title></item></channel></rss>',
  );
  t.feeds.set('inside', { status: 302, headers: { location: 'http://169.254.169.254/latest' }, body: '' });
  t.feeds.set('loop', { status: 302, headers: { location: '/feeds/loop' }, body: '' });
  publish('large', `<rss><channel>${' '.repeat(2_200_000)}</channel></rss>`);
  const feed_urls = [
    ...['good', 'page', 'entities', 'absent', 'inside', 'loop', 'large'].map(feed),
    'http://169.254.169.254/feed',
    'http://[::1]:1/feed',
  ];
  const sources = ['rss', 'vk_search', 'threads_search', 'inbox'];
  const here = await givenQuery({ keywords: ['notes'], sources, feed_urls });
  const { new: made, errors } = await here.run();
  expect(made).toBe(1);
  expect(errors.map(({ source, code }) => `${source} ${code}`)).toEqual([
    'rss not_a_feed',
    'rss not_a_feed',
    'rss 404',
    'rss address_refused',
    'rss redirects',
    'rss too_large',
    'rss address_refused',
    'rss address_refused',
    'vk_search no_account',
    'threads_search no_account',
  ]);
  const [query] = dataOf(await t.owner.listSocialListeningQueries({ params: here.params, query: {} }));
  expect(query).toMatchObject({ errors, ran_at: expect.any(String), version: 1 });
});

test('public posts of VK and Threads are searched for each keyword', async () => {
  const vk = await givenChannel(t, 'vk');
  t.vk.add({ posts: [{ id: 5, owner_id: -77, date: 1_803_000_000, text: 'We love quills' }] });
  const here = await givenQuery({ keywords: ['quills', 'inks'], sources: ['vk_search'] }, vk.brand_id);
  expect(await here.run()).toEqual({ new: 1, errors: [] });
  expect(await here.list()).toMatchObject([
    { url: 'https://vk.com/wall-77_5', keyword: 'quills', source: 'vk_search' },
  ]);
  const threads = await givenChannel(t, 'threads');
  const post = { id: '991', username: 'ada', text: 'Quills again', permalink: 'https://www.threads.net/@ada/post/991' };
  t.threads.add({ posts: [{ ...post, timestamp: '2027-02-28T10:00:00+0000' }] });
  const other = await givenQuery({ keywords: ['quills'], sources: ['threads_search'] }, threads.brand_id);
  expect(await other.run()).toEqual({ new: 1, errors: [] });
  expect(await other.list()).toMatchObject([{ url: post.permalink, published_at: '2027-02-28T10:00:00.000Z' }]);
});

test('long posts of VK are found, too', async () => {
  const vk = await givenChannel(t, 'vk');
  const post = { owner_id: -78, date: 1_803_000_000, text: `Feathers ${'x'.repeat(40_000)}` };
  t.vk.add({ posts: Array.from({ length: 30 }, (_, at) => ({ ...post, id: at + 1 })) });
  const here = await givenQuery({ keywords: ['feathers'], sources: ['vk_search'] }, vk.brand_id);
  expect(await here.run()).toEqual({ new: 5, errors: [] });
});

test('searches of Threads end with the budget of the day', async () => {
  const threads = await givenChannel(t, 'threads');
  const here = await givenQuery({ keywords: ['one', 'two'], sources: ['threads_search'] }, threads.brand_id);
  expect((await here.run()).errors).toEqual([]);
  await t.service.database.query('UPDATE social.search_budgets SET searches = 2199');
  const searches = () => t.threads.journal().filter(({ path }) => path.includes('keyword_search')).length;
  const before = searches();
  expect((await here.run()).errors).toMatchObject([{ source: 'threads_search', code: 'quota' }]);
  expect(searches()).toBe(before);
  t.clock.advance({ days: 1 });
  expect((await here.run()).errors).toEqual([]);
});

test('what people wrote to the brand is searched, too', async () => {
  const inbox = await givenInbox(t, 'telegram');
  await inbox.received('Is there a pelican?');
  await inbox.received('Nothing of that.');
  const here = await givenQuery({ keywords: ['pelican'], sources: ['inbox'] }, inbox.brand_id);
  expect(await here.run()).toEqual({ new: 1, errors: [] });
  expect(await here.list()).toMatchObject([{ source: 'inbox', text: 'Is there a pelican?' }]);
  const items = dataOf(await t.owner.listSocialInbox({ params: { brand_id: inbox.brand_id }, query: {} }));
  const item_id = items.find(({ text }) => text.includes('pelican'))?.id ?? '';
  dataOf(await t.owner.eraseSocialPerson({ params: { item_id }, body: {} }));
  expect(await here.list()).toEqual([]);
});

/** Everything that the schema has, as the database shows it. */
const dump = async (): Promise<string> => {
  const tables = await t.service.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'social'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      t.service.database.query<{ row: string }>(`SELECT t::text AS row FROM social.${name} AS t`),
    ),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
};

test('what listening found is sealed: no schema shows a text, an address or an id of its author', async () => {
  const vk = await givenChannel(t, 'vk');
  t.vk.add({
    posts: [{ id: 61, owner_id: 990_077, date: 1_803_000_000, text: 'A heron at the lake' }],
  });
  publish('heron', rss(['blog-of-ann-heron', 'Heron diary', 'By Ann']));
  const query = { keywords: ['heron'], sources: ['vk_search', 'rss'], feed_urls: [feed('heron')] };
  const here = await givenQuery(query, vk.brand_id);
  expect(await here.run()).toEqual({ new: 2, errors: [] });
  expect((await here.list()).map(({ text, url }) => [text, url]).toSorted()).toEqual([
    ['A heron at the lake', 'https://vk.com/wall990077_61'],
    ['Heron diary\nBy Ann', 'https://news.example.com/blog-of-ann-heron'],
  ]);
  const [item] = await here.list();
  dataOf(await t.owner.updateSocialListeningItem({ params: { item_id: item?.id ?? '' }, body: { state: 'seen' } }));
  expect(await here.run()).toEqual({ new: 0, errors: [] });
  const everything = await dump();
  for (const text of ['at the lake', 'By Ann', 'blog-of-ann', '990077']) expect(everything).not.toContain(text);
  // The words of the query itself are no personal data.
  expect(everything).toContain('heron');
});

test('the author of a found post is erased with the key and all posts, and older posts do not come again', async () => {
  const vk = await givenChannel(t, 'vk');
  const post = { owner_id: 990_078, date: 1_803_000_000 };
  const other = { owner_id: 990_079, date: 1_803_000_000 };
  t.vk.add({
    posts: [
      { ...post, id: 1, text: 'Ibis one' },
      { ...post, id: 2, text: 'Ibis two' },
      { ...other, id: 3, text: 'Ibis three' },
    ],
  });
  const here = await givenQuery({ keywords: ['ibis'], sources: ['vk_search'] }, vk.brand_id);
  expect((await here.run()).new).toBe(3);
  const keys = async () => (await t.service.database.query('SELECT FROM social.subject_keys')).length;
  const before = await keys();
  const item_id = (await here.list()).find(({ text }) => text === 'Ibis one')?.id ?? '';
  const erase = () => t.owner.eraseSocialFoundPerson({ params: { item_id }, body: {} });
  expect(dataOf(await erase())).toEqual({ items: 2 });
  expect((await here.list()).map(({ text }) => text)).toEqual(['Ibis three']);
  expect(await keys()).toBe(before - 1);
  expect((await here.run()).new).toBe(0);
  expect(await erase()).toMatchObject({ status: 404, body: { error: 'listening_item_not_found' } });
  const erased = await t.service.published(social.events.socialPersonErased);
  expect(erased.filter(({ brand_id }) => brand_id === vk.brand_id)).toHaveLength(1);
});

test('a text of an unnamed author is not stored again after its erasure, while its feed still has it', async () => {
  publish('unnamed', rss(['u1', 'Jabiru letters', 'By Zoe'], ['u2', 'Jabiru news', 'Today']));
  const here = await givenQuery({ keywords: ['jabiru'], sources: ['rss'], feed_urls: [feed('unnamed')] });
  expect((await here.run()).new).toBe(2);
  const item_id = (await here.list()).find(({ text }) => text.includes('Zoe'))?.id ?? '';
  expect(dataOf(await t.owner.eraseSocialFoundPerson({ params: { item_id }, body: {} }))).toEqual({ items: 1 });
  expect((await here.run()).new).toBe(0);
  expect((await here.list()).map(({ text }) => text)).toEqual(['Jabiru news\nToday']);
});

test('an item of the release before is not stored again after its erasure', async () => {
  const vk = await givenChannel(t, 'vk');
  t.vk.add({ posts: [{ owner_id: 990_080, date: 1_803_000_000, id: 4, text: 'Kagu sighted' }] });
  const here = await givenQuery({ keywords: ['kagu'], sources: ['vk_search'] }, vk.brand_id);
  expect((await here.run()).new).toBe(1);
  const item_id = (await here.list())[0]?.id ?? '';
  await t.service.database.query(
    `UPDATE social.listening_items SET subject_id = NULL, sealed_content = NULL, text = 'Kagu sighted', remote_id = '990080_4'
     WHERE id = $1`,
    [item_id],
  );
  expect(dataOf(await t.owner.eraseSocialFoundPerson({ params: { item_id }, body: {} }))).toEqual({ items: 1 });
  expect((await here.run()).new).toBe(0);
});

test('a person of the inbox is erased by a copy that listening found, whose key ends with the last item of the person', async () => {
  const inbox = await givenInbox(t, 'telegram');
  await inbox.received('A toucan is here.');
  const here = await givenQuery({ keywords: ['toucan'], sources: ['inbox'] }, inbox.brand_id);
  expect((await here.run()).new).toBe(1);
  const item_id = (await here.list())[0]?.id ?? '';
  expect(dataOf(await t.owner.eraseSocialFoundPerson({ params: { item_id }, body: {} })).items).toBeGreaterThan(1);
  expect(await here.list()).toEqual([]);
  const items = dataOf(await t.owner.listSocialInbox({ params: { brand_id: inbox.brand_id }, query: {} }));
  expect(items.filter(({ text }) => text.includes('toucan'))).toEqual([]);
});

test('found texts go after 90 days, and so do the keys of their authors', async () => {
  publish('old', rss(['o1', 'Shoebill', 'seen']));
  const here = await givenQuery({ keywords: ['shoebill'], sources: ['rss'], feed_urls: [feed('old')] });
  await here.run();
  const subjects = await t.service.database.query<{ subject_id: string }>(
    'SELECT subject_id FROM social.listening_items WHERE brand_id = $1',
    [here.brand_id],
  );
  const keys = () =>
    t.service.database.query('SELECT FROM social.subject_keys WHERE subject_id = $1', [subjects[0]?.subject_id]);
  expect(await keys()).toHaveLength(1);
  await t.service.database.query(
    `UPDATE social.listening_items SET created_at = created_at - interval '91 days' WHERE brand_id = $1`,
    [here.brand_id],
  );
  expect(await pruneListening({ db: database.db, clock: t.clock })).toBe(1);
  expect(await here.list()).toEqual([]);
  expect(await keys()).toEqual([]);
});

test('a due query runs once for ten ticks at once, and again after 15 minutes', async () => {
  publish('tick', rss(['t1', 'Notes by the tick', '']));
  const here = await givenQuery({ keywords: ['notes'], sources: ['rss'], feed_urls: [feed('tick')] });
  const calls = () => t.feeds.get('tick')?.calls;
  await Promise.all(Array.from({ length: 10 }, () => tickOf(t)));
  expect(calls()).toBe(1);
  expect(await here.list()).toHaveLength(1);
  publish('tick', rss(['t2', 'Notes later', '']));
  t.clock.advance({ minutes: 14 });
  await tickOf(t);
  expect(await here.list()).toHaveLength(1);
  t.clock.advance({ minutes: 1 });
  expect((await tickOf(t)).listening.new).toBeGreaterThan(0);
  expect(await here.list()).toHaveLength(2);
});

test('a due query runs by itself, without a tick and without a call', async () => {
  const env = { SOCIAL_INBOX: 'on' };
  const other = await startSocial(env, undefined, { ...patientTiming, claimEveryMs: 20 });
  other.feeds.set('alone', { status: 200, body: rss(['s', 'Notes that nobody asked for', '']) });
  const { id: brand_id } = await givenBrand(other.owner);
  const params = { brand_id };
  const body = { keywords: ['notes'], sources: ['rss' as const], feed_urls: [`${other.origin}/feeds/alone`] };
  dataOf(await other.owner.createSocialListeningQuery({ params, body }));
  await eventually(async () => dataOf(await other.owner.listSocialListening({ params, query: {} })).length === 1);
  await other.stop();
});

test('an item becomes an idea once, with its address as the source', async () => {
  publish('idea', rss(['i', 'Notes as an idea', 'Why not?']));
  const here = await givenQuery({ keywords: ['notes'], sources: ['rss'], feed_urls: [feed('idea')] });
  await here.run();
  const [item] = await here.list();
  const params = { item_id: item?.id ?? '' };
  const set = (state: 'seen' | 'idea' | 'ignored') => t.staff.updateSocialListeningItem({ params, body: { state } });
  expect(dataOf(await set('seen'))).toMatchObject({ state: 'seen', version: 2 });
  const idea = dataOf(await set('idea'));
  expect(dataOf(await set('idea'))).toEqual(idea);
  expect(await set('ignored')).toMatchObject({ status: 409 });
  const ideas = dataOf(await t.owner.listSocialIdeas({ params: here.params, query: {} }));
  expect(ideas).toMatchObject([
    { id: idea.idea_id, title: 'Notes as an idea', sources: [{ kind: 'url', url: 'https://news.example.com/i' }] },
  ]);
  expect(await here.list({ state: 'idea' })).toHaveLength(1);
  const records = (await t.service.published(auditEventOf('social'))).filter(({ target }) => target.id === item?.id);
  expect(records.map(({ action }) => action)).toEqual(['updateSocialListeningItem', 'updateSocialListeningItem']);
});

test('queries are bounded: sources, keywords, feeds and their number', async () => {
  const { id: brand_id } = await givenBrand(t.owner);
  const params = { brand_id };
  const create = (body: object) => t.owner.createSocialListeningQuery({ params, body: body as never });
  const good = { keywords: ['notes'], sources: ['inbox'] };
  const bad = [
    { ...good, keywords: [] },
    { ...good, keywords: Array.from({ length: 21 }, (_, at) => `k${at}`) },
    { ...good, sources: [] },
    { ...good, sources: ['inbox', 'inbox'] },
    { ...good, sources: ['rss'] },
    { ...good, feed_urls: ['https://e.com/rss'] },
    { ...good, sources: ['rss'], feed_urls: ['file:///etc/passwd'] },
    { ...good, sources: ['telegram'] },
    { ...good, more: 1 },
  ];
  for (const body of bad)
    expect(await create(body)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
  const made = [];
  for (let at = 0; at < 20; at += 1) made.push(dataOf(await create(good)));
  expect(await create(good)).toMatchObject({ status: 409 });
  const query_id = made[0]?.id ?? '';
  const patch = (body: object) => t.owner.updateSocialListeningQuery({ params: { query_id }, body: body as never });
  expect(await patch({ sources: ['rss'] })).toMatchObject({ status: 400 });
  expect(dataOf(await patch({ keywords: ['other'] }))).toMatchObject({ keywords: ['other'], version: 2 });
  expect((await t.owner.deleteSocialListeningQuery({ params: { query_id } })).status).toBe(200);
  expect(await patch({ keywords: ['x'] })).toMatchObject({ status: 404, body: { error: 'listening_query_not_found' } });
});

test('a brand gets 1,000 items a day at most', async () => {
  publish(
    'many',
    rss(...Array.from({ length: 50 }, (_, at) => [`m${at}`, 'Notes', `${at}`] as [string, string, string])),
  );
  const here = await givenQuery({ keywords: ['notes'], sources: ['rss'], feed_urls: [feed('many')] });
  const now = t.clock.now();
  await t.service.database.query(
    `INSERT INTO social.listening_items (id, brand_id, source, remote_id, text, keyword, state, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'rss', 'old' || n, 'old', 'notes', 'new', $2, $2 FROM generate_series(1, 990) AS n`,
    [here.brand_id, now],
  );
  expect(await here.run()).toEqual({ new: 10, errors: [] });
  expect(await here.run()).toEqual({ new: 0, errors: [] });
  t.clock.advance({ days: 1 });
  expect((await here.run()).new).toBe(40);
});
