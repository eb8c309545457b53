import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLog, diskStore, openDatabase } from '@platform/runtime';
import sharp from 'sharp';
import { type CoverFiles, createCoverFiles } from '../src/covers/cover-files.ts';
import { sweepCovers } from '../src/covers/sweep-covers.ts';
import { dataOf, givenAccount, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
let database: ReturnType<typeof openDatabase>;
let files: CoverFiles;
const sweep = (coverFiles = files) => sweepCovers({ db: database.db, clock: t.clock, coverFiles });
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: 'https://api.notes.ru' });
  const log = createLog('test', 'silent');
  const url = t.service.database.urlFor('social');
  database = openDatabase({ url, poolSize: 1, service: 'social', log, traced: false });
  files = createCoverFiles(diskStore(fileURLToPath(t.environment.STORAGE_URL ?? '')));
});
afterAll(async () => {
  await database.close();
  await t.stop();
});
/** Whether each of some images is in the store. */
const areStored = (...images: ({ name: string } | null | undefined)[]) =>
  Promise.all(images.map(async (image) => (await files.get(image?.name ?? '')) !== null));

const picture = async (width: number, height: number, r: number) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: { r, g: 9, b: 9 } } })
        .png()
        .toBuffer(),
    ),
  ]);

async function givenPosts(channels: ('telegram' | 'vk' | 'instagram')[]) {
  const brand_id = (await givenBrand(t.owner)).id;
  const account_ids: string[] = [];
  for (const channel of channels) account_ids.push((await givenAccount(t.owner, brand_id, channel, null)).id);
  const made = dataOf(
    await t.staff.createSocialContent({ params: { brand_id }, body: { account_ids, title: 'Post', body: 'Text' } }),
  );
  return made.variants.map(({ id }) => id);
}
const upload = async (variant_id: string, file: Blob) =>
  dataOf(await t.staff.putSocialCover({ params: { variant_id }, query: {}, file })).cover;
const patch = (variant_id: string, cover: object | null) =>
  t.staff.updateSocialVariant({ params: { variant_id }, body: { cover: cover as never } });

test('an image that was uploaded is used again, by its id and its name, and made anew for another shape', async () => {
  const [telegram = '', vk = '', instagram = ''] = await givenPosts(['telegram', 'vk', 'instagram']);
  const first = await upload(telegram, await picture(900, 300, 1));
  expect(dataOf(await patch(vk, { asset: first?.id, alt: 'A bar' })).cover).toMatchObject({
    id: first?.id,
    name: first?.name,
    alt: 'A bar',
  });
  expect(dataOf(await patch(vk, { asset: first?.name })).cover).toMatchObject({ name: first?.name, alt: '' });
  const padded = dataOf(await patch(instagram, { asset: first?.name })).cover;
  expect(padded?.name).not.toBe(first?.name);
  expect((padded?.width ?? 0) / (padded?.height ?? 1)).toBeCloseTo(1.91, 1);
  expect(await patch(instagram, { asset: first?.name, fit: 'refuse' })).toMatchObject({ status: 400 });
  const unknown = { asset: '0198a3c0-5e1f-7000-8000-000000000001' };
  expect(await patch(vk, unknown)).toMatchObject({ status: 404, body: { error: 'cover_not_found' } });
  expect(await patch(vk, { asset: '../secrets.json' })).toMatchObject({ status: 404 });
  expect(await patch(vk, { asset: first?.name, url: 'https://e.com/a.png' })).toMatchObject({ status: 400 });
  expect(await patch(vk, { alt: 'nothing' })).toMatchObject({ status: 400 });
});

test('an image goes a week after its last post left it, and one that a post takes again stays', async () => {
  const [telegram = '', vk = ''] = await givenPosts(['telegram', 'vk']);
  const left = await upload(telegram, await picture(200, 200, 2));
  const kept = await upload(telegram, await picture(200, 200, 3));
  await patch(vk, { asset: kept?.name });
  await patch(telegram, null);
  t.clock.advance({ days: 6 });
  expect(await sweep()).toBe(0);
  // Used again, and left again by the deletion of its post.
  const third = await upload(telegram, await picture(200, 200, 4));
  await t.staff.deleteSocialVariant({ params: { variant_id: telegram } });
  t.clock.advance({ days: 2 });
  expect(await areStored(left, third, kept)).toEqual([true, true, true]);
  expect(await sweep()).toBe(1);
  expect(await areStored(left, third, kept)).toEqual([false, true, true]);
  t.clock.advance({ days: 6 });
  expect(await sweep()).toBe(1);
  expect(await areStored(left, third, kept)).toEqual([false, false, true]);
  expect(dataOf(await t.staff.getSocialVariant({ params: { variant_id: vk } })).cover?.name).toBe(kept?.name);
  expect(await patch(vk, { asset: left?.name })).toMatchObject({ body: { error: 'cover_not_found' } });
});

test('an image that nothing took after its upload goes as well, and its bytes go before its row', async () => {
  const bytes = Buffer.from(await (await picture(9, 9, 5)).arrayBuffer());
  const crashed = { name: files.nameOf(bytes) };
  await t.service.database.query(
    `INSERT INTO social.covers (name, id, width, height, unused_since, created_at)
     VALUES ($1, gen_random_uuid(), 9, 9, $2, $2)`,
    [crashed.name, t.clock.now().toISOString()],
  );
  await files.put(bytes);
  t.clock.advance({ days: 8 });
  const rows = () => t.service.database.query('SELECT name FROM social.covers WHERE name = $1', [crashed.name]);
  const down = { ...files, delete: () => Promise.reject(new Error('down')) };
  await expect(sweep(down)).rejects.toThrow('down');
  expect(await rows()).toEqual([crashed]);
  await sweep();
  expect([await rows(), await areStored(crashed)]).toEqual([[], [false]]);
});
