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

type Create = Parameters<typeof n.admin.createDownload>[0]['body'];
const sha256 = 'ab'.repeat(32);
const buildOf = (body: Partial<Create>): Create => ({
  platform: 'windows',
  version: '1.0.0',
  external_url: 'https://files.example.com/notes.exe',
  sha256,
  ...body,
});
const build = async (body: Partial<Create> = {}) =>
  ok(await n.admin.createDownload({ params: n.at, body: buildOf(body) }));
const published = async (body: Partial<Create> = {}) => {
  const made = await build(body);
  await n.publish(made.id);
  return made;
};
const latest = async (platform: string, query = {}) =>
  ok(await n.reader.readLatestDownload({ params: { ...params, platform }, query }));

test('the latest build is the highest version of exactly the channel', async () => {
  for (const version of ['1.9.0', '1.10.0', '1.10.0-rc.1']) await published({ version });
  await published({ version: '2.0.0-beta.1', channel: 'beta' });
  await build({ version: '3.0.0' });
  expect((await latest('windows'))?.version).toBe('1.10.0');
  expect((await latest('windows', { channel: 'beta' }))?.version).toBe('2.0.0-beta.1');
  const none = await n.reader.readLatestDownload({ params: { ...params, platform: 'amiga' } });
  expect([none.status, none.body]).toEqual([200, { data: null }]);
  expect(await latest('windows', { channel: 'nightly' })).toBeNull();
  const listed = ok(await n.reader.readDownloads({ params, query: { platform: 'windows' } }));
  expect(listed.map(({ version }) => version)).toEqual(['2.0.0-beta.1', '1.10.0', '1.10.0-rc.1', '1.9.0']);
  const stable = ok(await n.reader.readDownloads({ params, query: { channel: 'stable' } }));
  expect(stable.map(({ version }) => version)).toEqual(['1.10.0', '1.10.0-rc.1', '1.9.0']);
  const application = n.t.as({ application: anApplication(), site: n.site });
  const other = { params: { ...params, app_code: 'demo', platform: 'windows' } };
  expect(ok(await application.readApplicationLatestDownload(other))?.version).toBe('1.10.0');
  expect((await n.reader.readDownloads({ params, query: { utm_source: 'letter' } as never })).error).toBeUndefined();
});

test('a caller learns whether there is a newer version than its own', async () => {
  await published({ platform: 'web', version: '2.10.0' });
  const isUpdate = async (current_version: string) => (await latest('web', { current_version }))?.update_available;
  expect([
    await isUpdate('2.9.9'),
    await isUpdate('2.10.0'),
    await isUpdate('2.10.0+7'),
    await isUpdate('3.0.0'),
  ]).toEqual([true, false, false, false]);
  expect(await isUpdate('2.10.0-rc.1')).toBe(true);
  expect(await latest('web')).not.toHaveProperty('update_available');
  expect([
    await isUpdate('2'),
    await isUpdate('2.10'),
    await isUpdate('2.10.0.77'),
    await isUpdate('2.9 (80)'),
  ]).toEqual([true, false, false, true]);
});

test('a current version that is no version is counted, and the answer does not compare with it', async () => {
  await published({ platform: 'tv', version: '3.1' });
  const answer = await latest('tv', { current_version: 'nightly' });
  expect(answer?.version).toBe('3.1');
  expect(answer).not.toHaveProperty('update_available');
  expect(await n.t.metrics()).toContain('cms_unreadable_app_versions_total{use="downloads"} 1');
});

test('versions of two and three parts are one order and one version', async () => {
  for (const version of ['1.9', '1.10.1', '1.10']) await published({ platform: 'watch', version });
  expect((await latest('watch'))?.version).toBe('1.10.1');
  const again = await n.admin.createDownload({ params: n.at, body: buildOf({ platform: 'watch', version: '1.10.0' }) });
  expect([again.status, again.error]).toEqual([409, 'version_exists']);
});

test('a processor gets its own build or one for any, the highest version first, its own before that for any', async () => {
  const platform = 'macos';
  await published({ platform, version: '1.0.0', arch: 'arm64' });
  await published({ platform, version: '1.0.0' });
  await published({ platform, version: '1.1.0', arch: 'x64' });
  const found = async (query = {}) => {
    const row = await latest(platform, query);
    return [row?.version, row?.arch];
  };
  expect(await found({ arch: 'arm64' })).toEqual(['1.0.0', 'arm64']);
  expect(await found({ arch: 'riscv' })).toEqual(['1.0.0', null]);
  expect(await found()).toEqual(['1.1.0', 'x64']);
});

test('of builds of one version that differ in build metadata only, the highest number is the latest', async () => {
  const platform = 'linux';
  await published({ platform, version: '1.0.0+a', build_number: 9 });
  await published({ platform, version: '1.0.0+b', build_number: 10 });
  expect((await latest(platform))?.build_number).toBe(10);
});

