import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import sharp from 'sharp';
import { dataOf, givenAccount, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
let brand_id: string;
let brandCode: string;
let telegram: string;
let instagram: string;
let files: Server;
let filesUrl: string;
const served = new Map<string, Buffer>();
beforeAll(async () => {
  files = createServer((req, res) => {
    const file = served.get(req.url ?? '');
    res.writeHead(file ? 200 : 404).end(file);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(files.address() as AddressInfo).port}`;
  filesUrl = `http://${host}`;
  t = await startSocial({ PUBLIC_API_URL: 'https://api.notes.ru', SAFE_FETCH_ALLOWED_HOSTS: host });
  const brand = await givenBrand(t.owner, { link_hosts: ['notes.example.com'], timezone: 'Europe/Berlin' });
  [brand_id, brandCode] = [brand.id, brand.code];
  telegram = (await givenAccount(t.owner, brand_id, 'telegram')).id;
  instagram = (await givenAccount(t.owner, brand_id, 'instagram', null)).id;
});
afterAll(async () => {
  await t.stop();
  files.closeAllConnections();
  await new Promise((resolve) => files.close(resolve));
});

const content = (changes: object = {}) =>
  t.staff.createSocialContent({
    params: { brand_id },
    body: { account_ids: [telegram], title: 'Search', body: 'Search is **fast**', ...changes },
  });
const givenVariant = async (changes: object = {}) => {
  const [variant] = dataOf(await content(changes)).variants;
  if (!variant) throw new Error('there is no post');
  return variant;
};
const picture = (width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 4, background: { r: 36, g: 85, b: 214, alpha: 0.5 } } })
    .toFormat(format)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
const upload = (variant_id: string, bytes: Buffer, query: object = {}) =>
  t.staff.putSocialCover({ params: { variant_id }, query, file: new Blob([new Uint8Array(bytes)]) });

test('a quote whose cut falls into an emoji is a claim of whole characters', async () => {
  for (const letters of [197, 198, 199]) {
    const made = dataOf(await content({ body: `"${'б'.repeat(letters)}😀 конец"` }));
    expect(JSON.stringify(made)).not.toMatch(/\\ud[89a-f]/);
  }
});

test('a staff member makes an idea, a post for each account and their slots at once', async () => {
  const made = dataOf(await content({ account_ids: [telegram, instagram], local_time: '2027-03-28T02:30' }));
  expect(made.idea).toMatchObject({ title: 'Search', state: 'planned' });
  expect(made.variants.map(({ channel, state, checks }) => [channel, state, checks.map(({ code }) => code)])).toEqual([
    ['telegram', 'draft', []],
    ['instagram', 'draft', ['cover_missing']],
  ]);
  const query = { from: '2027-03-28', to: '2027-03-28' };
  const { slots, timezone } = dataOf(await t.staff.readSocialCalendar({ params: { brand_id }, query }));
  expect(timezone).toBe('Europe/Berlin');
  // The clocks skip half past two: it is three.
  expect(slots.map(({ at, local_time, state, title, origin }) => [at, local_time, state, title, origin])).toEqual(
    [1, 2].map(() => ['2027-03-28T01:00:00.000Z', '2027-03-28T03:00', 'planned', 'Search', 'content']),
  );
});

test('all or nothing: a time that is taken, an account of another brand, one that comes twice', async () => {
  const count = async () =>
    dataOf(await t.staff.listSocialIdeas({ params: { brand_id }, query: { limit: 200 } })).length;
  const before = await count();
  expect((await content({ local_time: '2027-04-01T10:00' })).status).toBe(201);
  expect(await content({ local_time: '2027-04-01T10:00' })).toMatchObject({
    status: 409,
    body: { error: 'slot_taken' },
  });
  const other = await givenBrand(t.owner);
  const foreign = await givenAccount(t.owner, other.id, 'telegram', null);
  expect(await content({ account_ids: [foreign.id] })).toMatchObject({ body: { error: 'account_not_found' } });
  expect((await content({ account_ids: [telegram, telegram] })).status).toBe(400);
  expect((await content({ local_time: '2027-02-30T10:00' })).status).toBe(400);
  expect((await content({ local_time: '2027-03-01T09:00' })).status).toBe(400);
  expect((await content({ local_time: '2029-03-01T09:00' })).status).toBe(400);
  expect(await count()).toBe(before + 1);
});

