import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { aPng } from '@platform/testing';
import sharp from 'sharp';
import { aPhoto } from './asset-files.ts';
import { noon, ok } from './newsroom.ts';
import { openSupportDesk, type Person, type SupportDesk } from './support-desk.ts';

let desk: SupportDesk;
let anna: Person;
beforeAll(async () => {
  desk = await openSupportDesk();
});
afterAll(() => desk.stop());
beforeEach(() => {
  desk.clock.set(noon);
  anna = desk.person();
});

const at = ({ id }: { id: string }) => ({ params: { ticket_id: id } });
const blobOf = (bytes: Buffer | string) => new Blob([new Uint8Array(Buffer.from(bytes))]);
const send = (bytes: Buffer | string, file_name = 'photo.png', by = anna) =>
  by.client.uploadAttachment({ query: { file_name }, file: blobOf(bytes) });
const say = (by: Person, ticket: { id: string }, attachment_ids: string[]) =>
  by.client.addTicketMessage({ ...at(ticket), body: { message: 'With files', attachment_ids } });
const zip = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1');
const executable = Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00', 'latin1'), randomBytes(200)]);

describe('a file', () => {
  test('comes with its message, and is read at its signed address', async () => {
    const log = ok(await send('Строка\nещё строка', 'журнал.log'));
    const page = ok(await send('%PDF-1.7\n', 'счёт.pdf'));
    expect(log).toEqual({
      id: expect.any(String),
      file_name: 'журнал.log',
      content_type: 'text/plain; charset=utf-8',
      size_bytes: Buffer.byteLength('Строка\nещё строка'),
      width: null,
      height: null,
      url: expect.any(String),
      url_expires_at: '2026-03-11T12:10:00.000Z',
    });
    const ticket = await desk.ticket(anna, { attachment_ids: [page.id, log.id] });
    const [message] = ok(await anna.client.getMyTicket(at(ticket))).messages;
    expect(message?.attachments.map(({ id, file_name }) => [id, file_name])).toEqual([
      [page.id, 'счёт.pdf'],
      [log.id, 'журнал.log'],
    ]);
    const read = await desk.open(message?.attachments[1]?.url ?? '');
    expect(await read.text()).toBe('Строка\nещё строка');
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const part = await desk.open(page.url, { range: 'bytes=1-3' });
    expect([part.status, await part.text()]).toEqual([206, 'PDF']);
  });

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'that is an image of the type %s is encoded anew and shown',
    async (format) => {
      const photo = await aPhoto({ format });
      const sent =
        format === 'gif'
          ? photo
          : await sharp(photo)
              .withExif({ IFD0: { Copyright: 'a secret place' } })
              .toBuffer();
      const file = ok(
        await send(Buffer.concat([sent, Buffer.from('PK\x03\x04 and an archive behind it')]), 'page.html'),
      );
      expect(file).toMatchObject({
        content_type: `image/${format}`,
        file_name: `page.html.${format === 'jpeg' ? 'jpg' : format}`,
        width: 64,
      });
      const read = await desk.open(file.url);
      expect(read.headers.get('content-disposition')).toMatch(/^inline; /);
      const bytes = Buffer.from(await read.arrayBuffer());
      expect(bytes.length).toBe(file.size_bytes);
      expect(bytes.toString('latin1')).not.toMatch(/secret|archive/);
      expect((await sharp(bytes).metadata()).format).toBe(format);
      expect((await desk.stored()).filter((name) => name.includes(file.id))).toEqual([`support-${file.id}`]);
    },
  );

  test('is known by its content, whatever its name says, and leaves nothing where it is refused', async () => {
    const before = await desk.stored();
    const avif = await aPhoto({ format: 'avif' });
    for (const bytes of [executable, avif, Buffer.from('half of a text\xd0', 'latin1'), Buffer.from('a\0b')])
      expect(await send(bytes, 'photo.png')).toMatchObject({ status: 415, error: 'unsupported_media_type' });
    const cut = (await aPhoto({ format: 'png' })).subarray(0, 60);
    expect(await send(cut)).toMatchObject({ status: 400, error: 'image_not_readable' });
    expect(await send('')).toMatchObject({ status: 400, error: 'validation_failed' });
    expect(await send('text', '../../etc/passwd')).toMatchObject({ status: 400, error: 'validation_failed' });
    expect(ok(await send(zip, 'setup.exe'))).toMatchObject({
      content_type: 'application/zip',
      file_name: 'setup.exe.zip',
    });
    expect(ok(await send('<script>alert(1)</script>', 'page.html'))).toMatchObject({
      content_type: 'text/plain; charset=utf-8',
      file_name: 'page.html.txt',
    });
    expect(await desk.stored()).toHaveLength(before.length + 2);
    const [row] = await desk.t.database.query<{ rows: string }>(
      'SELECT count(*) AS rows FROM cms.support_attachments WHERE user_id = $1',
      [anna.user.id],
    );
    expect(row?.rows).toBe('2');
  });

  test.each([
    ['IMG_0001.HEIC', 'image/heic', Buffer.from('\0\0\0\x20ftypheic\0\0\0\0', 'latin1')],
    ['экран.mp4', 'video/mp4', Buffer.from('\0\0\0\x20ftypmp42\0\0\0\0', 'latin1')],
    ['голос.ogg', 'audio/ogg', Buffer.from('OggS\0\x02', 'latin1')],
  ])('of a phone is downloaded with its name and type, and never shown: %s', async (name, type, bytes) => {
    const file = ok(await send(bytes, name));
    expect(file).toMatchObject({ file_name: name, content_type: type, size_bytes: bytes.length, width: null });
    const read = await desk.open(file.url);
    expect(Buffer.from(await read.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  test('has 10 MiB at most, and those of a ticket 50 MiB together', async () => {
    const most = Buffer.alloc(10 * 1_048_576, 'a');
    expect(await send(Buffer.concat([most, Buffer.from('a')]))).toMatchObject({
      status: 413,
      error: 'payload_too_large',
    });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(ok(await send(most, 'long.txt')).id);
    const ticket = await desk.ticket(anna, { attachment_ids: ids });
    const small = ok(await send('a'));
    expect(await say(anna, ticket, [small.id])).toMatchObject({ status: 413, error: 'payload_too_large' });
    expect(ok(await anna.client.getMyTicket(at(ticket))).message_count).toBe(1);
    // It is not lost: another ticket takes it.
    await desk.ticket(anna, { attachment_ids: [small.id] });
  });

  test('has an address for ten minutes, which cannot be guessed or changed', async () => {
    const { url } = ok(await send('text'));
    desk.clock.advance({ minutes: 9, seconds: 59 });
    expect((await desk.open(url)).status).toBe(200);
    const token = url.split('/').at(-1) ?? '';
    const at = Math.floor(token.length / 2);
    const wrong = [
      `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`,
      token.slice(0, -4),
      newId(),
      'v1.test.AAAA.AAAA',
      '%F0%9F%8E%84',
    ];
    for (const guess of wrong) expect((await desk.open(url.replace(token, guess))).status).toBe(404);
    desk.clock.advance({ seconds: 1 });
    const late = await desk.open(url);
    expect([late.status, ((await late.json()) as { error: string }).error]).toEqual([404, 'attachment_not_found']);
  });

  test('is uploaded once by a repeated call with the same key, and a replayed answer has an address that works', async () => {
    const headers = { 'idempotency-key': newId() };
    const upload = () => anna.client.uploadAttachment({ query: { file_name: 'a.txt' }, file: blobOf('text'), headers });
    const first = ok(await upload());
    const create = { body: { subject: 'Once', message: 'Only', attachment_ids: [first.id] }, headers };
    const ticket = ok(await anna.client.createTicket(create));
    desk.clock.advance({ minutes: 11 });
    const again = ok(await upload());
    expect([again.id, again.url === first.url]).toEqual([first.id, false]);
    expect(await (await desk.open(again.url)).text()).toBe('text');
    const [message] = ok(await anna.client.createTicket(create)).messages;
    expect(message).toMatchObject({ id: ticket.messages[0]?.id, attachments: [{ id: first.id }] });
    expect((await desk.open(message?.attachments[0]?.url ?? '')).status).toBe(200);
  });

  test('is of one side and for one message', async () => {
    const ticket = await desk.ticket(anna);
    const mine = ok(await send('text'));
    const refusal = { status: 404, error: 'attachment_not_found' };
    const [neighbour, elsewhere] = [desk.person(anna.application), desk.person()];
    for (const other of [neighbour, elsewhere]) {
      const body = { subject: 'With a file', message: 'Text', attachment_ids: [mine.id] };
      expect(await other.client.createTicket({ body })).toMatchObject(refusal);
    }
    const ofStaff = await desk.upload(desk.staff, 'text');
    expect(await say(anna, ticket, [ofStaff.id])).toMatchObject(refusal);
    const answer = (client: typeof desk.staff, attachment_ids: string[]) =>
      client.answerTicket({ ...at(ticket), body: { message: 'Text', attachment_ids } });
    expect(await answer(desk.staff, [mine.id])).toMatchObject(refusal);
    expect(await answer(desk.colleague, [ofStaff.id])).toMatchObject(refusal);
    expect(await say(anna, ticket, [mine.id, newId()])).toMatchObject(refusal);
    expect(await say(anna, ticket, [mine.id, mine.id])).toMatchObject({ status: 400 });
    expect(ok(await anna.client.getMyTicket(at(ticket))).message_count).toBe(1);

    const both = await Promise.all([say(anna, ticket, [mine.id]), say(anna, ticket, [mine.id])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 404]);
    expect(ok(await answer(desk.staff, [ofStaff.id])).attachments).toMatchObject([
      { id: ofStaff.id, file_name: 'file.txt' },
    ]);
    expect(ok(await anna.client.getMyTicket(at(ticket))).messages.at(-1)?.attachments).toMatchObject([
      { file_name: 'file.txt' },
    ]);
  });

  test('waits 24 hours for its message, and twenty of them wait', async () => {
    const kept = ok(await send('kept'));
    await desk.ticket(anna, { attachment_ids: [kept.id] });
    const files = [];
    for (let count = 0; count < 20; count += 1) files.push(ok(await send(`${count}`)));
    expect(await send('one more')).toMatchObject({ status: 409, error: 'conflict' });
    expect(ok(await send('of another', 'a.txt', desk.person()))).toBeDefined();
    desk.clock.advance({ hours: 23, minutes: 59 });
    await desk.sweep();
    const names = files.map(({ id }) => `support-${id}.upload`);
    expect(await desk.stored()).toEqual(expect.arrayContaining(names));
    desk.clock.advance({ minutes: 1 });
    const [late] = files;
    expect(
      await anna.client.createTicket({ body: { subject: 'Late', message: 'Text', attachment_ids: [late?.id ?? ''] } }),
    ).toMatchObject({ error: 'attachment_not_found' });
    await desk.sweep();
    const left = await desk.stored();
    expect(left.filter((name) => names.includes(name))).toEqual([]);
    expect(left).toContain(`support-${kept.id}.upload`);
    ok(await send('room again'));
  });

  test('of a process that died during the upload goes with its bytes', async () => {
    const id = newId();
    await desk.t.database.query(
      `INSERT INTO cms.support_attachments (id, application_id, user_id, file_name, content_type, size_bytes, sha256, expires_at, created_at)
       VALUES ($1, $2, $3, '', '', 0, '', $4, $5)`,
      [id, anna.application.id, anna.user.id, '2026-03-12T12:00:00Z', noon],
    );
    const body = { subject: 'Half', message: 'Text', attachment_ids: [id] };
    expect(await anna.client.createTicket({ body })).toMatchObject({ error: 'attachment_not_found' });
    desk.clock.advance({ days: 1 });
    await desk.sweep();
    const rows = await desk.t.database.query('SELECT id FROM cms.support_attachments WHERE id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

test('a form is taken as well', async () => {
  const form = new FormData();
  form.append('anything', blobOf(aPng({ width: 40, height: 30 })), 'Экран.png');
  const response = await fetch(`${desk.t.baseUrl}/v1/support/attachments`, {
    method: 'POST',
    headers: {
      'x-platform-context': desk.t.sign({ application: anna.application, user: anna.user }, 'uploadAttachment'),
    },
    body: form,
  });
  expect(await response.json()).toMatchObject({ data: { file_name: 'Экран.png', width: 40, height: 30 } });
});

test('a fourth upload of a user is refused at once while three are under way, and not that of another user', async () => {
  const large = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const boris = desk.person();
  const ended: string[] = [];
  const upload = async (by: Person, name: string) => {
    const { status, headers } = await send(large, `${name}.jpg`, by);
    ended.push(name);
    return [status, headers.get('retry-after')];
  };
  const all = [1, 2, 3, 4, 5, 6].map((number) => upload(anna, String(number)));
  all.push(upload(boris, 'boris'));
  const replies = await Promise.all(all);
  expect(replies.filter(([status]) => status === 429)).toEqual([
    [429, '10'],
    [429, '10'],
    [429, '10'],
  ]);
  expect(replies.filter(([status]) => status === 201)).toHaveLength(4);
  expect(replies.at(-1)).toEqual([201, null]);
  const refused = [1, 2, 3, 4, 5, 6].filter((_, at) => replies[at]?.[0] === 429).map(String);
  expect(new Set(ended.slice(0, 3))).toEqual(new Set(refused));
});
