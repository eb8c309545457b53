import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { minuteMs } from '@platform/runtime';
import { ifMatch, type Newsroom, noon, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.stop());
beforeEach(() => n.clock.set(noon));

const item = (id: string) => ({ ...n.at, item_id: id });
const after = (ms: number) => new Date(Date.parse(noon) + ms).toISOString();
const hour = 60 * minuteMs;
const readPost = (slug: string) => n.reader.readPost({ params: { site_code: n.site.code, slug } });
const publish = (id: string) => n.admin.publishContent({ params: item(id), headers: ifMatch('*') });
const schedule = (id: string, body: { scheduled_at?: string; unpublish_at?: string }) =>
  n.admin.scheduleContent({ params: item(id), body, headers: ifMatch('*') });

test('a text with a publication time ahead is not published, and the refusal names the schedule', async () => {
  const post = await n.post({ title: 'Embargo', published_at: '2030-01-01T00:00:00Z' });
  const refused = await publish(post.id);
  expect(refused).toMatchObject({ status: 400, error: 'validation_failed' });
  expect(JSON.stringify(refused.body)).toMatch(/published_at.*scheduleContent.*scheduled_at/);
  const bulk = ok(await n.admin.bulkContent({ params: n.at, body: { action: 'publish', ids: [post.id] } }));
  expect(bulk.results).toMatchObject([{ is_done: false, status: 'draft', error: 'validation_failed' }]);
  expect((await readPost('embargo')).status).toBe(404);
  expect((await n.events()).filter(({ data }) => data.item_id === post.id)).toEqual([]);
});

test('a changelog entry and an article with a publication time ahead are not published either', async () => {
  const published_at = after(hour);
  const entry = ok(
    await n.admin.createChangelogEntry({
      params: n.at,
      body: { title: 'Soon', version: '9.0.0', body: 'x', published_at },
    }),
  );
  const article = ok(await n.admin.createArticle({ params: n.at, body: { title: 'Soon', published_at } }));
  for (const { id } of [entry, article]) expect(await publish(id)).toMatchObject({ error: 'validation_failed' });
});

test('a publication time that is ahead by the difference of two clocks is taken, and readers see no time ahead', async () => {
  const post = await n.post({ title: 'Fast clock', published_at: after(50_000) });
  ok(await publish(post.id));
  expect((await readPost('fast-clock')).data).toMatchObject({ published_at: noon });
});

test('a schedule shows an earlier publication time of its text, and refuses a later one', async () => {
  const dated = await n.post({ title: 'Dated earlier', published_at: '2020-01-01T00:00:00Z' });
  ok(await schedule(dated.id, { scheduled_at: after(hour) }));
  const later = await n.post({ title: 'Dated later', published_at: after(3 * hour) });
  expect(await schedule(later.id, { scheduled_at: after(hour) })).toMatchObject({ error: 'validation_failed' });
  ok(await schedule(later.id, { scheduled_at: after(3 * hour) }));
  n.clock.set(after(3 * hour));
  ok(await n.t.as({}).tickCms());
  expect((await readPost('dated-earlier')).data).toMatchObject({ published_at: '2020-01-01T00:00:00.000Z' });
  expect((await readPost('dated-later')).data).toMatchObject({ published_at: after(3 * hour) });
});

test('an end alone ends a published text, and its draft is not published', async () => {
  const post = await n.post({ title: 'Only an end', body: 'public' });
  ok(await publish(post.id));
  const params = { ...n.at, post_id: post.id };
  ok(await n.admin.updatePost({ params, body: { body: 'secret draft' }, headers: ifMatch('*') }));
  expect(await schedule(post.id, { unpublish_at: noon })).toMatchObject({ error: 'validation_failed' });
  const planned = ok(await schedule(post.id, { unpublish_at: after(hour) }));
  expect(planned).toMatchObject({ status: 'published', scheduled_at: null, unpublish_at: after(hour) });
  ok(await n.t.as({}).tickCms());
  expect((await readPost('only-an-end')).data).toMatchObject({ body: 'public' });
  n.clock.set(after(hour));
  expect(ok(await n.t.as({}).tickCms())).toMatchObject({ unpublished: 1 });
  expect((await readPost('only-an-end')).status).toBe(404);
});

test('an end alone changes the end of a schedule, and is refused for a draft without one', async () => {
  const post = await n.post({ title: 'End of a schedule' });
  expect(await schedule(post.id, { unpublish_at: after(hour) })).toMatchObject({
    status: 409,
    error: 'invalid_transition',
  });
  expect(await schedule(post.id, {})).toMatchObject({ error: 'validation_failed' });
  ok(await schedule(post.id, { scheduled_at: after(hour) }));
  expect(await schedule(post.id, { unpublish_at: after(hour) })).toMatchObject({ error: 'validation_failed' });
  expect(ok(await schedule(post.id, { unpublish_at: after(2 * hour) }))).toMatchObject({
    status: 'scheduled',
    scheduled_at: after(hour),
    unpublish_at: after(2 * hour),
  });
});

test('an empty text is published with a warning, and a text is not related to itself', async () => {
  const post = await n.post({ title: 'Empty', body: ' \n' });
  const { warnings } = ok(await publish(post.id));
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'body_empty', field: 'body' }));
  const params = { ...n.at, post_id: post.id };
  expect(await n.admin.updatePost({ params, body: { related_ids: [post.id] }, headers: ifMatch('*') })).toMatchObject({
    error: 'validation_failed',
  });
});
