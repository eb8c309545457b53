import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { ifMatch, type Newsroom, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.stop());

const category = async (body: Record<string, unknown> = {}) =>
  ok(await n.admin.createCategory({ params: n.at, body: { name: 'News', ...body } }));
const author = async (body: Record<string, unknown> = {}) =>
  ok(await n.admin.createAuthor({ params: n.at, body: { name: 'Anna', ...body } }));
const inCategory = (id: string) => ({ ...n.at, category_id: id });
const byAuthor = (id: string) => ({ ...n.at, author_id: id });
const publicCategories = async () =>
  ok(await n.reader.readCategories({ params: { site_code: n.site.code }, query: {} }));
const publicPost = async (slug: string) =>
  ok(await n.reader.readPost({ params: { site_code: n.site.code, slug }, query: {} }));

/** An uploaded image, as the upload leaves it. */
async function anImage(): Promise<string> {
  const [id, file] = [newId(), `${newId()}.webp`];
  await n.t.database.query(
    `INSERT INTO cms.files (name, content_type, size_bytes, created_at) VALUES ($1, 'image/webp', 1, now())`,
    [file],
  );
  await n.t.database.query(
    `INSERT INTO cms.assets (id, site_id, kind, file_name, file, source_sha256, sha256, content_type, size_bytes, focal_x,
       focal_y, variants, version, created_at)
     VALUES ($1, $2, 'image', 'a.png', $3, $3, $3, 'image/webp', 1, 0.5, 0.5, '[]', 1, now())`,
    [id, n.site.id, file],
  );
  return id;
}

describe('a category', () => {
  test('gets its slug from its name, and readers see it and its changes at once', async () => {
    const made = await category({ name: 'Новости компании', description: 'What is new', position: 3 });
    expect(made).toMatchObject({ slug: 'novosti-kompanii', version: 1, position: 3 });
    expect(await publicCategories()).toContainEqual({
      slug: 'novosti-kompanii',
      name: 'Новости компании',
      description: 'What is new',
      posts: 0,
    });
    const post = await n.post({ title: 'In a category', category_id: made.id });
    await n.publish(post.id);
    expect(await publicPost(post.slug)).toMatchObject({
      category: { slug: 'novosti-kompanii', name: 'Новости компании' },
    });
    const changed = ok(
      await n.admin.updateCategory({ params: inCategory(made.id), body: { name: 'Events', slug: 'events' } }),
    );
    expect(changed).toMatchObject({ name: 'Events', slug: 'events', version: 2, description: 'What is new' });
    expect(await publicPost(post.slug)).toMatchObject({ category: { slug: 'events', name: 'Events' } });
    expect(ok(await n.admin.getCategory({ params: inCategory(made.id) }))).toEqual(changed);
  });

  test('of a name that others have gets a number, also when many are made at once; a given slug is refused', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => category({ name: 'Many' })));
    expect(made.map(({ slug }) => slug).toSorted()).toEqual([
      'many',
      ...[2, 3, 4, 5, 6, 7, 8].map((at) => `many-${at}`),
    ]);
    const taken = await n.admin.createCategory({ params: n.at, body: { name: 'Other', slug: 'many-2' } });
    const renamed = await n.admin.updateCategory({ params: inCategory(made[0]?.id ?? ''), body: { slug: 'many-2' } });
    // One of them has that slug itself, which is no change.
    expect(taken.error).toBe('slug_taken');
    expect(made[0]?.slug === 'many-2' ? 'slug_taken' : renamed.error).toBe('slug_taken');
  });

  test('is not changed over a change that was not seen', async () => {
    const made = await category({ name: 'Versions' });
    const params = inCategory(made.id);
    ok(await n.admin.updateCategory({ params, body: { position: 1 }, headers: ifMatch(1) }));
    const stale = await n.admin.updateCategory({ params, body: { position: 2 }, headers: ifMatch(1) });
    expect([stale.status, stale.body]).toEqual([412, expect.objectContaining({ version: 2 })]);
    expect((await n.admin.deleteCategory({ params, headers: ifMatch(1) })).status).toBe(412);
    const same = ok(await n.admin.updateCategory({ params, body: { position: 1 } }));
    expect(same.version).toBe(2);
    expect((await n.admin.deleteCategory({ params, headers: ifMatch(2) })).status).toBe(204);
    expect((await n.admin.getCategory({ params })).error).toBe('category_not_found');
  });

  test('that a draft, a scheduled or a published revision names cannot be deleted', async () => {
    const made = await category({ name: 'Used' });
    const params = inCategory(made.id);
    const refusal = async () => (await n.admin.deleteCategory({ params })).body;
    const post = await n.post({ title: 'Uses it', category_id: made.id });
    const usage = { kind: 'post', id: post.id, title: 'Uses it', field: 'category_id' };
    expect(await refusal()).toMatchObject({ error: 'in_use', usages: [usage] });
    await n.publish(post.id);
    const at = { ...n.at, post_id: post.id };
    ok(await n.admin.updatePost({ params: at, body: { category_id: null }, headers: ifMatch('*') }));
    expect(await refusal()).toMatchObject({ error: 'in_use', usages: [usage] });
    ok(await n.admin.unpublishContent({ params: { ...n.at, item_id: post.id }, headers: ifMatch('*') }));
    const planned = await n.post({ title: 'Will use it', category_id: made.id });
    const item = { ...n.at, item_id: planned.id };
    const scheduled_at = new Date(n.clock.now().getTime() + 3_600_000).toISOString();
    ok(await n.admin.scheduleContent({ params: item, body: { scheduled_at }, headers: ifMatch('*') }));
    const body = { category_id: null };
    ok(await n.admin.updatePost({ params: { ...n.at, post_id: planned.id }, body, headers: ifMatch('*') }));
    expect(await refusal()).toMatchObject({ error: 'in_use', usages: [{ id: planned.id, title: 'Will use it' }] });
    ok(await n.admin.unscheduleContent({ params: item, headers: ifMatch('*') }));
    expect((await n.admin.deleteCategory({ params })).status).toBe(204);
    const gone = await n.admin.createPost({ params: n.at, body: { title: 'Late', category_id: made.id } });
    expect(gone.error).toBe('category_not_found');
  });

  test('lists at most twenty places that use it', async () => {
    const made = await category({ name: 'Popular' });
    for (let at = 0; at < 22; at += 1) await n.post({ title: `Popular ${at}`, category_id: made.id });
    const { body } = await n.admin.deleteCategory({ params: inCategory(made.id) });
    expect((body as unknown as { usages: unknown[] }).usages).toHaveLength(20);
  });

  test('is never deleted under a post that begins to use it at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const made = await category({ name: `Race ${round}` });
      const [post, deletion] = await Promise.all([
        n.admin.createPost({ params: n.at, body: { title: `Race ${round}`, category_id: made.id } }),
        n.admin.deleteCategory({ params: inCategory(made.id) }),
      ]);
      const outcome = [post.error ?? 'made', deletion.error ?? 'deleted'];
      expect([
        ['made', 'in_use'],
        ['category_not_found', 'deleted'],
      ]).toContainEqual(outcome);
    }
  });

  test('is listed by position and name, page by page', async () => {
    const other = await openNewsroom();
    try {
      for (const [name, position] of [
        ['b', 1],
        ['c', 0],
        ['a', 1],
        ['d', 2],
      ] as const)
        ok(await other.admin.createCategory({ params: other.at, body: { name, position } }));
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const reply = await other.admin.listCategories({ params: other.at, query: { limit: 3, cursor } });
        names.push(...ok(reply).map(({ name }) => name));
        cursor = (reply.body as unknown as { next_cursor: string | null }).next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(names).toEqual(['c', 'a', 'b', 'd']);
      for (const wrong of ['nonsense', Buffer.from('[1,2,3]').toString('base64url')])
        expect((await other.admin.listCategories({ params: other.at, query: { cursor: wrong } })).error).toBe(
          'validation_failed',
        );
    } finally {
      await other.stop();
    }
  });
});