test.each([
  ['three buttons', { buttons: [1, 2, 3].map((at) => ({ text: `${at}`, url: 'https://e.com' })) }],
  ['a script behind a button', { buttons: [{ text: 'x', url: 'javascript:alert(1)' }] }],
  ['an unknown field', { nothing: 1 }],
  ['a wrong taxpayer number', { advertiser: { name: 'x', inn: '123' } }],
])('%s is refused', async (_what, changes) => {
  expect(await content(changes)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
});

test('a change is a version with a revision, and changes the hash of what is posted', async () => {
  const made = await givenVariant();
  const change = (body: object, version: string) =>
    t.staff.updateSocialVariant({ params: { variant_id: made.id }, body, headers: { 'if-match': version } });
  const buttons = [{ text: 'Read', url: 'https://notes.example.com/' }];
  const second = dataOf(await change({ buttons }, '"1"'));
  expect(second).toMatchObject({ version: 2, buttons });
  expect(second.content_hash).not.toBe(made.content_hash);
  expect(await change({ body: 'x' }, '"1"')).toMatchObject({ status: 412, body: { version: 2 } });
  const same = dataOf(await change({ buttons }, '"2"'));
  expect(same).toEqual(second);
  const back = dataOf(await change({ buttons: [] }, '"2"'));
  expect(back.content_hash).toBe(made.content_hash);
  const revisions = await t.staff.listSocialRevisions({ params: { variant_id: made.id }, query: {} });
  expect(revisions.data.map(({ version, content_hash }) => [version, content_hash])).toEqual([
    [3, made.content_hash],
    [2, second.content_hash],
    [1, made.content_hash],
  ]);
});

test('the preview shows the requests with tagged links, the length, and no secret', async () => {
  const body = 'See [here](https://notes.example.com/a)';
  const { id, ref } = await givenVariant({ body, buttons: [{ text: 'Other', url: 'https://other.example/' }] });
  const { data, body: text } = await t.staff.previewSocialVariant({ params: { variant_id: id } });
  const tagged = `https://notes.example.com/a?utm_source=telegram&utm_medium=social&utm_campaign=${brandCode}&utm_content=${ref}`;
  expect(data).toMatchObject({
    requests: [
      {
        step: 'publish',
        path: '/bot{token}/sendMessage',
        body: {
          text: `See <a href="${tagged.replaceAll('&', '&amp;')}">here</a>`,
          reply_markup: { inline_keyboard: [[{ text: 'Other', url: 'https://other.example/' }]] },
        },
      },
    ],
    text: 'See here',
    length: { value: 8, max: 4_096, unit: 'code_points' },
  });
  expect(JSON.stringify(text)).not.toContain('canary');
});

test('4,096 emoji pass and 4,097 do not', async () => {
  expect((await givenVariant({ body: '🙂'.repeat(4_096) })).checks).toEqual([]);
  expect((await givenVariant({ body: '🙂'.repeat(4_097) })).checks).toMatchObject([
    { code: 'too_long', level: 'error' },
  ]);
});

test.each(['jpeg', 'png', 'webp'] as const)(
  'an uploaded %s becomes a JPEG without metadata in the shape of the channel',
  async (format) => {
    const { id } = await givenVariant({ account_ids: [instagram] });
    const padded = dataOf(await upload(id, await picture(1_000, 200, format), { alt: 'A desk' }));
    expect(padded.cover).toMatchObject({ width: 1_000, alt: 'A desk', fit: 'pad' });
    expect((padded.cover?.width ?? 0) / (padded.cover?.height ?? 1)).toBeCloseTo(1.91, 1);
    expect(padded.checks).toEqual([]);
    const { pathname, origin } = new URL(padded.cover?.url ?? '');
    expect(origin).toBe('https://api.notes.ru');
    const headers = { 'x-platform-context': t.service.sign({}, 'openSocialCover') };
    const stored = await fetch(`${t.service.baseUrl}${pathname}`, { headers });
    const bytes = Buffer.from(await stored.arrayBuffer());
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3 });
    expect(metadata.exif).toBeUndefined();
    expect(bytes.includes('secret place')).toBe(false);
    const cropped = dataOf(await upload(id, await picture(1_000, 200, format), { fit: 'crop' }));
    expect(cropped.cover).toMatchObject({ width: 382, height: 200 });
    expect(cropped.content_hash).not.toBe(padded.content_hash);
    const refused = await upload(id, await picture(1_000, 200, format), { fit: 'refuse' });
    expect(refused).toMatchObject({ status: 400, body: { error: 'image_not_readable' } });
    const without = dataOf(await t.staff.deleteSocialCover({ params: { variant_id: id } }));
    expect(without).toMatchObject({ cover: null, checks: [{ code: 'cover_missing' }] });
  },
);

