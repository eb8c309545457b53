import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auditEventOf, cms } from '@platform/contracts';
import { createEmit, newId } from '@platform/runtime';
import { createMailSandbox, type MailSandbox } from '@platform/sandbox';
import { untilBlocked } from '@platform/testing';
import pg from 'pg';
import { queueNotices } from '../src/leads/notify.ts';
import { createMailWork, sendMails } from '../src/mails/send-mails.ts';
import { recordWithdrawals } from '../src/newsletter/record-withdrawals.ts';
import { sweepSubscribers } from '../src/newsletter/sweep-subscribers.ts';
import { type LeadDesk, openLeadDesk } from './lead-desk.ts';
import { type MailParts, mailEnv, openMailParts } from './mailbox.ts';
import { ok } from './newsroom.ts';

/** Newsletters: double opt-in, one-click unsubscription, and the records in the consent ledger. */

let server: MailSandbox;
let desk: LeadDesk;
let parts: MailParts;
beforeAll(async () => {
  server = await createMailSandbox();
  desk = await openLeadDesk({}, mailEnv(server.url));
  parts = await openMailParts(desk.t.database, desk.clock, server.url);
});
afterAll(async () => {
  await parts.close();
  await desk.stop();
  await server.stop();
});

const reader = () => desk.t.as({});
const someone = () => `${newId()}@people.test`;
const subscribe = (email: string) => desk.submit({ form: 'newsletter', email, name: newId() });
/** Mails to an address, when everything due is sent. */
const mailsTo = async (email: string) => {
  await sendMails(createMailWork(parts));
  return server.mails().filter(({ to }) => to.includes(email));
};
const linksOf = async (email: string) => {
  const text = (await mailsTo(email)).at(-1)?.text ?? '';
  const token = (kind: string) => new RegExp(`/v1/newsletter/${kind}/([\\w-]+)`).exec(text)?.[1] ?? '';
  return { confirm: { token: token('confirm') }, unsubscribe: { token: token('unsubscribe') } };
};
const subscriberOf = async (email: string) =>
  ok(await desk.admin.listSubscribers({ params: desk.at })).find((one) => one.email === email);
const statusOf = async (email: string) => (await subscriberOf(email))?.status;
const sweep = () => sweepSubscribers({ ...parts, emit: createEmit('cms', () => {}) });
const askedFor = (reference: RegExp) => desk.asked.filter((one) => reference.test(String(one.reference)));

