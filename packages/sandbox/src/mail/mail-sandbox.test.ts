import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type MountedServer, startMountedServer } from '../http/mounted-server.ts';
import { createMailSandbox, type MailSandbox } from './mail-sandbox.ts';
import { type SmtpTalk, talkSmtp } from './smtp-talk.ts';

let sandbox: MailSandbox;
let web: MountedServer;
beforeEach(async () => {
  sandbox = await createMailSandbox();
  web = await startMountedServer();
  web.mount('/sandbox/mail', sandbox.handler);
});
afterEach(async () => {
  await web.close();
  await sandbox.stop();
});

const get = (path: string) => fetch(`${web.origin}/sandbox/mail${path}`);
const letter = (subject: string, body: string, type = 'text/plain') =>
  [`Subject: ${subject}`, 'Message-ID: <1@example.test>', `Content-Type: ${type}; charset=utf-8`, '', body].join(
    '\r\n',
  );
const send = (data: string): Promise<SmtpTalk> =>
  talkSmtp(sandbox.url, { from: 'a@example.test', to: ['b@example.test', 'c@example.test'], data });

test('a mail is listed and shown as text, and its HTML in a sandbox without script', async () => {
  await send(letter('Hello <b>', '<p>Text</p><script>alert(1)</script>', 'text/html'));
  const [mail] = sandbox.mails();
  expect(mail).toMatchObject({
    id: 1,
    from: 'a@example.test',
    to: ['b@example.test', 'c@example.test'],
    subject: 'Hello <b>',
    message_id: '<1@example.test>',
  });
  expect(await (await get('/mails')).json()).toEqual([mail]);
  const list = await get('/');
  expect(await list.text()).toContain('<a class="button" href="mails/1"><span>Hello &lt;b&gt;</span>');
  const page = await (await get('/mails/1')).text();
  expect(page).toContain('Hello &lt;b&gt;');
  expect(page).not.toContain('<script');
  const html = await get('/mails/1/html');
  expect(html.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  );
  expect(html.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await get('/mails/2')).status).toBe(404);
});

test('the newest five hundred are kept', async () => {
  // The server greets after a tenth of a second, so they come in groups.
  const group = Array.from({ length: 30 }, () => letter('Hello', 'Text'));
  for (let groups = 0; groups < 17; groups += 1) await Promise.all(group.map(send));
  const kept = sandbox.mails();
  expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([500, 11, 510]);
});

test('a mail of more than 1 MiB is refused', async () => {
  expect((await send(letter('Long', 'a\r\n'.repeat(400_000)))).reply).toBe(552);
  expect(sandbox.mails()).toEqual([]);
});

test('it refuses recipients, and hangs up after a mail, as often as it is told', async () => {
  const tell = (faults: object) =>
    fetch(`${web.origin}/sandbox/mail/__ctl/faults`, { method: 'PUT', body: JSON.stringify(faults) });
  expect((await tell({ refuse: 200 })).status).toBe(400);
  await tell({ refuse: 450, times: 1 });
  expect((await send(letter('Hello', 'Text'))).reply).toBe(450);
  expect((await send(letter('Hello', 'Text'))).reply).toBe(250);
  await tell({ hangUp: true });
  expect((await send(letter('Hello', 'Text'))).reply).toBeNull();
  expect(sandbox.mails()).toHaveLength(2);
});