test('what is no image, too many pixels, or an address inside of the network is refused and changes nothing', async () => {
  const made = await givenVariant();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
  expect(await upload(made.id, svg)).toMatchObject({ status: 400, body: { error: 'image_not_readable' } });
  const bomb = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect(await upload(made.id, bomb)).toMatchObject({ status: 400, body: { error: 'image_not_readable' } });
  served.set('/p.png', await picture(300, 300));
  served.set('/p.svg', svg);
  const byUrl = (url: string) =>
    t.staff.updateSocialVariant({ params: { variant_id: made.id }, body: { cover: { url } } });
  expect(await byUrl('http://169.254.169.254/latest/meta-data')).toMatchObject({ body: { error: 'address_refused' } });
  expect(await byUrl(`${filesUrl}/p.svg`)).toMatchObject({ status: 400, body: { error: 'image_not_readable' } });
  expect(await byUrl(`${filesUrl}/missing.png`)).toMatchObject({ status: 400, body: { error: 'image_not_readable' } });
  const read = await t.staff.getSocialVariant({ params: { variant_id: made.id } });
  expect(read.data).toEqual(made);
  expect(dataOf(await byUrl(`${filesUrl}/p.png`)).cover).toMatchObject({ width: 300, height: 300 });
});

test('a post is made with its image and submitted in one call, and an image that is refused makes nothing', async () => {
  const brand_id = (await givenBrand(t.owner)).id;
  const params = { brand_id };
  const account_ids: string[] = [];
  for (const channel of ['instagram', 'vk', 'vk'] as const)
    account_ids.push((await givenAccount(t.owner, brand_id, channel, null)).id);
  served.set('/wide.png', await picture(1_000, 200));
  const create = (cover: object, ids = account_ids) =>
    t.staff.createSocialContent({
      params,
      body: { account_ids: ids, title: 'Search', body: 'Twice as fast', submit: true, cover: cover as never },
    });
  for (const [cover, error] of [
    [{ url: 'http://169.254.169.254/latest/meta-data' }, 'address_refused'],
    [{ url: `${filesUrl}/missing.png` }, 'image_not_readable'],
    [{ asset: 'missing.jpg' }, 'cover_not_found'],
    [{}, 'validation_failed'],
  ] as const)
    expect(await create(cover)).toMatchObject({ body: { error } });
  const foreign = '0198a3c0-5e1f-7000-8000-000000000001';
  expect(await create({ url: `${filesUrl}/wide.png` }, [foreign])).toMatchObject({ status: 404 });
  expect((await t.staff.listSocialVariants({ params })).data).toEqual([]);

  const { variants, idea } = dataOf(await create({ url: `${filesUrl}/wide.png`, alt: 'A desk' }));
  const [instagram, vk, other] = variants;
  expect(variants.map(({ state }) => state)).toEqual(['pending_approval', 'pending_approval', 'pending_approval']);
  // Each channel has its own shape of it.
  expect((instagram?.cover?.width ?? 0) / (instagram?.cover?.height ?? 1)).toBeCloseTo(1.91, 1);
  expect(vk?.cover).toMatchObject({ width: 1_000, height: 200, alt: 'A desk' });
  expect(other?.cover?.name).toBe(vk?.cover?.name);
  const body = { account_id: account_ids[1] ?? '', body: 'Again', cover: { asset: vk?.cover?.name ?? '' } };
  const again = dataOf(await t.staff.createSocialVariant({ params: { idea_id: idea.id }, body }));
  expect(again.cover?.name).toBe(vk?.cover?.name);
});

