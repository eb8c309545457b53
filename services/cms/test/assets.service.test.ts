import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { dayMs, newId } from '@platform/runtime';
import { aPng, aSvg, eventually, lockWaits, openTransaction, untilBlocked } from '@platform/testing';
import sharp from 'sharp';
import { anMp4, aPhoto, aWebm, middleColour, redAndBlue, sweep } from './asset-files.ts';
import { ifMatch, type Newsroom, noon, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.stop());
beforeEach(() => n.clock.set(noon));

const blobOf = (bytes: Buffer | string) => new Blob([new Uint8Array(Buffer.from(bytes))]);
const send = (bytes: Buffer | string, file_name = 'photo.jpg', params = n.at) =>
  n.admin.uploadAsset({ params, query: { file_name }, file: blobOf(bytes) });
const upload = async (bytes: Buffer | string, file_name?: string) => ok(await send(bytes, file_name));
const at = (asset_id: string) => ({ ...n.at, asset_id });
const read = async (url: string, headers: Record<string, string> = {}) => {
  const path = new URL(url).pathname;
  const context = n.t.sign({}, 'openAsset');
  return fetch(n.t.baseUrl + path, { headers: { 'x-platform-context': context, ...headers } });
};
const bytesOf = async (url: string) => Buffer.from(await (await read(url)).arrayBuffer());
const stored = () => readdir(n.t.filesDir);
const messageOf = (body: unknown) => (body as { message: string }).message;
const secondSite = async () => ({ site_id: ok(await n.admin.createSite({ body: { name: 'Second' } })).id });