describe('a subscription', () => {
  test('is confirmed by the button of its page, never by the link alone', async () => {
    const email = someone();
    const reply = await subscribe(email);
    expect(reply).toMatchObject({ status: 201, data: { status: 'pending_confirmation' } });
    expect(desk.asked.at(-1)).toMatchObject({ purpose: 'newsletter', reference: `lead:${reply.data.lead_id}` });
    const { confirm } = await linksOf(email);
    const page = await reader().showConfirmation({ params: confirm });
    expect(page.body).toContain('<a href="https://notes.example.com">Notes</a>');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.body).toContain('<form method="post"><button>');
    expect(String(page.body)).not.toMatch(/<script|people\.test/);
    expect(await statusOf(email)).toBe('pending');

    const replies = await Promise.all(
      Array.from({ length: 4 }, () => reader().confirmSubscription({ params: confirm })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const subscriber = await subscriberOf(email);
    expect(subscriber).toMatchObject({ status: 'confirmed' });
    expect(askedFor(new RegExp(`${subscriber?.id}:1:confirmed`))[0]).toMatchObject({
      former_reference: `lead:${reply.data.lead_id}`,
      doc_kind: 'marketing_consent',
      accepted: true,
      metadata: { flow: 'double_opt_in' },
    });
    const told = (await desk.t.published(cms.events.subscriberConfirmed)).filter(
      ({ subscriber_id }) => subscriber_id === subscriber?.id,
    );
    expect(told).toEqual([{ subscriber_id: subscriber?.id, site_id: desk.site.id }]);
  });

  test('is ended by one click, as the header of the mail says, and the ledger has the withdrawal', async () => {
    const email = someone();
    await subscribe(email);
    const { confirm, unsubscribe } = await linksOf(email);
    await reader().confirmSubscription({ params: confirm });
    const [mail] = await mailsTo(email);
    expect(mail?.headers).toContainEqual({ name: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' });
    expect(mail?.headers.find(({ name }) => name === 'list-unsubscribe')?.value).toContain(unsubscribe.token);
    expect((await reader().showUnsubscription({ params: unsubscribe })).status).toBe(200);
    expect(await statusOf(email)).toBe('confirmed');
    for (let click = 0; click < 2; click += 1)
      expect((await reader().unsubscribe({ params: unsubscribe })).status).toBe(200);
    const subscriber = await subscriberOf(email);
    expect(subscriber?.status).toBe('unsubscribed');
    const withdrawals = askedFor(new RegExp(`${subscriber?.id}:1:withdrawn`));
    const standing_until = desk.clock.now().toISOString();
    expect(withdrawals).toMatchObject([{ accepted: false, doc_kind: 'marketing_consent', standing_until }]);
    const told = await desk.t.published(cms.events.subscriberUnsubscribed);
    expect(told.filter(({ subscriber_id }) => subscriber_id === subscriber?.id)).toHaveLength(1);
    // The first link does not bring it back.
    expect((await reader().confirmSubscription({ params: confirm })).status).toBe(404);
  });

  test('ends at once while the ledger is away, which hears of it later', async () => {
    const email = someone();
    await subscribe(email);
    const { confirm, unsubscribe } = await linksOf(email);
    await reader().confirmSubscription({ params: confirm });
    desk.mood('down');
    expect((await reader().unsubscribe({ params: unsubscribe })).status).toBe(200);
    const subscriber = await subscriberOf(email);
    expect(subscriber?.status).toBe('unsubscribed');
    desk.mood('up');
    await recordWithdrawals({ ...parts, call: desk.t.call });
    expect(desk.ledger.has(`subscriber:${subscriber?.id}:1:withdrawn`)).toBe(true);
  });

  test('is no condition of a withdrawal: who agreed to mails on a contact form has a link, which works each time', async () => {
    const email = someone();
    const consents = [...desk.consents, desk.marketing];
    const agree = async () => ok(await desk.submit({ email, message: newId(), consents })).lead_id;
    const leadOf = async (lead_id: string) => ok(await desk.admin.getLead({ params: { ...desk.at, lead_id } }));
    const tokenOf = (url: string | null) => /\/v1\/newsletter\/unsubscribe\/([\w-]{65})$/.exec(url ?? '')?.[1] ?? '';
    const lead = await leadOf(await agree());
    const plain = await leadOf(ok(await desk.submit({ email: someone() })).lead_id);
    expect(plain.unsubscribe_url).toBeNull();
    const listed = ok(await desk.admin.searchLeads({ params: desk.at, body: { email } }));
    expect(listed.map(({ unsubscribe_url }) => unsubscribe_url)).toEqual([lead.unsubscribe_url]);
    const link = { params: { token: tokenOf(lead.unsubscribe_url) } };
    const page = await reader().showUnsubscription(link);
    expect([page.status, String(page.body).includes('<form method="post">')]).toEqual([200, true]);
    expect(await statusOf(email)).toBeUndefined();
    desk.mood('down');
    expect((await reader().unsubscribe(link)).status).toBe(200);
    desk.mood('up');
    await recordWithdrawals({ ...parts, call: desk.t.call });
    const subscriber = await subscriberOf(email);
    expect(subscriber?.status).toBe('unsubscribed');
    const withdrawals = () => askedFor(new RegExp(`subscriber:${subscriber?.id}:\\d:withdrawn`));
    expect(withdrawals().at(-1)).toMatchObject({
      email,
      subject_id: lead.subject_id,
      doc_kind: 'marketing_consent',
      accepted: false,
      reference: `subscriber:${subscriber?.id}:1:withdrawn`,
      standing_until: desk.clock.now().toISOString(),
    });
    expect(String((await reader().showUnsubscription(link)).body)).not.toContain('<form');
    const before = withdrawals().length;
    await reader().unsubscribe(link);
    expect(withdrawals()).toHaveLength(before);

    desk.clock.advance({ minutes: 1 });
    await agree();
    expect(String((await reader().showUnsubscription(link)).body)).toContain('<form');
    await reader().unsubscribe(link);
    expect(withdrawals().at(-1)).toMatchObject({ reference: `subscriber:${subscriber?.id}:2:withdrawn` });

    const forged = `${link.params.token.slice(0, -1)}${link.params.token.endsWith('A') ? 'B' : 'A'}`;
    expect((await reader().unsubscribe({ params: { token: forged } })).status).toBe(404);
    const { id: lead_id, version } = await leadOf(lead.id);
    ok(await desk.admin.deleteLead({ params: { ...desk.at, lead_id }, headers: { 'if-match': `"${version}"` } }));
    expect((await reader().unsubscribe(link)).status).toBe(404);
  });

  test('by the link of a form alone also withdraws a form that is recorded later', async () => {
    const email = someone();
    const consents = [...desk.consents, desk.marketing];
    const first = ok(await desk.submit({ email, message: newId(), consents })).lead_id;
    const { unsubscribe_url } = ok(await desk.admin.getLead({ params: { ...desk.at, lead_id: first } }));
    const token = /\/([\w-]{65})$/.exec(unsubscribe_url ?? '')?.[1] ?? '';
    desk.duringForm(async () => {
      expect((await reader().unsubscribe({ params: { token } })).status).toBe(200);
    });
    const late = ok(await desk.submit({ email, message: newId(), consents })).lead_id;
    const subscriber = await subscriberOf(email);
    const [sent] = askedFor(new RegExp(`subscriber:${subscriber?.id}:1:withdrawn`));
    expect(sent?.earlier_references).toEqual(expect.arrayContaining([`lead:${first}`, `lead:${late}`]));
    expect(askedFor(new RegExp(`lead:${late}:withdrawn`))).toHaveLength(1);
  });

  test('is not confirmed while the ledger is away', async () => {
    const email = someone();
    await subscribe(email);
    const { confirm } = await linksOf(email);
    desk.mood('down');
    expect((await reader().confirmSubscription({ params: confirm })).status).toBe(503);
    desk.mood('up');
    expect(await statusOf(email)).toBe('pending');
    expect((await reader().confirmSubscription({ params: confirm })).status).toBe(200);
  });

  test('gets another mail after ten minutes at the earliest, and none once it is confirmed', async () => {
    const email = someone();
    await subscribe(email);
    await subscribe(email);
    expect(await mailsTo(email)).toHaveLength(1);
    desk.clock.advance({ minutes: 11 });
    await subscribe(email);
    expect(await mailsTo(email)).toHaveLength(2);
    await reader().confirmSubscription({ params: (await linksOf(email)).confirm });
    desk.clock.advance({ minutes: 11 });
    expect((await subscribe(email)).data.status).toBe('pending_confirmation');
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await statusOf(email)).toBe('confirmed');
  });

  test('without a confirmation gets five mails at most, each later than the one before', async () => {
    const email = someone();
    const sent: number[] = [];
    for (const minutes of [0, 9, 1, 59, 1, 359, 1, 1_439, 1, 2_880, 2_880]) {
      desk.clock.advance({ minutes });
      expect((await subscribe(email)).data.status).toBe('pending_confirmation');
      sent.push((await mailsTo(email)).length);
    }
    expect(sent).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]);
    // Neither does an unsubscription begin again.
    await reader().unsubscribe({ params: (await linksOf(email)).unsubscribe });
    await subscribe(email);
    desk.clock.advance({ days: 2 });
    expect(await mailsTo(email)).toHaveLength(5);
  });

  test('that is asked for again behind an unsubscription gets its mail when the wait is over', async () => {
    const email = someone();
    await subscribe(email);
    const first = await linksOf(email);
    await reader().unsubscribe({ params: first.unsubscribe });
    await subscribe(email);
    await subscribe(email);
    expect(await mailsTo(email)).toHaveLength(1);
    desk.clock.advance({ minutes: 10 });
    expect(await mailsTo(email)).toHaveLength(2);
    const second = await linksOf(email);
    expect(second.confirm.token).not.toBe(first.confirm.token);
    expect((await reader().confirmSubscription({ params: second.confirm })).status).toBe(200);
  });

  test('begins again with the very form of before, and its mail comes when the wait is over', async () => {
    const email = someone();
    const form = { form: 'newsletter' as const, email, name: 'Ada' };
    const first = (await desk.submit(form)).data;
    const links = await linksOf(email);
    expect((await desk.submit(form)).data.lead_id).toBe(first.lead_id);
    await reader().unsubscribe({ params: links.unsubscribe });
    const again = await desk.submit(form);
    expect(again.data).toMatchObject({ status: 'pending_confirmation' });
    expect(again.data.lead_id).not.toBe(first.lead_id);
    expect(await statusOf(email)).toBe('pending');
    expect((await desk.submit(form)).data.lead_id).toBe(again.data.lead_id);
    desk.clock.advance({ minutes: 10 });
    expect(await mailsTo(email)).toHaveLength(2);
    const second = await linksOf(email);
    expect((await reader().confirmSubscription({ params: second.confirm })).status).toBe(200);
  });

  test('that ends while its mail waits gets none', async () => {
    const email = someone();
    await subscribe(email);
    const first = await linksOf(email);
    await reader().unsubscribe({ params: first.unsubscribe });
    await subscribe(email);
    await reader().unsubscribe({ params: first.unsubscribe });
    desk.clock.advance({ minutes: 10 });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('that begins again has its withdrawal in the ledger before the new consents', async () => {
    const email = someone();
    await subscribe(email);
    const { confirm, unsubscribe } = await linksOf(email);
    await reader().confirmSubscription({ params: confirm });
    desk.mood('down');
    await reader().unsubscribe({ params: unsubscribe });
    expect((await subscribe(email)).status).toBe(503);
    desk.mood('up');
    const subscriber = await subscriberOf(email);
    const { data } = await subscribe(email);
    const recorded = [...desk.ledger.keys()];
    const withdrawal = recorded.indexOf(`subscriber:${subscriber?.id}:1:withdrawn`);
    expect(withdrawal).toBeGreaterThan(-1);
    expect(recorded.indexOf(`lead:${data.lead_id}`)).toBeGreaterThan(withdrawal);
    expect(await statusOf(email)).toBe('pending');
  });

  test('that is ended while the form of the next one is in the ledger keeps its withdrawal', async () => {
    const email = someone();
    await subscribe(email);
    const { unsubscribe } = await linksOf(email);
    const subscriber = await subscriberOf(email);
    desk.duringForm(async () => {
      desk.mood('down');
      await reader().unsubscribe({ params: unsubscribe });
      desk.mood('up');
    });
    expect((await subscribe(email)).status).toBe(201);
    expect(desk.ledger.has(`subscriber:${subscriber?.id}:1:withdrawn`)).toBe(true);
    expect(await statusOf(email)).toBe('pending');
  });

  test('that ends names the forms before and after it, so that no clocks of two services are compared', async () => {
    const email = someone();
    const before = (await desk.submit({ email })).data.lead_id;
    const first = (await subscribe(email)).data.lead_id;
    const { confirm, unsubscribe } = await linksOf(email);
    await reader().confirmSubscription({ params: confirm });
    const subscriber = await subscriberOf(email);
    desk.mood('down');
    await reader().unsubscribe({ params: unsubscribe });
    const known = new Set((await desk.rows()).map(({ id }) => id));
    expect((await desk.submit({ email, message: 'After it' })).status).toBe(503);
    const after = (await desk.rows()).find(({ id }) => !known.has(id))?.id;
    desk.mood('up');
    await recordWithdrawals({ ...parts, call: desk.t.call });
    const [, sent] = askedFor(new RegExp(`${subscriber?.id}:1:withdrawn`));
    expect(new Set(sent?.earlier_references as string[])).toEqual(
      new Set([`lead:${before}`, `lead:${first}`, `subscriber:${subscriber?.id}:1:confirmed`]),
    );
    expect(sent?.later_references).toEqual([`lead:${after}`]);
  });

  test('that ends withdraws the marketing consent of a form that reaches the ledger after it, and of no later one', async () => {
    const email = someone();
    await subscribe(email);
    const { confirm, unsubscribe } = await linksOf(email);
    await reader().confirmSubscription({ params: confirm });
    const consents = [...desk.consents, { ...desk.consents[0], document_id: newId(), checkbox_text: 'Newsletter' }];
    const late = desk.form({ email, message: 'Before it', consents } as never);
    desk.mood('down');
    expect((await desk.submit(late as never)).status).toBe(503);
    desk.mood('up');
    await reader().unsubscribe({ params: unsubscribe });
    const { lead_id } = ok(await desk.submit(late as never));
    expect(askedFor(new RegExp(`^lead:${lead_id}:withdrawn`))).toMatchObject([
      { accepted: false, doc_kind: 'marketing_consent', earlier_references: [`lead:${lead_id}`], later_references: [] },
    ]);
    const next = ok(await desk.submit({ email, message: 'After it', consents } as never));
    expect(askedFor(new RegExp(`^lead:${next.lead_id}:withdrawn`))).toEqual([]);
  });

  test('that was ended is gone after 30 days, and its evidence stays', async () => {
    const email = someone();
    await subscribe(email);
    const { confirm, unsubscribe } = await linksOf(email);
    await reader().confirmSubscription({ params: confirm });
    await reader().unsubscribe({ params: unsubscribe });
    desk.clock.advance({ days: 30 });
    await sweep();
    expect(await statusOf(email)).toBe('unsubscribed');
    desk.clock.advance({ seconds: 1 });
    await sweep();
    expect(await statusOf(email)).toBeUndefined();
    expect(await desk.t.published(cms.events.leadSubjectErased)).toEqual([]);
    // The record of the destruction names what was destroyed; the evidence in the ledger stays.
    expect((await desk.t.published(cms.events.leadSubjectExpired)).at(-1)).toEqual({
      subject_id: desk.asked.findLast(({ email: asked }) => asked === email)?.subject_id,
      site_id: desk.site.id,
      categories: ['newsletter_subscription'],
    });
  });

  test('after an unsubscription needs a new opt-in', async () => {
    const email = someone();
    await subscribe(email);
    const first = await linksOf(email);
    await reader().confirmSubscription({ params: first.confirm });
    await reader().unsubscribe({ params: first.unsubscribe });
    desk.clock.advance({ minutes: 11 });
    await subscribe(email);
    expect(await statusOf(email)).toBe('pending');
    expect((await reader().confirmSubscription({ params: first.confirm })).status).toBe(404);
    const second = await linksOf(email);
    expect(second.confirm.token).not.toBe(first.confirm.token);
    expect((await reader().confirmSubscription({ params: second.confirm })).status).toBe(200);
    expect(await statusOf(email)).toBe('confirmed');
  });

  test('without a confirmation is gone after seven days', async () => {
    const email = someone();
    await subscribe(email);
    const { confirm } = await linksOf(email);
    desk.clock.advance({ days: 7, minutes: 1 });
    expect((await reader().showConfirmation({ params: confirm })).status).toBe(404);
    await sweep();
    expect(await statusOf(email)).toBeUndefined();
    // The lead is still there, and with it the person.
    expect(await desk.t.published(cms.events.leadSubjectErased)).toEqual([]);
  });
});

describe('a link with an unknown token', () => {
  test('is answered by one page, whatever the token is', async () => {
    const bodies = new Set<unknown>();
    for (const token of ['x', 'A'.repeat(43), newId(), 'я'.repeat(43)])
      for (const call of ['showConfirmation', 'confirmSubscription', 'showUnsubscription', 'unsubscribe'] as const) {
        const page = await reader()[call]({ params: { token } });
        expect(page.status).toBe(404);
        bodies.add(page.body);
      }
    expect(bodies.size).toBe(1);
  });
});

describe('the list of subscribers', () => {
  test('exports those who confirmed, each with a link that ends the subscription', async () => {
    const [email, pending] = [someone(), someone()];
    await subscribe(pending);
    await subscribe(email);
    await reader().confirmSubscription({ params: (await linksOf(email)).confirm });
    const { body } = await desk.admin.listSubscribers({ params: desk.at, query: { format: 'csv' } });
    const line = String(body)
      .split('\r\n')
      .find((one) => one.startsWith(email));
    expect(String(body)).not.toContain(pending);
    const token = /\/v1\/newsletter\/unsubscribe\/([\w-]+)/.exec(line ?? '')?.[1] ?? '';
    expect((await reader().unsubscribe({ params: { token } })).status).toBe(200);
    expect(await statusOf(email)).toBe('unsubscribed');
    const audit = await desk.t.published(auditEventOf('cms'));
    expect(audit.some(({ action }) => action === 'listSubscribers')).toBe(true);
    expect(JSON.stringify(audit)).not.toContain('people.test');
  });
});

test('an erasure ends the subscription and its mails', async () => {
  const email = someone();
  await subscribe(email);
  const { confirm } = await linksOf(email);
  desk.clock.advance({ minutes: 11 });
  await subscribe(email);
  expect((await desk.admin.eraseLeads({ params: desk.at, body: { email } })).data).toEqual({ subjects: 1, leads: 2 });
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await reader().confirmSubscription({ params: confirm })).status).toBe(404);
});

