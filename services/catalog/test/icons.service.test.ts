import { readdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auditEventOf, catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aPng, aSvg, aWebpOf, fakeClock, webpChunk, webpPictures } from '@platform/testing';
import { admin, type Catalog, type GivenApplication, givenApplication, owner, startCatalog } from './support.ts';

const clock = fakeClock('2026-01-10T00:00:00Z');
let t: Catalog;
beforeAll(async () => {
  t = await startCatalog({ clock });
});
afterAll(() => t.stop());

const png = new Blob([aPng()]);
const address = /^http:\/\/platform\.test\/assets\/[0-9a-f]{40}\.(png|webp|svg)$/;
const nameIn = (url: string | null): string => url?.split('/').at(-1) ?? '';
const branding = async (application: GivenApplication) =>
  (await t.as({ application: application.context }).getBranding({ params: { app_code: application.code } })).data;
const asset = (name: string, headers: Record<string, string> = {}) => t.as({}).getAsset({ params: { name }, headers });

describe('an icon', () => {
  test.each([
    ['PNG', aPng(), 'image/png'],
    ['WebP', aWebpOf(webpChunk('VP8L', webpPictures.lossless)), 'image/webp'],
    ['SVG', Buffer.from(aSvg()), 'image/svg+xml'],
  ])('that is a %s is public as it was sent, whatever it was called', async (_what, bytes, type) => {
    const { params } = await givenApplication(t);
    const set = await admin(t).setApplicationIcon({ params, file: new File([bytes], 'x.exe', { type: 'text/html' }) });
    expect([set.status, set.data.icon_url]).toEqual([200, expect.stringMatching(address)]);
    const response = await fetch(set.data.icon_url?.replace('http://platform.test', t.baseUrl) ?? '', {
      headers: { 'x-platform-context': t.sign({}, 'getAsset') },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(bytes));
  });

  test('is in the application and its branding at once, and an event is published', async () => {
    const application = await givenApplication(t);
    const { params } = application;
    expect((await branding(application)).icon_url).toBeNull();
    clock.advance({ minutes: 1 });
    const { data } = await admin(t).setApplicationIcon({ params, file: png });
    expect(data.updated_at).toBe(clock.now().toISOString());
    expect((await branding(application)).icon_url).toBe(data.icon_url);
    expect((await admin(t).getApplication({ params })).data.icon_url).toBe(data.icon_url);
    const told = await t.published(catalog.events.applicationUpdated);
    expect(told).toContainEqual({ application_id: application.id, code: application.code });
  });

  test('has one address however often it is sent, and another one when it is another', async () => {
    const [one, two] = [await givenApplication(t), await givenApplication(t)];
    const first = await admin(t).setApplicationIcon({ params: one.params, file: png });
    const again = await admin(t).setApplicationIcon({ params: one.params, file: png });
    const shared = await admin(t).setApplicationIcon({ params: two.params, file: png });
    expect([again.data.icon_url, shared.data.icon_url]).toEqual([first.data.icon_url, first.data.icon_url]);
    const other = await admin(t).setApplicationIcon({ params: one.params, file: new Blob([aPng({ width: 32 })]) });
    expect(other.data.icon_url).not.toBe(first.data.icon_url);
  });

  test('that was replaced or taken off stays at its address, for caches never ask again', async () => {
    const application = await givenApplication(t);
    const { params } = application;
    const old = (await admin(t).setApplicationIcon({ params, file: new Blob([aPng({ width: 48 })]) })).data.icon_url;
    await admin(t).setApplicationIcon({ params, file: png });
    const removed = await admin(t).deleteApplicationIcon({ params });
    expect([removed.status, removed.data.icon_url, (await branding(application)).icon_url]).toEqual([200, null, null]);
    expect((await asset(nameIn(old))).status).toBe(200);
    expect((await admin(t).deleteApplicationIcon({ params })).data.icon_url).toBeNull();
  });

  test('is in the audit log with the address before and after', async () => {
    const { params, id } = await givenApplication(t);
    const { data } = await admin(t).setApplicationIcon({ params, file: png });
    await admin(t).deleteApplicationIcon({ params });
    const records = (await t.published(auditEventOf('catalog')))
      .filter(({ action, target }) => target.id === id && action !== 'createApplication')
      .map(({ action, before, after, changed }) => [action, before?.icon_url, after?.icon_url, changed]);
    expect(records).toEqual([
      ['setApplicationIcon', null, data.icon_url, ['icon_url', 'version']],
      ['deleteApplicationIcon', data.icon_url, null, ['icon_url', 'version']],
    ]);
  });

  test('of an unknown or archived application is not taken', async () => {
    const nothing = { params: { application_id: newId() } };
    expect(await admin(t).setApplicationIcon({ ...nothing, file: png })).toMatchObject({
      error: 'application_not_found',
    });
    expect((await admin(t).deleteApplicationIcon(nothing)).error).toBe('application_not_found');
    const { params, code: confirm } = await givenApplication(t);
    await admin(t).updateApplication({ params, body: { status: 'archived', confirm } });
    expect((await admin(t).setApplicationIcon({ params, file: png })).error).toBe('conflict');
    expect((await admin(t).deleteApplicationIcon({ params })).error).toBe('conflict');
  });

  test.each([
    ['no image', new Blob(['MZ']), 415, 'unsupported_media_type'],
    ['a page', new Blob(['<html><svg/></html>'], { type: 'image/png' }), 415, 'unsupported_media_type'],
    ['empty', new Blob([]), 400, 'validation_failed'],
    ['a broken PNG', new Blob([aPng().subarray(0, 50)]), 400, 'validation_failed'],
    ['a PNG that bursts', new Blob([aPng({ pixels: Buffer.alloc(100_000_000) })]), 400, 'validation_failed'],
    ['a PNG of a pixel', new Blob([aPng({ width: 1, height: 1 })]), 400, 'validation_failed'],
    ['an SVG with a script', new Blob([aSvg('<script>alert(1)</script>')]), 400, 'validation_failed'],
    ['a byte too long', new Blob([Buffer.alloc(1_048_577)]), 413, 'payload_too_large'],
    ['ten megabytes', new Blob([Buffer.alloc(10_485_760)]), 413, 'payload_too_large'],
  ])('that is %s is refused, and the application keeps the one it has', async (_what, file, status, error) => {
    const { params } = await givenApplication(t);
    const { data } = await admin(t).setApplicationIcon({ params, file: png });
    expect(await admin(t).setApplicationIcon({ params, file })).toMatchObject({ status, error });
    expect((await admin(t).getApplication({ params })).data.icon_url).toBe(data.icon_url);
  });

  test('of exactly a megabyte is not refused for its length', async () => {
    const { params } = await givenApplication(t);
    const text = aSvg(`<desc>${'x'.repeat(1_048_576 - aSvg('<desc></desc>').length)}</desc>`);
    const reply = await admin(t).setApplicationIcon({ params, file: new Blob([text]) });
    expect([text.length, reply.status]).toEqual([1_048_576, 200]);
  });

  test('waits for a storage that is away, as for every dependency', async () => {
    const { params } = await givenApplication(t);
    const away = await startCatalog({
      env: {
        STORAGE_URL: 's3://files?endpoint=http://127.0.0.1:1',
        STORAGE_ACCESS_KEY_ID: 'k',
        STORAGE_SECRET_ACCESS_KEY: 's',
      },
    });
    const application = await givenApplication(away);
    const reply = await admin(away).setApplicationIcon({ params: application.params, file: png });
    expect([reply.status, reply.error, reply.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1']);
    expect((await admin(away).getApplication({ params: application.params })).data.icon_url).toBeNull();
    await away.stop();
    expect((await admin(t).setApplicationIcon({ params, file: png })).status).toBe(200);
  });
});

describe('the body of an upload', () => {
  let application: GivenApplication;
  beforeAll(async () => {
    application = await givenApplication(t);
  });
  const send = async (body: string | FormData | Blob, headers: Record<string, string> = {}) => {
    const response = await fetch(`${t.baseUrl}/v1/admin/applications/${application.id}/icon`, {
      method: 'PUT',
      headers: { 'x-platform-context': t.sign({ admin: owner }, 'setApplicationIcon'), ...headers },
      body,
    });
    const answer = (await response.json()) as { error?: string; message?: string };
    return `${response.status} ${answer.error ?? 'taken'} ${answer.message ?? ''}`.trim();
  };
  const form = (...parts: [name: string, value: Blob | string][]) => {
    const data = new FormData();
    for (const [name, value] of parts) data.append(name, value);
    return data;
  };
  const raw = (type: string, bytes: Buffer | string = aPng()) => send(new Blob([bytes]), { 'content-type': type });

  test('is a form with one file in a field of any name, or the file itself', async () => {
    for (const name of ['file', 'icon', 'имя', ''])
      expect([name, await send(form([name, png]))]).toEqual([name, '200 taken']);
    for (const type of ['image/png', 'image/webp', 'image/svg+xml; charset=utf-8', 'IMAGE/X'])
      expect([type, await raw(type)]).toEqual([type, '200 taken']);
  });

  test('is not a form with two files, with fields, or without a file', async () => {
    const one = 'exactly one file';
    expect(await send(form(['a', png], ['b', png]))).toMatch(new RegExp(`^400 validation_failed.*${one}`));
    expect(await send(form(['a', png], ['b', 'text']))).toMatch(new RegExp(`^400 validation_failed.*${one}`));
    expect(await send(form(['a', 'text']))).toMatch(new RegExp(`^400 validation_failed.*${one}`));
    expect(await send(form())).toMatch(/^400 validation_failed/);
  });

  const part = (end: string) => `--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\ndata${end}`;
  test.each([
    ['without a boundary', 'multipart/form-data', part('\r\n--b--\r\n')],
    ['with another boundary', 'multipart/form-data; boundary=c', part('\r\n--b--\r\n')],
    ['that ends in the middle of its file', 'multipart/form-data; boundary=b', part('')],
    ['that ends in its head', 'multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-da'],
    ['with endless headers', 'multipart/form-data; boundary=b', `--b\r\n${'x: y\r\n'.repeat(10_000)}`],
    ['that is empty', 'multipart/form-data; boundary=b', ''],
  ])('is not a form %s', async (_what, type, body) => {
    expect(await raw(type, body)).toMatch(/^400 validation_failed/);
  });

  test('is not JSON, text, bytes of no type, or packed', async () => {
    for (const type of ['application/json', 'text/plain', 'application/octet-stream', 'imagex/png', 'multipart/mixed'])
      expect([type, await raw(type)]).toEqual([type, expect.stringMatching(/^415 unsupported_media_type/)]);
    expect(await send(new Blob([aPng()]), { 'content-type': 'image/png', 'content-encoding': 'gzip' })).toMatch(/^415/);
    expect(await raw('image/png', '')).toMatch(/^400 validation_failed/);
  });
});

describe('a stored file', () => {
  let name: string;
  let drawing: string;
  beforeAll(async () => {
    const { params } = await givenApplication(t);
    name = nameIn((await admin(t).setApplicationIcon({ params, file: png })).data.icon_url);
    const sent = new Blob([aSvg('<circle r="4"/>')]);
    drawing = nameIn((await admin(t).setApplicationIcon({ params, file: sent })).data.icon_url);
  });

  test('may be cached for ever, and is not sent again to a client that has it', async () => {
    const { status, headers } = await asset(name);
    const etag = headers.get('etag') ?? '';
    expect([status, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'nosniff',
    ]);
    expect(etag).toBe(`"${name.slice(0, 40)}"`);
    const again = await asset(name, { 'if-none-match': etag });
    expect([again.status, again.body, again.headers.get('cache-control')]).toEqual([
      304,
      '',
      'public, max-age=31536000, immutable',
    ]);
  });

  test('that is a drawing forbids scripts and loads by its headers', async () => {
    expect((await asset(drawing)).headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect((await asset(name)).headers.get('content-security-policy')).toBeNull();
  });

  test('has no other names', async () => {
    for (const other of [
      `${'0'.repeat(40)}.png`,
      name.replace('.png', '.svg'),
      name.toUpperCase(),
      `x${name}`,
      '..',
      'a',
    ])
      expect([other, (await asset(other)).error]).toEqual([other, 'not_found']);
    expect((await asset('../../etc/passwd')).error).toBe('not_found');
  });

  test('that disappeared from the folder is not found', async () => {
    const fresh = await startCatalog();
    const application = await givenApplication(fresh);
    const { data } = await admin(fresh).setApplicationIcon({ params: application.params, file: png });
    const read = () => fresh.as({}).getAsset({ params: { name: nameIn(data.icon_url) } });
    expect(await readdir(fresh.filesDir)).toEqual([nameIn(data.icon_url)]);
    await rm(fresh.filesDir, { recursive: true });
    expect((await read()).error).toBe('not_found');
    await admin(fresh).setApplicationIcon({ params: application.params, file: png });
    expect((await read()).status).toBe(200);
    await fresh.stop();
  });
});