test('an uploaded file is served at its address, with its name, size and hash; release notes have their slug', async () => {
  const entry = ok(await n.admin.createChangelogEntry({ params: n.at, body: { title: 'Version five' } }));
  const asset = await n.asset({
    kind: 'file',
    bytes: Buffer.from('MZ…'),
    file_name: 'notes.exe',
    content_type: 'application/octet-stream',
  });
  await published({
    platform: 'setup',
    version: '5.0.0',
    asset_id: asset.id,
    external_url: null,
    sha256: null,
    changelog_entry_id: entry.id,
    release_notes: 'Better.',
  });
  expect(await latest('setup')).toMatchObject({
    url: `http://platform.test/assets/cms/${asset.file}`,
    file_name: 'notes.exe',
    size_bytes: 5,
    sha256: asset.sha256,
    release_notes: 'Better.',
    changelog_slug: null,
  });
  await n.publish(entry.id);
  expect((await latest('setup'))?.changelog_slug).toBe('version-five');
});

test('release notes are sanitised html with absolute addresses on request, also in a list and after a change', async () => {
  const platform = 'tablet';
  const release_notes = '## Fixed\n\n[Help](/help) <script>alert(1)</script>\n\n[gone](/blog/nowhere)';
  const made = await published({ platform, release_notes });
  const html = (ids: string) =>
    `<h2 id="${ids}fixed">Fixed</h2>\n<p><a href="https://notes.example.com/help">Help</a> </p>\n` +
    '<p><a href="https://notes.example.com/blog/nowhere">gone</a></p>\n';
  expect(await latest(platform, { format: 'html' })).toMatchObject({ release_notes, release_notes_html: html('') });
  expect(await latest(platform)).not.toHaveProperty('release_notes_html');
  const list = async (query = {}) => ok(await n.reader.readDownloads({ params, query: { platform, ...query } }));
  expect((await list({ format: 'html' }))[0]?.release_notes_html).toBe(html(`${made.slug}_`));
  expect((await list())[0]).not.toHaveProperty('release_notes_html');
  const { warnings } = await n.publish(made.id);
  expect(warnings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'html_dropped', field: 'release_notes', line: 3 }),
      expect.objectContaining({ code: 'dead_link', field: 'release_notes', line: 5 }),
    ]),
  );
  await published({ platform, version: '2.0.0' });
  expect(await latest(platform, { format: 'html' })).toMatchObject({ release_notes: null, release_notes_html: null });
});

test('a save and a publication of a download name with its line what readers do not get of the release notes', async () => {
  const body = {
    platform: 'notes',
    version: '1.0.0',
    external_url: 'https://files.example.com/a.exe',
    sha256: '00'.repeat(32),
    release_notes: 'Better\n\n<font>x</font>',
  };
  const created = ok(await n.admin.createDownload({ params: n.at, body }));
  const expected = [expect.objectContaining({ code: 'html_dropped', field: 'release_notes', line: 3 })];
  expect(created.warnings).toEqual(expected);
  expect((await n.publish(created.id)).warnings).toEqual(expected);
});

test('the page of a store is a download without a digest', async () => {
  const store = 'https://apps.apple.com/app/id1';
  await published({ platform: 'app-store', external_url: store, sha256: undefined });
  expect(await latest('app-store')).toMatchObject({ url: store, sha256: null, file_name: null, size_bytes: null });
  const opened = await n.reader.openLatestDownload({ params: { ...params, platform: 'app-store' } });
  expect([opened.status, opened.headers.get('location')]).toEqual([302, store]);
});

test('the address of a button leads to the file of the latest build, also right after a new one', async () => {
  const platform = 'button';
  const go = (query = {}) => n.reader.openLatestDownload({ params: { ...params, platform }, query });
  expect([(await go()).status, (await go()).error]).toEqual([404, 'content_not_found']);
  await published({ platform, version: '1.0.0', external_url: 'https://files.example.com/one.exe' });
  const first = await go({ public_key: 'svc_cms_x' });
  expect([first.status, first.headers.get('location')]).toEqual([302, 'https://files.example.com/one.exe']);
  await published({ platform, version: '1.0.1', external_url: 'https://files.example.com/two.exe' });
  expect((await go()).headers.get('location')).toBe('https://files.example.com/two.exe');
});

test('a platform, processor and channel has a version once, also when two are written at once', async () => {
  const body = buildOf({ platform: 'ios', version: '1.0.0' });
  const replies = await Promise.all([1, 2, 3].map(() => n.admin.createDownload({ params: n.at, body })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(replies.filter(({ status }) => status === 409).map(({ error }) => error)).toEqual([
    'version_exists',
    'version_exists',
  ]);
  await build({ platform: 'ios', version: '1.0.0', arch: 'arm64' });
  const other = await build({ platform: 'ios', version: '1.0.0', channel: 'beta' });
  const change = await n.admin.updateDownload({
    params: { ...n.at, download_id: other.id },
    body: { channel: 'stable' },
    headers: ifMatch('*'),
  });
  expect([change.status, change.error]).toEqual([409, 'version_exists']);
  const listed = ok(await n.admin.listDownloads({ params: n.at, query: { platform: 'ios', channel: 'beta' } }));
  expect(listed.map(({ id }) => id)).toEqual([other.id]);
});

test.each<[string, Partial<Create>]>([
  ['without a file', { external_url: null, sha256: null }],
  ['at two addresses', { asset_id: '0198a3c0-5e1f-7000-8000-000000000001', sha256: null }],
  ['whose version is none', { version: 'newest' }],
  ['whose version has a fourth number, which is not compared', { version: '1.0.0.1' }],
])('a build %s is refused', async (_name, body) => {
  expect((await n.admin.createDownload({ params: n.at, body: buildOf(body) })).error).toBe('validation_failed');
});
