import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigError, MailError, newId, openMailer } from '@platform/runtime';
import { createMailSandbox, type MailSandbox } from '@platform/sandbox';
import { sql } from 'drizzle-orm';
import { maxAttempts } from '../src/mails/mail.ts';
import { type NewMail, queueMail } from '../src/mails/queue-mail.ts';
import { createMailWork, sendMails } from '../src/mails/send-mails.ts';
import { sweepMails } from '../src/mails/sweep-mails.ts';
import { closeSubject, destroyKey } from '../src/personal-data/subject-keys.ts';
import { type MailParts, mailEnv, openMailParts } from './mailbox.ts';
import { type Newsroom, noon, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
let server: MailSandbox;
let parts: MailParts;
beforeAll(async () => {
  server = await createMailSandbox();
  n = await openNewsroom({}, mailEnv(server.url));
  parts = await openMailParts(n.t.database, n.clock, server.url);
});
afterAll(async () => {
  await parts.close();
  await n.stop();
  await server.stop();
});
beforeEach(() => n.clock.set(noon));
afterEach(async () => {
  server.setFaults({});
  await n.t.database.query('DELETE FROM cms.mails');
});

const queue = (mail: Partial<NewMail> = {}) =>
  parts.db.transaction((tx) =>
    queueMail(parts, tx, {
      kind: 'test_note',
      site_id: n.site.id,
      subject_id: null,
      to: 'ada@example.test',
      subject: 'Заявка',
      text: 'Здравствуйте',
      ...mail,
    }),
  );
/** Sends what is due, as a process with these parts. */
const sendDue = (app: Parameters<typeof createMailWork>[0] = parts) => sendMails(createMailWork(app));
const sentOf = (id: string) => server.mails().filter(({ message_id }) => message_id?.includes(id));
const listed = async (id: string) => ok(await n.admin.listMails({ params: n.at })).find((mail) => mail.id === id);
const retry = (mail_id: string) => n.admin.retryMail({ params: { ...n.at, mail_id } });

describe('a queued mail', () => {
  test('arrives with text, reply address, a stable id and a one-click unsubscription', async () => {
    const unsubscribe_url = 'https://notes.example.com/u?token=a b';
    const id = await queue({ reply_to: 'team@example.test', html: '<p>Здравствуйте</p>', unsubscribe_url });
    expect(await sendDue()).toBe(1);
    const [mail] = sentOf(id);
    expect(mail).toMatchObject({
      from: 'notes@example.test',
      to: ['ada@example.test'],
      message_id: `<${id}@example.test>`,
      subject: 'Заявка',
      text: expect.stringContaining('Здравствуйте'),
      html: expect.stringContaining('<p>Здравствуйте</p>'),
      headers: expect.arrayContaining([
        { name: 'reply-to', value: 'team@example.test' },
        { name: 'list-unsubscribe', value: '<https://notes.example.com/u?token=a%20b>' },
        { name: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' },
        { name: 'auto-submitted', value: 'auto-generated' },
      ]),
    });
    expect(await listed(id)).toMatchObject({
      status: 'sent',
      recipient: 'a***@example.test',
      attempts: 1,
      sent_at: noon,
      next_attempt_at: null,
      last_error: null,
    });
    expect(await sendDue()).toBe(0);
  });

  test('names the site as its sender, and the installation where it has no site', async () => {
    const rename = (name: string) =>
      n.admin.updateSite({ params: n.at, body: { name }, headers: { 'if-match': '*' } }).then(ok);
    await rename('The Hedgehog, Inc.');
    const [ofSite, ofNone] = [await queue(), await queue({ site_id: null })];
    await sendDue();
    await rename('Notes');
    const sender = (id: string) => sentOf(id)[0]?.headers.find(({ name }) => name === 'from')?.value;
    expect(sender(ofSite)).toBe('"The Hedgehog, Inc." <notes@example.test>');
    expect(sender(ofNone)).toBe('Notes <notes@example.test>');
  });

  test('goes with the change that asked for it', async () => {
    const change = parts.db.transaction(async (tx) => {
      await queueMail(parts, tx, {
        kind: 'test_note',
        site_id: null,
        subject_id: null,
        to: 'ada@example.test',
        subject: 'A',
        text: 'B',
      });
      throw new Error('the change failed');
    });
    await expect(change).rejects.toThrow('the change failed');
    expect(await n.t.database.query('SELECT id FROM cms.mails')).toEqual([]);
  });

  test('that is ended while it is sent is not queued again by a failure', async () => {
    const id = await queue();
    const mailer = {
      async send() {
        await n.t.database.query("UPDATE cms.mails SET status = 'failed', due_at = NULL WHERE id = $1", [id]);
        throw new MailError('refused for now', {});
      },
      close() {},
    };
    await sendDue({ ...parts, mailer });
    expect(await listed(id)).toMatchObject({ status: 'failed', next_attempt_at: null });
    n.clock.advance({ hours: 2 });
    expect(await sendDue()).toBe(0);
  });

  test('is tried again after 1, 5, 15 and 60 minutes, eight times in all', async () => {
    const id = await queue();
    server.setFaults({ refuse: 450 });
    const waits: (number | null)[] = [];
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      await sendDue();
      const mail = await listed(id);
      expect(mail?.attempts).toBe(attempt);
      const next = mail?.next_attempt_at ?? null;
      waits.push(next === null ? null : (Date.parse(next) - n.clock.now().getTime()) / 60_000);
      // A moment too soon it is not tried.
      n.clock.advance({ minutes: (waits.at(-1) ?? 61) - 1, seconds: 59 });
      expect(await sendDue()).toBe(0);
      expect((await listed(id))?.attempts).toBe(attempt);
      n.clock.advance({ seconds: 1 });
    }
    expect(waits).toEqual([1, 5, 15, 60, 60, 60, 60, null]);
    expect(await listed(id)).toMatchObject({
      status: 'failed',
      last_error: 'the mail server refused it with 450',
    });

    server.setFaults({});
    expect(ok(await retry(id))).toMatchObject({ status: 'queued', attempts: 0, last_error: null });
    await sendDue();
    expect(await listed(id)).toMatchObject({ status: 'sent', attempts: 1 });
    expect((await retry(id)).body).toMatchObject({ error: 'invalid_transition', status: 'sent' });
  });

  test('that the server refuses for good is given up at once, and the address is in no error and no log', async () => {
    const id = await queue({ to: 'nobody-here@example.test' });
    server.setFaults({ refuse: 550, times: 1 });
    const second = await queue();
    await sendDue();
    expect(await listed(id)).toMatchObject({
      status: 'failed',
      last_error: 'the mail server refused it with 550',
    });
    expect((await listed(second))?.status).toBe('sent');
    expect(parts.logged()).toContain(id);
    expect(parts.logged()).not.toMatch(/nobody-here|Заявка|Здравствуйте/);
  });

  test('whose connection breaks after the server took it is sent again under the same Message-ID', async () => {
    const id = await queue();
    server.setFaults({ hangUp: true, times: 1 });
    await sendDue();
    expect(await listed(id)).toMatchObject({ status: 'queued', attempts: 1 });
    n.clock.advance({ minutes: 1 });
    await sendDue();
    expect(await listed(id)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(sentOf(id).map(({ message_id }) => message_id)).toEqual(Array(2).fill(`<${id}@example.test>`));
  });

  test('whose result could not be recorded after the reply is sent again', async () => {
    const id = await queue();
    const dying = {
      ...parts,
      mailer: {
        async send(mail: Parameters<NonNullable<MailParts['mailer']>['send']>[0]) {
          await parts.mailer?.send(mail);
          throw new Error('killed');
        },
        close() {},
      },
    };
    expect(await sendDue(dying)).toBe(0);
    expect(await sendDue()).toBe(0);
    n.clock.advance({ minutes: 1 });
    expect(await sendDue()).toBe(1);
    expect(sentOf(id)).toHaveLength(2);
    expect(await listed(id)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  test('that is being sent is not sent again by a retry', async () => {
    const id = await queue();
    const { promise: isSending, resolve: begin } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slowMailer = {
      async send(mail: Parameters<NonNullable<MailParts['mailer']>['send']>[0]) {
        begin();
        await released;
        await parts.mailer?.send(mail);
      },
      close() {},
    };
    const sending = sendDue({ ...parts, mailer: slowMailer });
    await isSending;
    expect(ok(await retry(id))).toMatchObject({ status: 'queued' });
    expect(await sendDue()).toBe(0);
    release();
    expect(await sending).toBe(1);
    expect(await sendDue()).toBe(0);
    expect(sentOf(id)).toHaveLength(1);
    expect(await listed(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  test('is sent once by two replicas that send at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => queue()));
    const sent = await Promise.all([sendDue(), sendDue(), sendDue()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(20);
    for (const id of ids) expect(sentOf(id)).toHaveLength(1);
  });

  test('that another process claims at this moment holds up no other mail', async () => {
    const [first, second] = [await queue(), await queue()];
    await parts.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM cms.mails WHERE id = ${first} FOR UPDATE`);
      expect(await sendDue()).toBe(1);
    });
    expect([sentOf(first), sentOf(second)]).toMatchObject([[], [{}]]);
  });

  test.each([
    ['a recipient with a second one', { to: 'ada@example.test, eve@example.test' }],
    ['a recipient with a header', { to: 'ada@example.test\r\nBcc: eve@example.test' }],
    ['a reply address with a header', { reply_to: 'ada@example.test\nBcc: eve@example.test' }],
    ['a subject with a header', { subject: 'Hello\r\nBcc: eve@example.test' }],
    ['a text without end', { text: 'a'.repeat(300_000) }],
  ])('with %s never reaches the server', async (_, mail) => {
    const before = server.mails().length;
    const id = await queue(mail);
    await sendDue();
    expect((await listed(id))?.status).toBe('failed');
    expect(server.mails()).toHaveLength(before);
  });

  test('waits for no other site: sites have turns', async () => {
    const { id } = ok(await n.admin.createSite({ body: { name: 'Quiet' } }));
    await queue();
    const [flood] = await n.t.database.query<{ sealed: string }>('SELECT sealed FROM cms.mails');
    // Mails of one site that cannot be decrypted: each one still takes a turn.
    await n.t.database.query(
      `INSERT INTO cms.mails (id, site_id, kind, subject_id, sealed, status, next_attempt_at, created_at)
       SELECT gen_random_uuid(), $1, 'flood', gen_random_uuid(), $2, 'queued', $3, $3 FROM generate_series(1, 400)`,
      [n.site.id, flood?.sealed, noon],
    );
    n.clock.advance({ seconds: 1 });
    const late = [await queue({ site_id: id }), await queue({ site_id: null })];
    await sendDue();
    expect(late.map((mail) => sentOf(mail).length)).toEqual([1, 1]);
    const [left] = await n.t.database.query<{ count: string }>(
      "SELECT count(*) FROM cms.mails WHERE status = 'queued'",
    );
    expect(Number(left?.count)).toBe(403 - 200);
  });

  test('over the size that the server takes fails by itself, and the mails behind it are sent', async () => {
    const text = '€'.repeat(200_000);
    const large = await queue({ text, html: text });
    n.clock.advance({ seconds: 1 });
    const next = await queue();
    expect(await sendDue()).toBe(1);
    expect(await listed(large)).toMatchObject({
      status: 'failed',
      last_error: 'not sent: it does not fit the mail server (EMESSAGE)',
    });
    expect(await listed(next)).toMatchObject({ status: 'sent' });
  });

  test('shares its connection with other mails', async () => {
    const before = server.connections();
    for (let count = 0; count < 30; count += 1) await queue();
    expect(await sendDue()).toBe(30);
    expect(server.connections() - before).toBeLessThanOrEqual(4);
  });

  test('goes with all others of its age in one run', async () => {
    const old = await queue();
    await n.t.database.query(
      `INSERT INTO cms.mails (id, kind, sealed, status, created_at)
       SELECT gen_random_uuid(), 'test_note', sealed, 'sent', created_at FROM cms.mails, generate_series(1, 2500)
       WHERE id = $1`,
      [old],
    );
    n.clock.advance({ days: 90, seconds: 1 });
    expect(await sweepMails(parts)).toBe(2_501);
  });

  test('stays 90 days', async () => {
    const id = await queue();
    n.clock.advance({ days: 90 });
    await sweepMails(parts);
    expect(await listed(id)).toBeDefined();
    n.clock.advance({ seconds: 1 });
    await sweepMails(parts);
    expect(await listed(id)).toBeUndefined();
  });
});

describe('a mail to a person', () => {
  test('is sealed in the database', async () => {
    await queue({ subject_id: newId() });
    await queue();
    const rows = JSON.stringify(await n.t.database.query('SELECT * FROM cms.mails'));
    expect(rows).not.toMatch(/ada@|Заявка|Здравствуйте/);
  });

  test('is neither sent nor shown once the key of the person is destroyed', async () => {
    const subject_id = newId();
    const id = await queue({ subject_id });
    await parts.db.transaction((tx) => destroyKey(tx, subject_id));
    expect(await listed(id)).toMatchObject({ status: 'queued', recipient: null });
    expect((await retry(id)).body).toMatchObject({ error: 'invalid_transition' });
    await sendDue();
    expect(sentOf(id)).toEqual([]);
    expect(await listed(id)).toMatchObject({ status: 'failed', last_error: 'the recipient was erased' });
    // Another mail to the same subject has a new key.
    const later = await queue({ subject_id });
    await sendDue();
    expect(sentOf(later)).toHaveLength(1);
  });

  test('is never queued once the subject is closed', async () => {
    const subject_id = newId();
    await queue({ subject_id });
    await parts.db.transaction((tx) => closeSubject(parts, tx, subject_id));
    await expect(queue({ subject_id })).rejects.toThrow('was erased');
    const unknown = newId();
    await parts.db.transaction((tx) => closeSubject(parts, tx, unknown));
    await expect(queue({ subject_id: unknown })).rejects.toThrow('was erased');
  });
});

describe('a mail server', () => {
  test('that is not there keeps every mail, and one try of one mail is spent in a run', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const ids = [await queue(), await queue()];
    const away = openMailer('cms', { MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'notes@example.test' });
    await sendDue({ ...parts, mailer: away });
    const tries = await Promise.all(ids.map(listed));
    expect(tries.map((mail) => mail?.attempts).toSorted()).toEqual([0, 1]);
    expect(tries.find((mail) => mail?.attempts === 1)?.last_error).toBe('the mail server could not be used (ESOCKET)');
  });

  test('that takes a connection and says nothing is left after the timeout', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const id = await queue();
    const url = `smtp://127.0.0.1:${port}`;
    const timeouts = { connect: 100, greeting: 100, answer: 100, total: 500 };
    const mailer = openMailer('cms', { MAIL_URL: url, MAIL_FROM: 'notes@example.test' }, timeouts);
    await sendDue({ ...parts, mailer });
    expect((await listed(id))?.status).toBe('queued');
    await new Promise((resolve) => silent.close(resolve));
  });

  test('with a password gets it over TLS only, but for one on this machine', async () => {
    const sendWithPassword = (host: string) =>
      openMailer('cms', {
        MAIL_URL: server.url.replace('127.0.0.1', `user:secret@${host}`),
        MAIL_FROM: 'notes@example.test',
      })?.send({ id: newId(), to: 'ada@example.test', subject: 'A', text: 'B', created_at: new Date() });
    // The same server, which has no TLS, by an address that is not known as one of this machine.
    await expect(sendWithPassword('0.0.0.0')).rejects.toThrow('(ETLS)');
    await expect(sendWithPassword('127.0.0.1')).resolves.toBeUndefined();
  });

  test('needs a sender', () => {
    expect(() => openMailer('cms', { MAIL_URL: 'smtp://mail.example.test' })).toThrow(ConfigError);
    expect(openMailer('cms', { MAIL_FROM: 'notes@example.test' })).toBeNull();
  });
});

describe('the log of mails', () => {
  test('is of one site, filters by status and pages', async () => {
    const other = ok(await n.admin.createSite({ body: { name: 'Second' } }));
    const ids = [await queue(), await queue(), await queue()];
    server.setFaults({ refuse: 550, times: 1 });
    await sendDue();
    const first = await n.admin.listMails({ params: n.at, query: { limit: 2 } });
    expect(ok(first).map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const cursor = first.next_cursor ?? '';
    expect(ok(await n.admin.listMails({ params: n.at, query: { cursor } })).map(({ id }) => id)).toEqual([ids[0]]);
    const failed = ok(await n.admin.listMails({ params: n.at, query: { status: 'failed' } }));
    expect(failed.map(({ id }) => id)).toEqual([ids[0]]);
    expect(ok(await n.admin.listMails({ params: { site_id: other.id } }))).toEqual([]);
    const foreign = await n.admin.retryMail({ params: { site_id: other.id, mail_id: ids[0] ?? '' } });
    expect(foreign.body).toMatchObject({ error: 'mail_not_found' });
  });

  test('without a mail server refuses to try again', async () => {
    const silent = await openNewsroom();
    const reply = await silent.admin.retryMail({ params: { ...silent.at, mail_id: newId() } });
    expect([reply.status, reply.body]).toMatchObject([409, { error: 'mail_not_configured' }]);
    await silent.stop();
  });
});
