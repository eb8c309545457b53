import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { anApplication } from '@platform/testing';
import { ifMatch, type Newsroom, noon, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
let params: { site_code: string };
beforeAll(async () => {
  n = await openNewsroom();
  params = { site_code: n.site.code };
});
afterAll(() => n.stop());
beforeEach(() => n.clock.set(noon));

const write = async (body: Record<string, unknown> = {}) =>
  ok(
    await n.admin.createChangelogEntry({
      params: n.at,
      body: { title: 'Faster', body: '## Added\n\nSpeed.', ...body },
    }),
  );
const titles = async (query = {}) => ok(await n.reader.readChangelog({ params, query })).map(({ title }) => title);

test('release notes are listed with their texts, newest first, and read by their slug', async () => {
  const first = await write({
    title: 'First',
    version: '1.0.0',
    labels: ['added', 'fixed'],
    published_at: '2026-01-01T00:00:00Z',
  });
  const second = await write({ title: 'Second', version: '1.1.0' });
  await write({ title: 'Draft' });
  for (const { id } of [first, second]) await n.publish(id);
  const listed = await n.reader.readChangelog({ params });
  expect(listed.headers.get('x-total-count')).toBe('2');
  expect(listed.data.map(({ title, version, body, labels }) => ({ title, version, body, labels }))).toEqual([
    { title: 'Second', version: '1.1.0', body: '## Added\n\nSpeed.', labels: [] },
    { title: 'First', version: '1.0.0', body: '## Added\n\nSpeed.', labels: ['added', 'fixed'] },
  ]);
  expect(listed.data[0]).not.toHaveProperty('html');
  const one = await n.reader.readChangelogEntry({ params: { ...params, slug: 'first' }, query: { format: 'html' } });
  expect(one.data).toMatchObject({
    url: 'https://notes.example.com/changelog/first',
    published_at: '2026-01-01T00:00:00.000Z',
    html: expect.stringContaining('Added</h2>'),
    alternates: [{ locale: 'ru', slug: 'first', url: 'https://notes.example.com/changelog/first' }],
    seo: { json_ld: { '@type': 'Article' } },
  });
  const again = { params: { ...params, slug: 'first' }, query: { format: 'html' as const } };
  const cached = await n.reader.readChangelogEntry({
    ...again,
    headers: { 'if-none-match': one.headers.get('etag') ?? '' },
  });
  expect(cached.status).toBe(304);
  const application = n.t.as({ application: anApplication(), site: n.site });
  const other = { params: { ...params, app_code: 'demo' } };
  expect(ok(await application.readApplicationChangelog(other))).toEqual(listed.data);
});

test('release notes of a platform are those about it and those about all', async () => {
  const room = await openNewsroom();
  try {
    for (const [title, platforms] of [
      ['All', []],
      ['iOS', ['ios']],
      ['Both', ['ios', 'web']],
      ['Web', ['web']],
    ] as const) {
      const body = { title, platforms: [...platforms] };
      const { id } = ok(await room.admin.createChangelogEntry({ params: room.at, body }));
      await room.publish(id);
    }
    const read = async (query = {}) =>
      new Set(
        ok(await room.reader.readChangelog({ params: { site_code: room.site.code }, query })).map(({ title }) => title),
      );
    expect(await read({ platform: 'ios' })).toEqual(new Set(['All', 'iOS', 'Both']));
    expect(await read({ platform: 'android' })).toEqual(new Set(['All']));
    expect(await read()).toEqual(new Set(['All', 'iOS', 'Both', 'Web']));
  } finally {
    await room.stop();
  }
});

test('renamed release notes are `moved`, and changed ones are seen when they are published again', async () => {
  const entry = await write({ title: 'Old name', slug: 'old-name' });
  await n.publish(entry.id);
  const at = { params: { ...n.at, entry_id: entry.id } };
  const change = { title: 'New name', slug: 'new-name' };
  ok(await n.admin.updateChangelogEntry({ ...at, body: change, headers: ifMatch(2) }));
  expect(await titles()).toContain('Old name');
  await n.publish(entry.id);
  expect(await titles()).toContain('New name');
  const moved = await n.reader.readChangelogEntry({ params: { ...params, slug: 'old-name' } });
  expect(moved.body).toMatchObject({ error: 'moved', redirect_slug: 'new-name' });
  expect((await n.admin.deleteChangelogEntry({ ...at, headers: ifMatch('*') })).status).toBe(204);
  expect(await titles()).not.toContain('New name');
  expect(ok(await n.admin.getChangelogEntry(at)).status).toBe('archived');
  const archived = ok(await n.admin.listChangelogEntries({ params: n.at, query: { status: 'archived' } }));
  expect(archived.map(({ id }) => id)).toEqual([entry.id]);
});
