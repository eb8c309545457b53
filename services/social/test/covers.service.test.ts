import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import sharp from 'sharp';
import type { App } from '../src/app.ts';
import { sweepCovers } from '../src/covers/sweep-covers.ts';
import { dataOf, givenAccount, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
let pool: pg.Pool;
let sweep: () => Promise<number>;
const removed: string[] = [];
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: 'https://api.notes.ru' });
  pool = new pg.Pool({ connectionString: t.service.database.urlFor('social') });
  const db = drizzle({ client: pool }) as unknown as App['db'];
  const coverFiles = { delete: async (name: string) => void removed.push(name) } as unknown as App['coverFiles'];
  sweep = () => sweepCovers({ db, clock: t.clock, coverFiles });
});
afterAll(async () => {
  await pool.end();
  await t.stop();
});

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
    ...{ id: first?.id, name: first?.name, alt: 'A bar' },
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
  removed.length = 0;
  expect(await sweep()).toBe(1);
  expect(removed).toEqual([left?.name]);
  t.clock.advance({ days: 6 });
  expect(await sweep()).toBe(1);
  expect(removed).toEqual([left?.name, third?.name]);
  expect(dataOf(await t.staff.getSocialVariant({ params: { variant_id: vk } })).cover?.name).toBe(kept?.name);
  expect(await patch(vk, { asset: left?.name })).toMatchObject({ body: { error: 'cover_not_found' } });
});

test('an image that nothing took after its upload goes as well, and its bytes go before its row', async () => {
  await t.service.database.query(
    `INSERT INTO social.covers (name, id, width, height, unused_since, created_at)
     VALUES ('crashed.jpg', gen_random_uuid(), 1, 1, $1, $1)`,
    [t.clock.now().toISOString()],
  );
  t.clock.advance({ days: 8 });
  const db = drizzle({ client: pool }) as unknown as App['db'];
  const coverFiles = { delete: () => Promise.reject(new Error('down')) } as unknown as App['coverFiles'];
  await expect(sweepCovers({ db, clock: t.clock, coverFiles })).rejects.toThrow('down');
  removed.length = 0;
  await sweep();
  expect(removed).toContain('crashed.jpg');
});
