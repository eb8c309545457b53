import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { filesOfFields } from '../src/content/file-warnings.ts';
import { ifMatch, type Newsroom, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.stop());

const item = (id: string) => ({ ...n.at, item_id: id });
const readPost = async (slug: string) =>
  (await n.reader.readPost({ params: { site_code: n.site.code, slug }, query: {} })).data;
let files = 0;
const upload = (kind: 'image' | 'file' = 'image') => {
  files += 1;
  const [content_type, ending] = kind === 'image' ? ['image/png', 'png'] : ['application/octet-stream', 'heic'];
  return n.asset({ kind, bytes: Buffer.from(`file ${files}`), file_name: `${files}.${ending}`, content_type });
};
const update = (post_id: string, body: object) =>
  n.admin.updatePost({ params: { ...n.at, post_id }, body, headers: ifMatch('*') });
const restore = (id: string, revision: string) =>
  n.admin.restoreContentRevision({ params: { ...item(id), revision: Number(revision) }, headers: ifMatch('*') });
const codes = (warnings: readonly { code: string }[] | null) => (warnings ?? []).map(({ code }) => code);

test('a restore takes what is still there, and names what was deleted', async () => {
  const cover = await upload();
  const category = ok(await n.admin.createCategory({ params: n.at, body: { name: 'Gone' } }));
  const author = ok(await n.admin.createAuthor({ params: n.at, body: { name: 'Gone' } }));
  const [gone, stays] = [await n.post({ title: 'Gone' }), await n.post({ title: 'Stays' })];
  const post = await n.post({
    title: 'With everything',
    body: 'The text of the first revision',
    category_id: category.id,
    author_id: author.id,
    cover_asset_id: cover.id,
    related_ids: [gone.id, stays.id],
  });
  ok(
    await update(post.id, { body: 'Other', category_id: null, author_id: null, cover_asset_id: null, related_ids: [] }),
  );
  ok(await n.admin.deleteCategory({ params: { ...n.at, category_id: category.id } }));
  ok(await n.admin.deleteAuthor({ params: { ...n.at, author_id: author.id } }));
  ok(await n.admin.deleteAsset({ params: { ...n.at, asset_id: cover.id } }));
  ok(await n.admin.deletePost({ params: { ...n.at, post_id: gone.id }, headers: ifMatch('*') }));
  const restored = ok(await restore(post.id, '1'));
  const lost = restored.warnings.filter(({ code }) => code === 'reference_missing').map(({ field }) => field);
  expect(lost.toSorted()).toEqual(['author_id', 'category_id', 'cover_asset_id', 'related_ids']);
  expect(ok(await n.admin.getPost({ params: { ...n.at, post_id: post.id } }))).toMatchObject({
    body: 'The text of the first revision',
    category_id: null,
    author_id: null,
    cover_asset_id: null,
    related_ids: [stays.id],
  });
  await n.publish(post.id);
});

test('a restore without a loss warns as a save does', async () => {
  const post = await n.post({ title: 'Nothing lost', body: 'One' });
  ok(await update(post.id, { body: 'Two' }));
  expect(codes(ok(await restore(post.id, '1')).warnings)).toEqual(['description_missing']);
});

test('a deleted image in a text is a warning with its line at restore, save and publish', async () => {
  const image = await upload();
  const body = `First line\n\n![a](/assets/cms/${image.file})\n`;
  const post = await n.post({ title: 'Deleted image', body });
  ok(await update(post.id, { body: 'Without' }));
  ok(await n.admin.deleteAsset({ params: { ...n.at, asset_id: image.id } }));
  const missing = [expect.objectContaining({ code: 'asset_missing', field: 'body', line: 3 })];
  expect(ok(await restore(post.id, '1')).warnings).toEqual(expect.arrayContaining(missing));
  expect((await n.publish(post.id)).warnings).toEqual(expect.arrayContaining(missing));
  expect(ok(await update(post.id, { title: 'Renamed' })).warnings).toEqual(expect.arrayContaining(missing));
});

test('an image of another site is a warning, one of the site and one of another host are none', async () => {
  const own = await upload();
  const elsewhere = ok(await n.admin.createSite({ body: { name: 'Elsewhere' } }));
  const foreign = await upload();
  await n.t.database.query('UPDATE cms.assets SET site_id = $1 WHERE id = $2', [elsewhere.id, foreign.id]);
  const host = 'https://other.example.com';
  const post = await n.post({
    title: 'Foreign',
    body: `![](/assets/cms/${own.file})\n![](${host}/assets/cms/${'a'.repeat(64)}.png)\n![](/assets/cms/${foreign.file})`,
  });
  const { warnings } = await n.publish(post.id);
  expect(warnings.filter(({ code }) => code === 'asset_missing')).toEqual([
    expect.objectContaining({ line: 3, message: expect.stringContaining(foreign.file.slice(0, 60)) }),
  ]);
});

test('file names of a long text are found in one pass, each at its first line', () => {
  const file = `${'b'.repeat(64)}.png`;
  const body = `${'https://'.repeat(40_000)}\n/assets/cms/${file}\n/assets/cms/${file}`;
  const platform = 'https://api.example.com';
  expect(filesOfFields({ body }, platform)).toEqual([{ name: file, field: 'body', line: 2 }]);
  const at = (origin: string) => filesOfFields({ body: `![](${origin}/assets/cms/${file})` }, platform).length;
  expect([
    at(''),
    at(platform),
    at('HTTPS://API.example.com'),
    at('http://api.example.com'),
    at('https://a.b'),
  ]).toEqual([1, 1, 1, 0, 0]);
});

test('a cover, an avatar and the image of a banner are images: another file is refused', async () => {
  const heic = await upload('file');
  const refused = { status: 400, error: 'validation_failed' };
  const reply = await n.admin.createPost({ params: n.at, body: { title: 'Heic', cover_asset_id: heic.id } });
  expect(reply).toMatchObject(refused);
  expect(JSON.stringify(reply.body)).toMatch(/cover_asset_id.*no image/);
  const post = await n.post({ title: 'Without' });
  expect(await update(post.id, { cover_asset_id: heic.id })).toMatchObject(refused);
  const article = { title: 'Heic', cover_asset_id: heic.id };
  expect(await n.admin.createArticle({ params: n.at, body: article })).toMatchObject(refused);
  const author = { name: 'Heic', avatar_asset_id: heic.id };
  expect(await n.admin.createAuthor({ params: n.at, body: author })).toMatchObject(refused);
  const banner = { name: 'Heic', placement: 'modal' as const, size: 'small' as const, asset_id: heic.id };
  expect(await n.admin.createBanner({ params: n.at, body: { ...banner, audience: 'both' } })).toMatchObject(refused);
});

test('a draft that has another file as its cover is changed and published without it, with a warning', async () => {
  const [cover, heic] = [await upload(), await upload('file')];
  const post = await n.post({ title: 'Cover of before', cover_asset_id: cover.id });
  await n.t.database.query(
    `UPDATE cms.revisions SET fields = jsonb_set(fields, '{cover_asset_id}', to_jsonb($1::text)) WHERE item_id = $2`,
    [heic.id, post.id],
  );
  ok(await update(post.id, { title: 'Cover of before, renamed' }));
  const { warnings } = await n.publish(post.id);
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'not_an_image', field: 'cover_asset_id' }));
  const read = await readPost(post.slug);
  expect(read.cover).toBeNull();
  expect(JSON.stringify(read.seo)).not.toContain(heic.file);
});