describe('an author', () => {
  test('shows up in posts with the newest name and picture', async () => {
    const avatar_asset_id = await anImage();
    const made = await author({ bio: 'Writes', avatar_asset_id, url: 'https://anna.example.com' });
    const post = await n.post({ title: 'By Anna', author_id: made.id });
    await n.publish(post.id);
    const avatar_url = expect.stringMatching(/\/assets\/cms\/.+\.webp$/);
    expect((await publicPost(post.slug)).author).toEqual({
      slug: 'anna',
      name: 'Anna',
      bio: 'Writes',
      url: 'https://anna.example.com/',
      avatar_url,
    });
    ok(await n.admin.updateAuthor({ params: byAuthor(made.id), body: { name: 'Anna B.', avatar_asset_id: null } }));
    expect((await publicPost(post.slug)).author).toMatchObject({ name: 'Anna B.', avatar_url: null });
    const used = await n.admin.deleteAuthor({ params: byAuthor(made.id) });
    expect(used.body).toMatchObject({ error: 'in_use', usages: [{ id: post.id, field: 'author_id' }] });
  });

  test('keeps the picture in use until it has another one or is deleted', async () => {
    const avatar_asset_id = await anImage();
    const usages = () =>
      n.t.database.query('SELECT owner_kind, owner_id, field FROM cms.asset_usages WHERE asset_id = $1', [
        avatar_asset_id,
      ]);
    const made = await author({ avatar_asset_id });
    const usage = { owner_kind: 'author', owner_id: made.id, field: 'avatar_asset_id' };
    expect(await usages()).toEqual([usage]);
    const params = byAuthor(made.id);
    ok(await n.admin.updateAuthor({ params, body: { avatar_asset_id: null } }));
    expect(await usages()).toEqual([]);
    ok(await n.admin.updateAuthor({ params, body: { avatar_asset_id } }));
    expect(await usages()).toEqual([usage]);
    expect((await n.admin.deleteAuthor({ params })).status).toBe(204);
    expect(await usages()).toEqual([]);
  });

  test('cannot have a picture that the site does not have', async () => {
    const avatar_asset_id = newId();
    const made = await author();
    const replies = [
      await n.admin.createAuthor({ params: n.at, body: { name: 'B', avatar_asset_id } }),
      await n.admin.updateAuthor({ params: byAuthor(made.id), body: { avatar_asset_id } }),
    ];
    expect(replies.map(({ error }) => error)).toEqual(['asset_not_found', 'asset_not_found']);
  });
});

test('a change of a category or an author is in the audit log and counts as a change of the site', async () => {
  const before = (await n.t.published(cms.events.siteUpdated)).length;
  const made = await author({ name: 'Audited' });
  ok(await n.admin.updateAuthor({ params: byAuthor(made.id), body: { bio: 'New' } }));
  await n.admin.deleteAuthor({ params: byAuthor(made.id) });
  expect((await n.t.published(cms.events.siteUpdated)).length).toBe(before + 3);
});