describe('an uploaded photo', () => {
  test('loses its metadata, stands upright and gets variants that are not larger than it', async () => {
    const sent = await sharp(await aPhoto({ width: 1000, height: 1400 }))
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const asset = await upload(sent, 'Отпуск.jpg');
    expect(asset).toMatchObject({
      kind: 'image',
      file_name: 'Отпуск.jpg',
      content_type: 'image/jpeg',
      width: 1400,
      height: 1000,
      alt: null,
      focal_x: 0.5,
      focal_y: 0.5,
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
      usage_count: 0,
      version: 1,
      created_by: 'admin@example.test',
      path: expect.stringMatching(/^\/assets\/cms\/[0-9a-f]{64}\.jpg$/),
    });
    expect(asset.variants.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['480', 480, 343],
      ['768', 768, 549],
      ['1200', 1200, 857],
      ['og', 1200, 630],
    ]);
    const main = await bytesOf(asset.url);
    expect(main.includes('secret')).toBe(false);
    const { orientation, exif, width } = await sharp(main).metadata();
    expect([orientation, exif, width]).toEqual([undefined, undefined, 1400]);
    for (const variant of asset.variants) {
      const answer = await read(variant.url);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      const { format, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([format, width]).toEqual(['webp', variant.width]);
    }
  });

  test.each([
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['avif', 'image/webp'],
  ] as const)('of the type %s is kept as %s, whatever its name says', async (format, type) => {
    const asset = await upload(await aPhoto({ format, seed: 7 }), 'page.html');
    expect([asset.kind, asset.content_type, asset.width]).toEqual(['image', type, 64]);
    expect((await sharp(await bytesOf(asset.url)).metadata()).width).toBe(64);
  });

  test('that moves keeps its frames, and has no still variants but the cut', async () => {
    const frames = await Promise.all([1, 2, 3].map((seed) => aPhoto({ width: 600, height: 400, seed, format: 'png' })));
    const sent = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const asset = await upload(sent, 'moves.gif');
    expect([asset.width, asset.height]).toEqual([600, 400]);
    expect(asset.variants.map(({ name }) => name)).toEqual(['og']);
    expect((await sharp(await bytesOf(asset.url)).metadata()).pages).toBe(3);
  });

  test('is cut for social networks around its focal point, and anew when the point moves', async () => {
    const asset = await upload(await redAndBlue(3000, 700));
    const cutOf = ({ variants }: typeof asset) => variants.find(({ name }) => name === 'og')?.url ?? '';
    expect(await middleColour(await bytesOf(cutOf(asset)))).not.toBe('blue');
    const change = (body: Record<string, unknown>, version: number) =>
      n.admin.updateAsset({ params: at(asset.id), body, headers: ifMatch(version) });
    const right = ok(await change({ focal_x: 0.9 }, 1));
    const left = ok(await change({ focal_x: 0.1, alt: ' Two colours ' }, 2));
    expect([right.version, left.version, left.alt, left.focal_x]).toEqual([2, 3, 'Two colours', 0.1]);
    expect(await middleColour(await bytesOf(cutOf(right)))).toBe('blue');
    expect(await middleColour(await bytesOf(cutOf(left)))).toBe('red');
    const stale = await change({ alt: 'x' }, 1);
    expect(stale.body).toMatchObject({ error: 'precondition_failed', version: 3 });
    const same = ok(await n.admin.updateAsset({ params: at(asset.id), body: { focal_x: 0.1 } }));
    expect(same.version).toBe(3);
    const rows = await n.t.database.query<{ unused: boolean }>(
      'SELECT unused_since IS NOT NULL AS unused FROM cms.files WHERE name = ANY ($1) ORDER BY array_position($1, name)',
      [[asset, right, left].map((one) => cutOf(one).split('/').at(-1))],
    );
    expect(rows.map(({ unused }) => unused)).toEqual([true, true, false]);
  });

  test('keeps the cut that a text names when the focal point moves', async () => {
    const asset = await upload(await redAndBlue(2800, 700));
    const cutOf = ({ variants }: typeof asset) => variants.find(({ name }) => name === 'og')?.url ?? '';
    await n.post({ title: 'Names the cut', body: `![](${cutOf(asset)})` });
    const moved = ok(await n.admin.updateAsset({ params: at(asset.id), body: { focal_x: 0.9 } }));
    expect(cutOf(moved)).not.toBe(cutOf(asset));
    expect(moved.variants.map(({ name }) => name)).toEqual(asset.variants.map(({ name }) => name));
    n.clock.advance({ days: 8 });
    await sweep(n, n.clock);
    expect(await middleColour(await bytesOf(cutOf(asset)))).not.toBe('blue');
    const back = ok(await n.admin.updateAsset({ params: at(asset.id), body: { focal_x: 0.5 } }));
    expect(cutOf(back)).toBe(cutOf(asset));
  });

  test('takes many focal points at once, and its cut fits the last', async () => {
    const asset = await upload(await redAndBlue(2600, 700));
    const points = Array.from({ length: 20 }, (_, number) => ({ focal_x: number / 20, focal_y: (20 - number) / 20 }));
    const replies = await Promise.all(points.map((body) => n.admin.updateAsset({ params: at(asset.id), body })));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    const last = ok(await n.admin.getAssetOfSite({ params: at(asset.id) }));
    const body = { focal_x: last.focal_x, focal_y: last.focal_y };
    ok(await n.admin.updateAsset({ params: at(asset.id), body: { focal_x: 0, focal_y: 0 } }));
    const again = ok(await n.admin.updateAsset({ params: at(asset.id), body }));
    expect(again.variants).toEqual(last.variants);
  });

  test('takes many changes at once, and of those of one version only one', async () => {
    const asset = await upload(await aPhoto({ seed: 17 }));
    const change = (body: Record<string, unknown>, headers = {}) =>
      n.admin.updateAsset({ params: at(asset.id), body, headers });
    const free = await Promise.all(Array.from({ length: 30 }, (_, at) => change({ alt: `Number ${at}` })));
    expect(free.filter(({ status }) => status !== 200)).toEqual([]);
    const based = await Promise.all(Array.from({ length: 8 }, (_, at) => change({ alt: `Of ${at}` }, ifMatch(31))));
    expect(based.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
  });

  test('that comes again answers the asset that is there, also five times at once', async () => {
    const photo = await aPhoto({ seed: 11 });
    const replies = await Promise.all(Array.from({ length: 5 }, (_, at) => send(photo, `${at}.jpg`)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
  });
});

describe('a file that is no photo', () => {
  test('is served as an attachment under its name, and pages in it never run', async () => {
    const asset = await upload('<script>alert(1)</script>', 'Счёт "1".html');
    expect([asset.kind, asset.content_type, asset.width, asset.variants]).toEqual([
      'file',
      'application/octet-stream',
      null,
      [],
    ]);
    const { headers } = await read(asset.url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; .*filename\*=UTF-8''%D0%A1%D1%87%D1%91%D1%82/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${asset.sha256}"`,
    });
  });

  test('is shown when it is a PDF, and sanitised when it is an SVG', async () => {
    const pdf = await upload('%PDF-1.7\n', 'a.exe');
    const opened = await read(pdf.url);
    expect([pdf.kind, opened.headers.get('content-type')]).toEqual(['pdf', 'application/pdf']);
    expect(opened.headers.get('content-disposition')).toMatch(/^inline/);
    expect(opened.headers.get('content-security-policy')).not.toContain('sandbox');
    const svg = await upload(aSvg('<metadata>x</metadata><path d="M0 0h9v9z"/>'), 'a.svg');
    expect([svg.kind, await (await read(svg.url)).text()]).toEqual(['svg', aSvg('<path d="M0 0h9v9z"/>')]);
    const active = await send(aSvg('<script>alert(1)</script>'));
    expect([active.status, active.error]).toEqual([400, 'validation_failed']);
    const long = await send(aSvg(`<desc>${'x'.repeat(1_048_576)}</desc>`));
    expect([long.status, long.error]).toEqual([400, 'image_not_readable']);
  });

  test('is shown with its embedded images decoded and encoded again when it is an SVG of a drawing program', async () => {
    const photo = await sharp(await aPhoto({ format: 'jpeg', seed: 3 }))
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .toBuffer();
    const drawing = (address: string, more = '') =>
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="48">' +
      '<defs><pattern id="p" width="1" height="1"><use xlink:href="#i"/></pattern>' +
      `<image id="i" width="64" height="48" xlink:href="${address}"/></defs><rect width="64" height="48" fill="url(#p)"/>${more}</svg>`;
    const data = (bytes: Buffer, type = 'jpeg') => `data:image/${type};base64,${bytes.toString('base64')}`;
    const asset = await upload(drawing(data(photo)), 'figma.svg');
    expect([asset.kind, asset.width, asset.height]).toEqual(['svg', 64, 48]);
    const answer = await read(asset.url);
    expect(answer.headers.get('content-security-policy')).toContain('img-src data:');
    const shown = /<image href="data:image\/jpeg;base64,([^"]+)" id="i" width="64" height="48"\/>/.exec(
      await answer.text(),
    );
    const kept = Buffer.from(shown?.[1] ?? '', 'base64');
    expect([(await sharp(kept).metadata()).width, kept.includes('secret')]).toEqual([64, false]);
    for (const [address, message] of [
      ['https://evil.test/a.png', 'not embedded as PNG, JPEG, WebP or GIF'],
      [data(Buffer.from(aSvg()), 'svg+xml'), 'has code in href'],
      [data(Buffer.from('no image at all'), 'png'), 'no PNG, JPEG, WebP or GIF'],
      ['data:text/html;base64,AAAA', 'has code in'],
    ] as const) {
      const refused = await send(drawing(address), 'bad.svg');
      expect([address.slice(0, 30), refused.status, messageOf(refused.body)]).toEqual([
        address.slice(0, 30),
        400,
        expect.stringContaining(message),
      ]);
    }
    const broken = await send(drawing(data(photo.subarray(0, 200))), 'broken.svg');
    expect([broken.status, broken.error]).toEqual([400, 'image_not_readable']);
    const many = await send(drawing(data(photo), `<image href="${data(aPng())}"/>`.repeat(20)), 'many.svg');
    expect(messageOf(many.body)).toContain('more than 20 embedded images');
    const script = await send(drawing(data(photo), '<script>1</script>'), 'script.svg');
    expect(messageOf(script.body)).toContain('which a drawing may not have');
  });

  test('is read in parts, and not at all a second time', async () => {
    const asset = await upload('0123456789', 'digits.txt');
    const part = await read(asset.url, { range: 'bytes=2-4' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    expect((await read(asset.url, { 'if-none-match': asset.sha256 && `"${asset.sha256}"` })).status).toBe(304);
    for (const missing of ['x', `${'0'.repeat(64)}.jpg`, '..%2f..%2fsecrets.json', `${asset.sha256}.exe`])
      expect([missing, (await read(`http://x/assets/cms/${missing}`)).status]).toEqual([missing, 404]);
  });

  test('is served with its media type and in parts when it is video or sound, with the size of a video', async () => {
    const upright = await upload(anMp4({ width: 1_920, height: 1_080, isTurned: true }), 'tour.mov');
    expect(upright).toMatchObject({ kind: 'file', content_type: 'video/mp4', width: 1_080, height: 1_920 });
    expect(upright.path).toBe(`/assets/cms/${upright.sha256}.mp4`);
    const part = await read(upright.url, { range: 'bytes=0-1' });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 2]);
    for (const [name, value] of [
      ['content-type', 'video/mp4'],
      ['accept-ranges', 'bytes'],
      ['content-range', `bytes 0-1/${upright.size_bytes}`],
      ['x-content-type-options', 'nosniff'],
      ['content-disposition', expect.stringContaining('inline')],
    ] as const)
      expect([name, part.headers.get(name)]).toEqual([name, value]);
    const late = await upload(anMp4({ width: 640, height: 360, startsWith: 100_000 }), 'late.mp4');
    expect([late.width, late.height]).toEqual([640, 360]);
    const webm = await upload(aWebm({ width: 320, height: 240 }), 'a.webm');
    expect([webm.content_type, webm.width, webm.height]).toEqual(['video/webm', 320, 240]);
    for (const [bytes, type, ending] of [
      [Buffer.from('ID3\x04\0 sound'), 'audio/mpeg', 'mp3'],
      [Buffer.from('OggS\0 sound'), 'audio/ogg', 'ogg'],
      [Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0', 'latin1'), 'audio/mp4', 'm4a'],
      [Buffer.from('RIFF\x24\0\0\0WAVEfmt '), 'audio/wav', 'wav'],
    ] as const) {
      const sound = await upload(bytes, 'sound.bin');
      expect([sound.path, sound.width]).toEqual([`/assets/cms/${sound.sha256}.${ending}`, null]);
      expect((await read(sound.url)).headers.get('content-type')).toBe(type);
    }
  });

  test('is taken without a size when its video says none, or says it in a broken way', async () => {
    const whole = anMp4({ width: 640, height: 360 });
    for (const bytes of [
      whole.subarray(0, whole.length - 12),
      anMp4({ width: 60_000, height: 1 }),
      Buffer.concat([whole.subarray(0, 24), Buffer.from('\0\0\0\x07moov', 'latin1')]),
      aWebm({ width: 320, height: 240 }).subarray(0, 60),
    ]) {
      const asset = await upload(bytes, 'broken.mp4');
      expect([asset.kind, asset.width, asset.height]).toEqual(['file', null, null]);
    }
  });

  test('streams in as it is through the endpoint of large files', async () => {
    const bytes = Buffer.alloc(21 * 1_048_576, 'large');
    const small = await n.admin.uploadAsset({ params: n.at, file: blobOf(bytes) });
    expect([small.status, small.error]).toEqual([413, 'payload_too_large']);
    expect(small.body).toMatchObject({ message: expect.stringContaining('the limit is 20 MiB') });
    const large = ok(await n.admin.uploadFile({ params: n.at, query: { file_name: 'a.zip' }, file: blobOf(bytes) }));
    expect([large.kind, large.size_bytes]).toEqual(['file', bytes.length]);
    expect((await bytesOf(large.url)).equals(bytes)).toBe(true);
  });

  test.each(['../../etc/passwd', '..\\a.txt', 'a/../../b', '..'])('with the name %j is refused', async (file_name) => {
    const uploaded = await send('out of its folder', file_name);
    expect([uploaded.status, uploaded.error]).toEqual([400, 'validation_failed']);
    const { id } = await upload('stays in its folder', 'stays.txt');
    const renamed = await n.admin.updateAsset({ params: at(id), body: { file_name } });
    expect([renamed.status, renamed.error]).toEqual([400, 'validation_failed']);
  });

  test.each([
    ['etc/passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['a\u0007\u202eb.txt', 'ab.txt'],
    ['etc/', 'file.bin'],
  ])('with the name %j is called %j', async (given, name) => {
    const asset = await upload(`content of ${given}`, given);
    expect(asset.file_name).toBe(name);
    const renamed = await n.admin.updateAsset({ params: at(asset.id), body: { file_name: given } });
    expect(renamed.data?.file_name ?? renamed.error).toBe(name === 'file.bin' ? 'validation_failed' : name);
  });

  test('shared by two sites shows no site the name that the other gave it', async () => {
    const other = await secondSite();
    const first = await upload('shared bytes', 'ours.txt');
    expect((await read(first.url)).headers.get('content-disposition')).toContain('ours.txt');
    const second = ok(await send('shared bytes', 'theirs.txt', other));
    expect([second.url, second.file_name]).toEqual([first.url, 'theirs.txt']);
    expect((await read(first.url)).headers.get('content-disposition')).toContain(first.path.split('/').at(-1));
  });
});

describe('a file that readers ask for often', () => {
  test('is answered without a statement, in full and with 304, until a site changes in another process', async () => {
    const { url } = await upload('hot bytes', 'hot.txt');
    // The changes of the tests before end the cache when their events arrive.
    await n.t.published(cms.events.siteUpdated);
    const etag = (await read(url)).headers.get('etag') ?? '';
    const lock = await openTransaction(n.t.database, 'LOCK TABLE cms.files IN ACCESS EXCLUSIVE MODE');
    try {
      expect([(await read(url)).status, (await read(url, { 'if-none-match': etag })).status]).toEqual([200, 304]);
      const { id: site_id, code } = n.site;
      const application_id = newId();
      await n.t.deliver(cms.events.siteUpdated, { site_id, code, application_id }, { application_id });
      const reads: Promise<Response>[] = [];
      await eventually(async () => {
        reads.push(read(url));
        return (await lockWaits(n.t.database, 'cms.files AS f')).length > 0;
      });
      await lock.commit();
      expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      await lock.rollback();
    }
  });

  test('has its new name at once, also where nothing uses it', async () => {
    const asset = await upload('renamed bytes', 'before.txt');
    expect((await read(asset.url)).headers.get('content-disposition')).toContain('before.txt');
    ok(await n.admin.updateAsset({ params: at(asset.id), body: { file_name: 'after.txt' }, headers: ifMatch('*') }));
    expect((await read(asset.url)).headers.get('content-disposition')).toContain('after.txt');
  });

  test('is gone at once when it is destroyed, before its bytes go, and every process hears of it', async () => {
    const asset = await upload('destroyed bytes', 'secret.txt');
    const etag = (await read(asset.url)).headers.get('etag') ?? '';
    const post = await n.post({ title: 'Names the file', body: `[a](${asset.path})` });
    const events = async () => (await n.t.published(cms.events.siteUpdated)).length;
    const before = await events();
    const body = { confirm: post.slug, reason: 'person_request' as const, destroy_files: true };
    ok(await n.as('owner').destroyContent({ params: { ...n.at, item_id: post.id }, body }));
    expect([(await read(asset.url)).status, (await read(asset.url, { 'if-none-match': etag })).status]).toEqual([
      404, 404,
    ]);
    await eventually(async () => (await events()) > before);
    expect((await read((await upload('destroyed bytes')).url)).status).toBe(200);
  });
});

describe('a broken image', () => {
  const header = (width: number, height: number) => aPng({ width, height, pixels: Buffer.alloc(1_000) });
  test.each([
    ['of 100 million pixels', () => header(10_000, 10_000)],
    ['of four billion pixels', () => header(65_535, 65_535)],
    ['that would inflate to half a gigabyte', () => header(12_000, 11_000)],
    ['that ends too early', async () => (await aPhoto({ width: 400, height: 400 })).subarray(0, 3_000)],
    ['that is a signature alone', () => Buffer.from('GIF89a')],
  ])('%s is refused, and nothing of it is left', async (_what, make) => {
    const before = (await stored()).length;
    const { status, error } = await send(await make());
    expect([status, error]).toEqual([400, 'image_not_readable']);
    expect(await stored()).toHaveLength(before);
    const rows = await n.t.database.query("SELECT FROM cms.files WHERE name LIKE 'upload-%'");
    expect(rows).toEqual([]);
  });
});

describe('files of a site', () => {
  test('are listed newest first by kind and name, and a foreign site does not find them', async () => {
    const other = await secondSite();
    const made = [];
    for (const name of ['a_1.txt', 'ab1.txt', 'c.txt']) made.push(ok(await send(`of ${name}`, name, other)));
    const names = async (query: Record<string, unknown>) =>
      ok(await n.admin.listAssets({ params: other, query })).map(({ file_name }) => file_name);
    expect(await names({})).toEqual(['c.txt', 'ab1.txt', 'a_1.txt']);
    expect(await names({ q: 'A_1' })).toEqual(['a_1.txt']);
    expect(await names({ kind: 'image' })).toEqual([]);
    const [first] = made;
    const foreign = await n.admin.getAssetOfSite({ params: at(first?.id ?? '') });
    expect([foreign.status, foreign.error]).toEqual([404, 'asset_not_found']);
  });

  test('that are covers give pages their size and text, and no warning where the image has a text', async () => {
    const asset = await upload(await aPhoto({ seed: 23, width: 1_600, height: 900 }));
    const warn = async (title: string) => {
      const post = await n.post({ title, cover_asset_id: asset.id });
      return (await n.publish(post.id)).warnings.map(({ code }) => code);
    };
    expect(await warn('Cover without text')).toContain('cover_alt_missing');
    const headers = { 'if-match': '*' };
    ok(await n.admin.updateAsset({ params: at(asset.id), body: { alt: 'A hedgehog' }, headers }));
    expect(await warn('Cover with text')).not.toContain('cover_alt_missing');
    const params = { site_code: n.site.code, slug: 'cover-with-text' };
    const { seo } = ok(await n.reader.readPost({ params }));
    const size = { 'og:image:width': '1200', 'og:image:height': '630' };
    expect(seo.og).toMatchObject({ ...size, 'og:image:alt': 'A hedgehog', 'og:locale': 'ru_RU' });
  });

  test('that something uses are not deleted, and the places are named', async () => {
    const asset = await upload(await aPhoto({ seed: 21 }));
    const cover = await n.post({ title: 'With a cover', cover_asset_id: asset.id });
    const [variant] = asset.variants;
    const texts = await n.post({ title: 'In its text', body: `![](${variant?.url ?? asset.url})` });
    const read = ok(await n.admin.getAssetOfSite({ params: at(asset.id) }));
    expect([read.usage_count, read.usages]).toEqual([
      2,
      [
        { kind: 'post', id: cover.id, title: 'With a cover', field: 'cover_asset_id' },
        { kind: 'post', id: texts.id, title: 'In its text', field: 'body' },
      ],
    ]);
    const refused = await n.admin.deleteAsset({ params: at(asset.id) });
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ error: 'in_use', usages: read.usages }),
    ]);
    for (const { id } of [cover, texts])
      ok(await n.admin.deletePost({ params: { ...n.at, post_id: id }, headers: ifMatch('*') }));
    expect((await n.admin.deleteAsset({ params: at(asset.id), headers: ifMatch(9) })).error).toBe(
      'precondition_failed',
    );
    expect((await n.admin.deleteAsset({ params: at(asset.id), headers: ifMatch(1) })).status).toBe(204);
    expect((await n.admin.deleteAsset({ params: at(asset.id) })).error).toBe('asset_not_found');
  });

  test('are not deleted while an item begins to use them, in whichever order the two come', async () => {
    const { database } = n.t;
    const holding = async (statement: string, id: string, meanwhile: () => Promise<void>) => {
      const other = await openTransaction(database, statement, [id]);
      const work = meanwhile();
      await untilBlocked(database).finally(other.commit);
      await work;
    };
    const used = await upload('is being used', 'used.txt');
    const use = `INSERT INTO cms.asset_usages VALUES ($1, 'post', gen_random_uuid(), 'body')`;
    await holding(use, used.id, async () => {
      expect((await n.admin.deleteAsset({ params: at(used.id) })).error).toBe('in_use');
    });
    const gone = await upload('is being deleted', 'gone.txt');
    await holding('DELETE FROM cms.assets WHERE id = $1', gone.id, async () => {
      const reply = await n.admin.createPost({ params: n.at, body: { title: 'Late', cover_asset_id: gone.id } });
      expect(reply.error).toBe('asset_not_found');
    });
    const named = await upload('is being deleted as well', 'named.txt');
    await holding('DELETE FROM cms.assets WHERE id = $1', named.id, async () => {
      const body = { title: 'Names it', body: `[file](${named.url})` };
      expect((await n.admin.createPost({ params: n.at, body })).status).toBe(201);
    });
  });

  test('lose their bytes seven days after the last row of any site', async () => {
    const other = await secondSite();
    const photo = await aPhoto({ width: 500, height: 400, seed: 31 });
    const [first, second] = [await upload(photo), ok(await send(photo, 'b.jpg', other))];
    expect(second.url).toBe(first.url);
    const names = [first.url, ...first.variants.map(({ url }) => url)].map((url) => url.split('/').at(-1) ?? '');
    const present = async () => (await stored()).filter((name) => names.includes(name)).length;
    expect((await n.admin.deleteAsset({ params: at(first.id) })).status).toBe(204);
    n.clock.set(new Date(Date.parse(noon) + 30 * dayMs).toISOString());
    await sweep(n, n.clock);
    expect(await present()).toBe(names.length);
    expect((await n.admin.deleteAsset({ params: { ...other, asset_id: second.id } })).status).toBe(204);
    n.clock.set(new Date(Date.parse(noon) + 36 * dayMs).toISOString());
    await sweep(n, n.clock);
    expect([await present(), (await read(first.url)).status]).toEqual([names.length, 200]);
    n.clock.set(new Date(Date.parse(noon) + 38 * dayMs).toISOString());
    expect(await sweep(n, n.clock)).toBeGreaterThanOrEqual(names.length);
    expect([await present(), (await read(first.url)).status]).toEqual([0, 404]);
    // The same bytes may come again.
    expect((await read((await upload(photo)).url)).status).toBe(200);
  });
});