test('an erasure records a withdrawal that the ledger lacks before, and is refused while the ledger is away', async () => {
  const email = someone();
  await subscribe(email);
  const { confirm, unsubscribe } = await linksOf(email);
  await reader().confirmSubscription({ params: confirm });
  const subscriber = await subscriberOf(email);
  const erase = () => desk.admin.eraseLeads({ params: desk.at, body: { email } });
  desk.mood('down');
  await reader().unsubscribe({ params: unsubscribe });
  expect(await erase()).toMatchObject({ status: 503, error: 'service_unavailable' });
  expect(await statusOf(email)).toBe('unsubscribed');
  desk.mood('up');
  expect((await erase()).data).toEqual({ subjects: 1, leads: 1 });
  expect(desk.ledger.get(`subscriber:${subscriber?.id}:1:withdrawn`)?.[0]).toMatchObject({ accepted: false });
});

test('an erasure that meets an unsubscription leaves its withdrawal to be recorded', async () => {
  const email = someone();
  await subscribe(email);
  const { confirm, unsubscribe } = await linksOf(email);
  await reader().confirmSubscription({ params: confirm });
  const subscriber = await subscriberOf(email);
  const holder = new pg.Client({ connectionString: desk.t.database.urlFor('cms') });
  await holder.connect();
  await holder.query(
    `SELECT pg_advisory_lock(hashtextextended('lead_subject:' || subject_id::text, 0)) FROM cms.subscribers WHERE id = $1`,
    [subscriber?.id],
  );
  desk.mood('down');
  const unsubscribed = reader().unsubscribe({ params: unsubscribe });
  await untilBlocked(desk.t.database);
  // It finds no withdrawal that is due, and gets the lock behind the unsubscription.
  const erased = desk.admin.eraseLeads({ params: desk.at, body: { email } });
  await untilBlocked(desk.t.database, { sessions: 2 }).finally(() => holder.end());
  expect((await unsubscribed).status).toBe(200);
  expect(await erased).toMatchObject({ status: 503, error: 'service_unavailable' });
  desk.mood('up');
  await recordWithdrawals({ ...parts, call: desk.t.call });
  expect(desk.ledger.has(`subscriber:${subscriber?.id}:1:withdrawn`)).toBe(true);
});