test('Meta needs an address that it reaches', async () => {
  const near = await startSocial();
  const brand = await givenBrand(near.owner);
  const account = await givenAccount(near.owner, brand.id, 'instagram', null);
  const body = { account_ids: [account.id], title: 'Search' };
  const [variant] = dataOf(await near.staff.createSocialContent({ params: { brand_id: brand.id }, body })).variants;
  const file = new Blob([new Uint8Array(await picture(500, 500))]);
  const saved = dataOf(await near.staff.putSocialCover({ params: { variant_id: variant?.id ?? '' }, query: {}, file }));
  expect(saved.checks).toMatchObject([{ code: 'media_url_not_public', level: 'error' }]);
  await near.stop();
});

test('slots move, take a post of their account, and are deleted without it', async () => {
  const slot = dataOf(
    await t.staff.createSocialSlot({
      params: { brand_id },
      body: { account_id: telegram, local_time: '2027-05-03T10:00' },
    }),
  );
  expect(slot).toMatchObject({ state: 'empty', origin: 'manual', at: '2027-05-03T08:00:00.000Z' });
  const change = (body: object) => t.staff.updateSocialSlot({ params: { slot_id: slot.id }, body });
  const variant = await givenVariant();
  expect(dataOf(await change({ variant_id: variant.id, local_time: '2027-05-03T11:30' }))).toMatchObject({
    state: 'planned',
    variant_id: variant.id,
    at: '2027-05-03T09:30:00.000Z',
  });
  const foreign = await givenVariant({ account_ids: [instagram] });
  expect(await change({ variant_id: foreign.id })).toMatchObject({ body: { error: 'variant_not_found' } });
  expect(await change({ local_time: '2027-04-01T10:00' })).toMatchObject({ body: { error: 'slot_taken' } });
  const second = { account_id: telegram, local_time: '2027-05-04T10:00' };
  const other = dataOf(await t.staff.createSocialSlot({ params: { brand_id }, body: second }));
  const taken = t.staff.updateSocialSlot({ params: { slot_id: other.id }, body: { variant_id: variant.id } });
  expect(await taken).toMatchObject({ status: 409, body: { error: 'conflict' } });
  expect((await t.staff.deleteSocialVariant({ params: { variant_id: variant.id } })).status).toBe(200);
  const query = { from: '2027-05-03', to: '2027-05-03', account_id: telegram };
  const [emptied] = dataOf(await t.staff.readSocialCalendar({ params: { brand_id }, query })).slots;
  expect(emptied).toMatchObject({ id: slot.id, state: 'empty', variant_id: null });
  await t.staff.deleteSocialSlot({ params: { slot_id: slot.id } });
  expect(await change({ pinned: true })).toMatchObject({ status: 404, body: { error: 'slot_not_found' } });
  const long = { from: '2027-01-01', to: '2027-04-03' };
  expect((await t.staff.readSocialCalendar({ params: { brand_id }, query: long })).status).toBe(400);
});

test('ideas are made, changed, dropped and deleted while there is no post of them', async () => {
  const made = dataOf(await t.staff.createSocialIdea({ params: { brand_id }, body: { title: 'Later' } }));
  const at = { params: { idea_id: made.id } };
  expect(dataOf(await t.staff.updateSocialIdea({ ...at, body: { state: 'dropped' } }))).toMatchObject({
    state: 'dropped',
  });
  const variant = dataOf(await t.staff.createSocialVariant({ ...at, body: { account_id: telegram, body: 'Now' } }));
  expect(dataOf(await t.staff.getSocialIdea(at))).toMatchObject({ state: 'planned' });
  expect(await t.staff.updateSocialIdea({ ...at, body: { state: 'dropped' } })).toMatchObject({ status: 409 });
  expect(await t.staff.deleteSocialIdea(at)).toMatchObject({ status: 409, body: { error: 'conflict' } });
  await t.staff.deleteSocialVariant({ params: { variant_id: variant.id } });
  expect((await t.staff.deleteSocialIdea(at)).status).toBe(200);
  expect(await t.staff.getSocialIdea({ params: { idea_id: newId() } })).toMatchObject({
    body: { error: 'idea_not_found' },
  });
});