describe('the brand of a site', () => {
  const publicSite = async () => ok(await n.reader.readSite({ params: { site_code: n.site.code } }));

  test('has a logo in its sizes, which is not deleted while it is one', async () => {
    const logo = await upload(await aPhoto({ width: 900, height: 300, seed: 41 }));
    ok(await n.admin.updateSite({ params: n.at, body: { logo_asset_id: logo.id } }));
    expect((await publicSite()).logo).toMatchObject({
      url: logo.url,
      width: 900,
      variants: [{ width: 480 }, { width: 768 }],
    });
    ok(await n.admin.updateAsset({ params: at(logo.id), body: { alt: 'Notes' } }));
    expect((await publicSite()).logo?.alt).toBe('Notes');
    expect((await n.admin.deleteAsset({ params: at(logo.id) })).body).toMatchObject({
      error: 'in_use',
      usages: [{ kind: 'site', id: n.site.id, title: 'Notes', field: 'logo_asset_id' }],
    });
    ok(await n.admin.updateSite({ params: n.at, body: { logo_asset_id: null } }));
    expect((await publicSite()).logo).toBeNull();
    expect((await n.admin.deleteAsset({ params: at(logo.id) })).status).toBe(204);
  });

  test('takes as a logo nothing but an image of its own', async () => {
    const set = (logo_asset_id: string) => n.admin.updateSite({ params: n.at, body: { logo_asset_id } });
    expect((await set((await upload('no image', 'a.txt')).id)).error).toBe('validation_failed');
    const foreign = ok(await send(await aPhoto({ seed: 43 }), 'a.jpg', await secondSite()));
    expect((await set(foreign.id)).error).toBe('asset_not_found');
  });

  test('has an icon at once, and its bytes go with it unless a file has the same', async () => {
    const drawing = aSvg('<path d="M1 1h9v9z"/>');
    const set = async (bytes: Buffer | string) => ok(await n.admin.setSiteIcon({ params: n.at, file: blobOf(bytes) }));
    const first = await set(drawing);
    expect((await publicSite()).icon_url).toBe(first.icon_url);
    expect(await (await read(first.icon_url ?? '')).text()).toBe(drawing);
    const asset = await upload(drawing, 'same.svg');
    expect(asset.url).toBe(first.icon_url);
    expect((await n.admin.deleteAsset({ params: at(asset.id) })).status).toBe(204);
    const second = await set(aPng());
    expect(second.version).toBe(first.version + 1);
    expect((await set(aPng())).version).toBe(second.version);
    ok(await n.admin.removeSiteIcon({ params: n.at }));
    expect((await publicSite()).icon_url).toBeNull();
    n.clock.set(new Date(Date.parse(noon) + 8 * dayMs).toISOString());
    await sweep(n, n.clock);
    for (const { icon_url } of [first, second]) expect((await read(icon_url ?? '')).status).toBe(404);
    const broken = await n.admin.setSiteIcon({ params: n.at, file: blobOf('no icon') });
    expect(broken.error).toBe('unsupported_media_type');
  });
});