test('an erasure of a confirmed subscriber says that the subscription ended', async () => {
  const email = someone();
  await subscribe(email);
  await reader().confirmSubscription({ params: (await linksOf(email)).confirm });
  const subscriber = await subscriberOf(email);
  await desk.admin.eraseLeads({ params: desk.at, body: { email } });
  const told = await desk.t.published(cms.events.subscriberUnsubscribed);
  expect(told.filter(({ subscriber_id }) => subscriber_id === subscriber?.id)).toHaveLength(1);
});

test('without a mail server a newsletter is refused, and a contact form is taken', async () => {
  const other = await openLeadDesk();
  expect(await other.submit({ form: 'newsletter' })).toMatchObject({ status: 409, error: 'mail_not_configured' });
  expect(await other.rows()).toEqual([]);
  expect((await other.submit()).status).toBe(201);
  await other.stop();
});

describe('a notice about leads', () => {
  const team = 'team@example.test';
  const notices = async () => {
    await queueNotices(parts);
    return mailsTo(team);
  };
  beforeAll(async () => {
    ok(await desk.admin.putLeadSettings({ params: desk.at, body: { notify_emails: [team] } }));
  });

  test('has nothing of the person in it', async () => {
    const { lead_id } = (await desk.submit({ email: 'private@people.test', name: 'Secret Name', message: 'Hidden' }))
      .data;
    const notice = (await notices()).find(({ text }) => text.includes(lead_id));
    expect(notice?.subject).toBe('Новая заявка: Notes');
    expect(JSON.stringify(notice)).not.toMatch(/private@|Secret Name|Hidden/);
  });

  test('tells of all leads of ten minutes at once, whatever their number', async () => {
    desk.clock.advance({ minutes: 10 });
    await desk.submit();
    const before = (await notices()).length;
    const ids = await Promise.all(Array.from({ length: 25 }, async () => (await desk.submit()).data.lead_id));
    desk.clock.advance({ minutes: 9 });
    expect(await notices()).toHaveLength(before);
    desk.clock.advance({ minutes: 1 });
    const all = await notices();
    expect(all).toHaveLength(before + 1);
    expect(all.at(-1)).toMatchObject({
      subject: 'Новые заявки (25): Notes',
      text: expect.stringContaining('Новых заявок: 25'),
    });
    expect(ids.some((id) => all.at(-1)?.text.includes(id))).toBe(true);
    desk.clock.advance({ minutes: 30 });
    expect(await notices()).toHaveLength(before + 1);
  });
});

test('no table holds an e-mail or a token of a subscriber readable', async () => {
  const { confirm, unsubscribe } = await (async () => {
    const email = someone();
    await subscribe(email);
    return linksOf(email);
  })();
  const [dump] = await desk.t.database.query<{ text: string }>(
    `SELECT string_agg(query_to_xml(format('SELECT * FROM %I.%I', table_schema, table_name), true, false, '')::text, '') AS text
     FROM information_schema.tables WHERE table_schema = 'cms' AND table_type = 'BASE TABLE'`,
  );
  expect(dump?.text).toContain(desk.site.id);
  for (const part of ['people.test', confirm.token, unsubscribe.token]) expect(dump?.text.includes(part)).toBe(false);
});
