import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditEventOf, cms, identity } from '@platform/contracts';
import { createLog, openDatabase } from '@platform/runtime';
import { logLines, openTransaction, untilBlocked } from '@platform/testing';
import { isInUse } from '../src/assets/stored-files.ts';
import { ifMatch, type Newsroom, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
let owner: ReturnType<Newsroom['as']>;
beforeAll(async () => {
  n = await openNewsroom();
  owner = n.as('owner');
});
afterAll(() => n.stop());

const item = (id: string) => ({ ...n.at, item_id: id });
const readPost = (slug: string, query = {}) => n.reader.readPost({ params: { site_code: n.site.code, slug }, query });
const destroy = (id: string, body: { confirm?: string; destroy_files?: boolean }) =>
  owner.destroyContent({ params: item(id), body: { reason: 'person_request', ...body } });
const tablesNaming = async (text: string) => {
  const tables = await n.t.database.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'cms' AND table_type = 'BASE TABLE'`,
    [],
  );
  const found: string[] = [];
  for (const { name } of tables as { name: string }[]) {
    const [row] = (await n.t.database.query(
      `SELECT count(*)::int AS rows FROM cms."${name}" AS t WHERE t::text LIKE '%' || $1 || '%'`,
      [text],
    )) as { rows: number }[];
    if ((row?.rows ?? 0) > 0) found.push(name);
  }
  return found.toSorted();
};
let files = 0;
const upload = () => {
  files += 1;
  return n.asset({
    kind: 'image',
    bytes: Buffer.from(`image ${files}`),
    file_name: `${files}.png`,
    content_type: 'image/png',
  });
};

test('an item is destroyed only with its slug', async () => {
  const post = await n.post({ title: 'Kept' });
  for (const confirm of [undefined, 'Kept', 'other'])
    expect(await destroy(post.id, confirm === undefined ? {} : { confirm })).toMatchObject({
      status: 409,
      body: { error: 'confirmation_required', confirm: 'kept' },
    });
  expect(ok(await n.admin.getPost({ params: { ...n.at, post_id: post.id } })).title).toBe('Kept');
});

test('of a destroyed text no table has a word, readers get 404, and the record names nothing of it', async () => {
  const secret = 'Zweigstelle';
  const post = await n.post({ title: `About ${secret}`, slug: 'was-named', body: `Text of ${secret}` });
  await n.publish(post.id);
  const params = { ...n.at, post_id: post.id };
  ok(await n.admin.updatePost({ params, body: { slug: 'is-named', body: `Newer ${secret}` }, headers: ifMatch('*') }));
  await n.publish(post.id);
  ok(await n.admin.createPreviewToken({ params: item(post.id), body: {} }));
  await n.t.database.query(
    `WITH made AS (INSERT INTO cms.imports (id, site_id, format, publish, dry_run, fetch_images, file, file_name, size_bytes, status, created_at, created_by)
       SELECT gen_random_uuid(), $1, 'markdown_zip', false, false, false, 'none', 'a.zip', 1, 'finished', now(), 'a@b.test' RETURNING id)
     INSERT INTO cms.import_entries (import_id, number, kind, source_id, title, outcome, object_id, warnings)
     SELECT id, 1, 'post', $3, $3, 'created', $2, '[]' FROM made`,
    [n.site.id, post.id, secret],
  );
  expect(await tablesNaming(secret)).toEqual(
    expect.arrayContaining(['import_entries', 'items', 'publications', 'revisions']),
  );
  expect((await readPost('is-named')).status).toBe(200);
  const destroyed = ok(await destroy(post.id, { confirm: 'is-named' }));
  expect(destroyed.destroyed_files).toBe(0);
  expect(await tablesNaming(secret)).toEqual([]);
  for (const slug of ['is-named', 'was-named']) expect((await readPost(slug)).status).toBe(404);
  expect((await n.admin.getPost({ params })).status).toBe(404);
  expect((await destroy(post.id, { confirm: 'is-named' })).error).toBe('content_not_found');
  const [event] = (await n.t.published(cms.events.contentDestroyed)).filter(({ object_id }) => object_id === post.id);
  expect(event).toEqual({
    erasure_id: destroyed.erasure_id,
    site_id: n.site.id,
    person: 'site_text',
    object_id: post.id,
    categories: ['published_text'],
    erased_by: 'admin',
    admin_id: expect.any(String),
    reason: 'person_request',
  });
  const audited = (await n.t.published(auditEventOf('cms'))).filter(({ action }) => action === 'destroyContent');
  expect(JSON.stringify(audited)).not.toMatch(/Zweigstelle|is-named/);
  expect(audited.at(-1)).toMatchObject({ after: { reason: 'person_request', categories: ['published_text'] } });
  // Static sites see in the list of removed texts that the page is gone.
  expect((await n.events()).at(-1)).toMatchObject({ type: 'unpublished', data: { item_id: post.id } });
});

test('translations of a destroyed or deleted text are a group of their own, and take another translation', async () => {
  for (const isPublished of [true, false]) {
    const first = await n.post({ title: `Первый ${isPublished}` });
    const second = await n.post({ title: `Second ${isPublished}`, locale: 'en', translation_of: first.id });
    await n.publish(second.id);
    if (isPublished) {
      await n.publish(first.id);
      ok(await destroy(first.id, { confirm: first.slug }));
    } else ok(await n.admin.deletePost({ params: { ...n.at, post_id: first.id }, headers: ifMatch('*') }));
    const stays = ok(await n.admin.getPost({ params: { ...n.at, post_id: second.id } }));
    expect(stays.translation_of).toBeNull();
    expect((await readPost(second.slug, { locale: 'en' })).data).toMatchObject({
      alternates: [expect.objectContaining({ locale: 'en' })],
    });
    const third = await n.post({ title: `Снова ${isPublished}`, translation_of: second.id });
    expect(third.translation_of).toBe(second.id);
  }
});

test('a download whose release notes entry was destroyed can be changed', async () => {
  const entry = ok(
    await n.admin.createChangelogEntry({ params: n.at, body: { title: 'Named', version: '3.0.0', body: 'x' } }),
  );
  const download = ok(
    await n.admin.createDownload({
      params: n.at,
      body: {
        platform: 'win',
        version: '3.0.0',
        external_url: 'https://files.example.com/a.exe',
        sha256: '00'.repeat(32),
        changelog_entry_id: entry.id,
      },
    }),
  );
  ok(await destroy(entry.id, { confirm: entry.slug }));
  const params = { ...n.at, download_id: download.id };
  ok(await n.admin.updateDownload({ params, body: { release_notes: 'Other notes' }, headers: ifMatch('*') }));
  await n.publish(download.id);
});

test('files that nothing else uses are destroyed with a text, those of others and of legal texts stay', async () => {
  const [own, former, shared, legal] = [await upload(), await upload(), await upload(), await upload()];
  await n.t.answer(identity.queries.listLegalFiles, () => ({
    files: [{ file: legal.file, document_id: n.site.id, title: 'Policy' }],
  }));
  const body = [former, shared, legal].map(({ file }) => `![](/assets/cms/${file})`).join('\n');
  const post = await n.post({ title: 'With files', cover_asset_id: own.id, body });
  const params = { ...n.at, post_id: post.id };
  ok(await n.admin.updatePost({ params, body: { body: 'Without' }, headers: ifMatch('*') }));
  await n.post({ title: 'Shares a file', body: `![](/assets/cms/${shared.file})` });
  await n.publish(post.id);
  const refused = await n.admin.deleteAsset({ params: { ...n.at, asset_id: legal.id } });
  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'in_use', usages: [{ kind: 'legal_document', id: n.site.id, title: 'Policy', field: 'body' }] },
  });
  const destroyed = ok(await destroy(post.id, { confirm: post.slug, destroy_files: true }));
  expect(destroyed.destroyed_files).toBe(2);
  const found = async (id: string) => (await n.admin.getAssetOfSite({ params: { ...n.at, asset_id: id } })).status;
  expect([await found(own.id), await found(former.id), await found(shared.id), await found(legal.id)]).toEqual([
    404, 404, 200, 200,
  ]);
  const log = createLog('test', 'error', logLines());
  const { db, close } = openDatabase({
    url: n.t.database.urlFor('cms'),
    poolSize: 1,
    service: 'cms',
    traced: false,
    log,
  });
  expect([await isInUse({ db }, own.file), await isInUse({ db }, shared.file)]).toEqual([false, true]);
  await close();
  const unused = await n.t.database.query('SELECT name FROM cms.files WHERE unused_since = to_timestamp(0)', []);
  expect(unused.map(({ name }) => name).toSorted()).toEqual([own.file, former.file].toSorted());
});

test('an author is destroyed with posts, which stay without one in every revision', async () => {
  const avatar = await upload();
  const author = ok(
    await n.admin.createAuthor({ params: n.at, body: { name: 'Vladlena Q', bio: 'x', avatar_asset_id: avatar.id } }),
  );
  const post = await n.post({ title: 'By her', author_id: author.id });
  await n.publish(post.id);
  expect((await readPost(post.slug)).data).toMatchObject({ author: { name: 'Vladlena Q' } });
  const params = { ...n.at, author_id: author.id };
  const ask = { reason: 'person_request' as const, destroy_files: true };
  expect(await owner.destroyAuthor({ params, body: ask })).toMatchObject({ error: 'confirmation_required' });
  const destroyed = ok(await owner.destroyAuthor({ params, body: { ...ask, confirm: 'vladlena-q' } }));
  expect(destroyed.destroyed_files).toBe(1);
  expect((await readPost(post.slug)).data).toMatchObject({ author: null });
  expect(ok(await n.admin.getPost({ params: { ...n.at, post_id: post.id } })).author_id).toBeNull();
  expect(await tablesNaming('Vladlena')).toEqual([]);
  expect(await tablesNaming(author.id)).not.toContain('revisions');
  expect((await n.admin.getAuthor({ params })).status).toBe(404);
  const [event] = (await n.t.published(cms.events.contentDestroyed)).filter(({ object_id }) => object_id === author.id);
  expect(event).toMatchObject({ person: 'site_author', categories: ['author_profile', 'site_files'] });
  ok(
    await n.admin.updatePost({
      params: { ...n.at, post_id: post.id },
      body: { title: 'Still editable' },
      headers: ifMatch('*'),
    }),
  );
});

test('a file that a save begins to use while it is destroyed stays, and the text is destroyed', async () => {
  const shared = await upload();
  const doomed = await n.post({ title: 'Doomed', cover_asset_id: shared.id });
  const other = await n.post({ title: 'Begins to use it' });
  // What a save does: it locks the file, then it writes the use.
  const save = await openTransaction(n.t.database, 'SELECT FROM cms.assets WHERE id = $1 FOR KEY SHARE', [shared.id]);
  const destroying = destroy(doomed.id, { confirm: doomed.slug, destroy_files: true });
  await untilBlocked(n.t.database, { statement: 'assets' }).catch(save.rollback);
  await save.query(
    `INSERT INTO cms.asset_usages (asset_id, owner_kind, owner_id, field) VALUES ($1, 'post', $2, 'cover_asset_id')`,
    [shared.id, other.id],
  );
  await save.commit();
  expect(await destroying).toMatchObject({ status: 200, data: { destroyed_files: 0 } });
  expect((await n.admin.getAssetOfSite({ params: { ...n.at, asset_id: shared.id } })).status).toBe(200);
});

test('a save that names a file which is being destroyed is refused as for a file that is gone', async () => {
  const shared = await upload();
  const destruction = await openTransaction(n.t.database, 'DELETE FROM cms.assets WHERE id = $1', [shared.id]);
  const saving = n.admin.createPost({ params: n.at, body: { title: 'Late', body: 'x', cover_asset_id: shared.id } });
  await untilBlocked(n.t.database, { statement: 'assets' }).catch(destruction.rollback);
  await destruction.commit();
  expect(await saving).toMatchObject({ error: 'asset_not_found' });
});

test('a save and the destruction of its files wait for each other in one order: a file of its text comes first', async () => {
  const [first, second] = (await Promise.all([upload(), upload()])).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!first || !second) throw new Error('files are missing');
  const destruction = await openTransaction(n.t.database, 'SELECT FROM cms.assets WHERE id = $1 FOR UPDATE', [
    first.id,
  ]);
  const saving = n.admin.createPost({
    params: n.at,
    body: { title: 'In order', body: `![](/assets/cms/${first.file})`, cover_asset_id: second.id },
  });
  await untilBlocked(n.t.database, { statement: 'assets' }).catch(destruction.rollback);
  // The save waits for the first file, and does not hold the second one yet.
  await destruction.query('SELECT FROM cms.assets WHERE id = $1 FOR UPDATE NOWAIT', [second.id]);
  await destruction.commit();
  expect((await saving).status).toBe(201);
});

test('a text with its files is destroyed beside a change of a file: the files are locked before the site', async () => {
  const post = await n.post({ title: 'With a file', cover_asset_id: (await upload()).id });
  await n.publish(post.id);
  const lock = `SELECT pg_advisory_xact_lock(hashtextextended('cms.assets.' || $1::uuid, 0))`;
  const change = await openTransaction(n.t.database, lock, [n.site.id]);
  const destroying = destroy(post.id, { confirm: post.slug, destroy_files: true });
  await untilBlocked(n.t.database, { statement: 'pg_advisory_xact_lock' }).catch(change.rollback);
  await change.query('SELECT FROM cms.sites WHERE id = $1 FOR UPDATE NOWAIT', [n.site.id]);
  await change.commit();
  expect(ok(await destroying).destroyed_files).toBe(1);
});
