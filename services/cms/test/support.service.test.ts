import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cms, identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { noon, ok } from './newsroom.ts';
import { openSupportDesk, type Person, type SupportDesk, supportEmails } from './support-desk.ts';

let desk: SupportDesk;
beforeAll(async () => {
  desk = await openSupportDesk();
});
afterAll(() => desk.stop());
beforeEach(() => desk.clock.set(noon));

const at = ({ id }: { id: string }) => ({ params: { ticket_id: id } });
const say = (by: Person, ticket: { id: string }, message = 'Still there') =>
  by.client.addTicketMessage({ ...at(ticket), body: { message } });
const answer = (ticket: { id: string }, message = 'Try version 2', is_internal = false) =>
  desk.staff.answerTicket({ ...at(ticket), body: { message, is_internal } });
const statusOf = async (ticket: { id: string }) => ok(await desk.staff.getTicket(at(ticket))).status;
const eventsOf = async (event: keyof typeof cms.events, { id }: { id: string }) =>
  ((await desk.t.published(cms.events[event])) as { ticket_id?: string }[]).filter(({ ticket_id }) => ticket_id === id);

describe('a merge of users', () => {
  test('brings the tickets to the user that remains, in any order of the merges, and those that come later', async () => {
    const last = desk.person();
    const [middle, first] = [desk.person(last.application), desk.person(last.application)];
    const merged = (into: Person, from: Person) =>
      desk.t.deliver(
        identity.events.userMerged,
        { user_id: into.user.id, merged_user_id: from.user.id },
        { application_id: last.application.id },
      );
    const tickets = [await desk.ticket(first), await desk.ticket(middle)];
    await merged(last, middle);
    await merged(middle, first);
    // A request that was resolved before the merges.
    tickets.push(await desk.ticket(first), await desk.ticket(middle));
    expect(ok(await last.client.listMyTickets({})).map(({ id }) => id)).toEqual(tickets.map(({ id }) => id).reverse());
    for (const ticket of tickets) {
      const { subject, messages } = ok(await last.client.getMyTicket(at(ticket)));
      expect([typeof subject, messages.length]).toEqual(['string', 1]);
    }
    expect(ok(await first.client.listMyTickets({}))).toEqual([]);
  });
});

describe('a ticket', () => {
  test('has what its user wrote, and is listed newest first', async () => {
    const anna = desk.person();
    const first = await desk.ticket(anna);
    const facts = { category: 'crash', app_version: '1.2.0 (45)', platform: 'ios' };
    const made = ok(
      await anna.client.createTicket({ body: { subject: '  Заметки  ', message: 'Текст\nв две строки', ...facts } }),
    );
    expect(made).toEqual({
      id: made.id,
      subject: 'Заметки',
      status: 'open',
      ...facts,
      message_count: 1,
      created_at: noon,
      last_message_at: noon,
      closed_at: null,
      messages: [
        {
          id: expect.any(String),
          author: 'user',
          message: 'Текст\nв две строки',
          attachments: [],
          created_at: noon,
        },
      ],
    });
    expect(ok(await anna.client.getMyTicket(at(made)))).toEqual(made);
    const page = await anna.client.listMyTickets({ query: { limit: 1 } });
    expect(ok(page).map(({ id }) => id)).toEqual([made.id]);
    const next = await anna.client.listMyTickets({ query: { cursor: page.next_cursor ?? '' } });
    expect(ok(next).map(({ id }) => id)).toEqual([first.id]);
    expect(await eventsOf('supportTicketCreated', made)).toEqual([
      { ticket_id: made.id, user_id: anna.user.id, ...facts },
    ]);
    expect(await eventsOf('supportTicketReplied', made)).toEqual([]);
  });

  test('waits for its user after an answer, and for staff after a message', async () => {
    const anna = desk.person();
    const ticket = await desk.ticket(anna);
    const answered = ok(await answer(ticket));
    expect(answered).toMatchObject({ author: 'staff', is_internal: false, admin_id: desk.staffId });
    expect(await statusOf(ticket)).toBe('pending');
    desk.clock.advance({ minutes: 5 });
    const said = ok(await say(anna, ticket));
    expect(Object.keys(said).toSorted()).toEqual(['attachments', 'author', 'created_at', 'id', 'message']);
    const read = ok(await anna.client.getMyTicket(at(ticket)));
    expect(read).toMatchObject({ status: 'open', message_count: 3, last_message_at: '2026-03-11T12:05:00.000Z' });
    expect(read.messages.map(({ author, message }) => [author, message])).toEqual([
      ['user', 'Why?'],
      ['staff', 'Try version 2'],
      ['user', 'Still there'],
    ]);
    expect(await eventsOf('supportTicketReplied', ticket)).toMatchObject([
      { message_id: answered.id, author: 'staff', status: 'pending', user_id: anna.user.id },
      { message_id: said.id, author: 'user', status: 'open' },
    ]);
  });

  test('that its user closed opens again for 14 days, and then no more', async () => {
    const anna = desk.person();
    const ticket = await desk.ticket(anna);
    expect(ok(await anna.client.closeMyTicket(at(ticket)))).toMatchObject({ status: 'closed', closed_at: noon });
    desk.clock.advance({ days: 14 });
    expect(ok(await anna.client.closeMyTicket(at(ticket)))).toMatchObject({ closed_at: noon });
    ok(await say(anna, ticket));
    expect(ok(await anna.client.getMyTicket(at(ticket)))).toMatchObject({ status: 'open', closed_at: null });
    ok(await anna.client.closeMyTicket(at(ticket)));
    desk.clock.advance({ days: 14, seconds: 1 });
    expect(await say(anna, ticket)).toMatchObject({ status: 409, error: 'ticket_closed' });
    expect(await answer(ticket)).toMatchObject({ status: 409, error: 'ticket_closed' });
    expect(ok(await answer(ticket, 'A note', true)).is_internal).toBe(true);
    expect(ok(await anna.client.getMyTicket(at(ticket))).message_count).toBe(2);
    const closed = await eventsOf('supportTicketClosed', ticket);
    expect(closed).toMatchObject([{ closed_by: 'user' }, { closed_by: 'user' }]);
  });

  test('is closed after 14 days without an answer of its user, and every answer of staff begins them anew', async () => {
    const anna = desk.person();
    const silent = await desk.ticket(anna);
    const open = await desk.ticket(anna);
    ok(await answer(silent));
    desk.clock.advance({ days: 10 });
    ok(await answer(silent, 'Did it help?'));
    desk.clock.advance({ days: 13, hours: 23 });
    expect(await desk.closeSilent()).toBe(0);
    await desk.mailed();
    desk.clock.advance({ hours: 1 });
    expect(await Promise.all([desk.closeSilent(), desk.closeSilent()])).toEqual(expect.arrayContaining([0, 1]));
    expect([await statusOf(silent), await statusOf(open)]).toEqual(['closed', 'open']);
    expect(await eventsOf('supportTicketClosed', silent)).toMatchObject([{ closed_by: 'inactivity' }]);
    expect(await desk.mailed()).toMatchObject([{ to: [anna.user.email], subject: expect.stringContaining('закрыто') }]);
  });

  test('has 200 messages at most', async () => {
    const anna = desk.person();
    const ticket = await desk.ticket(anna);
    await desk.t.database.query(
      `INSERT INTO cms.support_messages
       SELECT gen_random_uuid(), ticket_id, author, admin_id, is_internal, message, created_at
       FROM cms.support_messages, generate_series(1, 198) WHERE ticket_id = $1`,
      [ticket.id],
    );
    ok(await say(anna, ticket));
    expect(await say(anna, ticket)).toMatchObject({ status: 409, error: 'conflict' });
    expect(ok(await anna.client.listMyTickets())).toMatchObject([{ id: ticket.id, message_count: 2 }]);
  });

  test('has room for its user behind 200 internal notes', async () => {
    const anna = desk.person();
    const ticket = await desk.ticket(anna);
    await desk.t.database.query(
      `INSERT INTO cms.support_messages
       SELECT gen_random_uuid(), ticket_id, 'staff', $2, true, message, created_at
       FROM cms.support_messages, generate_series(1, 200) WHERE ticket_id = $1`,
      [ticket.id, desk.staffId],
    );
    const note = { params: { ticket_id: ticket.id }, body: { message: 'One more', is_internal: true } };
    expect(await desk.staff.answerTicket(note)).toMatchObject({ status: 409, error: 'conflict' });
    ok(await say(anna, ticket));
  });

  test('is opened once by a repeated call with the same key', async () => {
    const anna = desk.person();
    const call = { body: { subject: 'Once', message: 'Only' }, headers: { 'idempotency-key': newId() } };
    const [one, two] = [ok(await anna.client.createTicket(call)), ok(await anna.client.createTicket(call))];
    expect(two).toEqual(one);
    expect(ok(await anna.client.listMyTickets())).toHaveLength(1);
  });

  test.each([
    ['a short subject', { subject: 'ab' }],
    ['a subject of spaces', { subject: '     ' }],
    ['a long subject', { subject: 'a'.repeat(201) }],
    ['an empty message', { message: ' ' }],
    ['a long message', { message: 'a'.repeat(10_001) }],
    ['six files', { attachment_ids: Array.from({ length: 6 }, () => newId()) }],
    ['a category with an address', { category: 'anna@example.test' }],
    ['a platform with an address', { platform: 'anna@example.test' }],
  ])('with %s is refused', async (_, wrong) => {
    const body = { subject: 'It closes', message: 'Why?', ...wrong };
    expect(await desk.person().client.createTicket({ body })).toMatchObject({
      status: 400,
      error: 'validation_failed',
    });
  });
});

describe('another user', () => {
  test('of the same application, or the same one of another application, finds no ticket', async () => {
    const anna = desk.person();
    const ticket = await desk.ticket(anna);
    const neighbour = desk.person(anna.application);
    const elsewhere = desk.person();
    const same = { ...anna, client: desk.t.as({ application: elsewhere.application, user: anna.user }) };
    for (const other of [neighbour, elsewhere, same]) {
      const refusal = { status: 404, error: 'ticket_not_found' };
      expect(await other.client.getMyTicket(at(ticket))).toMatchObject(refusal);
      expect(await say(other, ticket)).toMatchObject(refusal);
      expect(await other.client.closeMyTicket(at(ticket))).toMatchObject(refusal);
      expect(ok(await other.client.listMyTickets())).toEqual([]);
    }
    expect(await anna.client.getMyTicket({ params: { ticket_id: newId() } })).toMatchObject({
      error: 'ticket_not_found',
    });
    expect(ok(await anna.client.getMyTicket(at(ticket)))).toMatchObject({ status: 'open', message_count: 1 });
  });
});

describe('an internal note', () => {
  test('reaches no user: not by reads, not by mail, not by an event, not by the state', async () => {
    const anna = desk.person();
    const ticket = await desk.ticket(anna);
    await desk.mailed();
    const before = ok(await anna.client.getMyTicket(at(ticket)));
    desk.clock.advance({ minutes: 20 });
    const file = await desk.upload(desk.staff, 'for staff', 'secret.txt');
    ok(
      await desk.staff.answerTicket({
        ...at(ticket),
        body: { message: 'A difficult one', is_internal: true, attachment_ids: [file.id] },
      }),
    );
    const after = await anna.client.getMyTicket(at(ticket));
    expect(ok(after)).toEqual(before);
    expect(JSON.stringify(ok(await anna.client.listMyTickets()))).not.toContain('difficult');
    expect(await desk.mailed()).toEqual([]);
    expect(await eventsOf('supportTicketReplied', ticket)).toEqual([]);
    const seen = ok(await desk.colleague.getTicket(at(ticket)));
    expect(seen).toMatchObject({ status: 'open', message_count: 1 });
    expect(seen.messages.at(-1)).toMatchObject({
      message: 'A difficult one',
      is_internal: true,
      admin_id: desk.staffId,
      attachments: [{ file_name: 'secret.txt' }],
    });
  });
});

describe('staff', () => {
  test('finds tickets by application, user, status, assignee and priority', async () => {
    const [anna, boris] = [desk.person(), desk.person()];
    const other = desk.person(anna.application);
    const [one, two, three] = [await desk.ticket(anna), await desk.ticket(boris), await desk.ticket(other)];
    ok(await desk.staff.updateTicket({ ...at(one), body: { priority: 'high', assignee_id: desk.colleagueId } }));
    ok(await answer(three));
    const found = async (query: Record<string, string>) => {
      const all = ok(await desk.staff.listTickets({ query: { limit: 200, ...query } })).map(({ id }) => id);
      return [one, two, three].filter(({ id }) => all.includes(id));
    };
    expect(await found({})).toEqual([one, two, three]);
    expect(await found({ application_id: anna.application.id })).toEqual([one, three]);
    expect(await found({ user_id: anna.user.id })).toEqual([one]);
    expect(await found({ status: 'pending' })).toEqual([three]);
    expect(await found({ priority: 'high' })).toEqual([one]);
    expect(await found({ assignee_id: desk.colleagueId })).toEqual([one]);
    expect(await found({ assignee_id: 'none' })).toEqual([two, three]);
    const [newest] = ok(await desk.staff.listTickets({ query: { limit: 1 } }));
    expect(newest).toMatchObject({ id: three.id, subject: 'It closes', user_id: other.user.id });
  });

  test('changes what it has seen, and nothing else', async () => {
    const ticket = await desk.ticket(desk.person());
    const read = await desk.staff.getTicket(at(ticket));
    const version = ok(read).version;
    expect(read.headers.get('etag')).toBe(`"${version}"`);
    const change = (ifMatch: string | null, body: Record<string, unknown>) =>
      desk.staff.updateTicket({ ...at(ticket), body, headers: ifMatch === null ? {} : { 'if-match': ifMatch } });
    expect(ok(await change(`"${version}"`, { priority: 'low' }))).toMatchObject({
      priority: 'low',
      version: version + 1,
    });
    expect(await change(`"${version}"`, { priority: 'high' })).toMatchObject({
      status: 412,
      body: { version: version + 1 },
    });
    expect(ok(await change('*', { assignee_id: desk.staffId })).assignee_id).toBe(desk.staffId);
    expect(ok(await change(null, { assignee_id: null })).assignee_id).toBeNull();
    // What changes nothing makes no version.
    const same = ok(await change(null, { assignee_id: null, status: 'open' }));
    expect(same.version).toBe(version + 3);
    expect(await change(null, { assignee_id: newId() })).toMatchObject({ status: 404, error: 'admin_not_found' });
    expect(await change(null, { status: 'lost' })).toMatchObject({ status: 400 });
    expect(await desk.staff.updateTicket({ params: { ticket_id: newId() }, body: {} })).toMatchObject({
      error: 'ticket_not_found',
    });
  });

  test('closes and opens a ticket, whenever that was', async () => {
    const anna = desk.person();
    const ticket = await desk.ticket(anna);
    await desk.mailed();
    ok(await desk.staff.updateTicket({ ...at(ticket), body: { status: 'closed' } }));
    expect(await eventsOf('supportTicketClosed', ticket)).toMatchObject([{ closed_by: 'staff' }]);
    expect(await desk.mailed()).toMatchObject([{ to: [anna.user.email] }]);
    desk.clock.advance({ days: 60 });
    ok(await desk.staff.updateTicket({ ...at(ticket), body: { status: 'open' } }));
    ok(await say(anna, ticket));
  });

  test('answers a ticket once by a repeated call with the same key', async () => {
    const ticket = await desk.ticket(desk.person());
    const call = { ...at(ticket), body: { message: 'Once' }, headers: { 'idempotency-key': newId() } };
    expect(ok(await desk.staff.answerTicket(call))).toEqual(ok(await desk.staff.answerTicket(call)));
    expect(ok(await desk.staff.getTicket(at(ticket))).messages).toHaveLength(2);
  });
});

describe('mail about a ticket', () => {
  test('goes to staff for a new one, and to the user for an answer, without a word of it', async () => {
    await desk.mailed();
    const anna = desk.person();
    const ticket = await desk.ticket(anna, { subject: 'Подписка', message: 'Тайный текст' });
    const toStaff = await desk.mailed();
    expect(toStaff.map(({ to }) => to).toSorted()).toEqual(supportEmails.map((to) => [to]).toSorted());
    for (const { text } of toStaff) expect(text).toContain(ticket.id);
    ok(await answer(ticket, 'Тайный ответ'));
    const toUser = await desk.mailed();
    expect(toUser).toMatchObject([{ to: [anna.user.email], subject: expect.stringContaining('Ответ') }]);
    for (const mail of [...toStaff, ...toUser])
      expect(JSON.stringify(mail)).not.toMatch(/Подписка|Тайный|subject: It closes/);
    for (const mail of toStaff) expect(JSON.stringify(mail)).not.toContain(anna.user.email);
  });

  test('comes once in ten minutes for each side of a ticket', async () => {
    const anna = desk.person();
    const ticket = await desk.ticket(anna);
    ok(await say(anna, ticket));
    ok(await answer(ticket));
    ok(await answer(ticket));
    expect(await desk.mailed()).toHaveLength(3);
    desk.clock.advance({ minutes: 10 });
    ok(await answer(ticket));
    ok(await say(anna, ticket));
    expect(await desk.mailed()).toHaveLength(3);
  });

  test('is left out for a user without an address', async () => {
    const ticket = await desk.ticket(desk.person(undefined, null));
    await desk.mailed();
    ok(await answer(ticket));
    expect(await desk.mailed()).toEqual([]);
  });
});

describe('an erased user', () => {
  test('leaves nothing that can be read, and the ticket takes no message any more', async () => {
    const anna = desk.person();
    const file = await desk.upload(anna.client, 'Личный текст', 'личное.txt');
    const ticket = await desk.ticket(anna, { subject: 'Личная тема', attachment_ids: [file.id] });
    const closed = await desk.ticket(anna);
    ok(await anna.client.closeMyTicket(at(closed)));
    const staffFile = await desk.upload(desk.staff, 'Ответ с именем', 'для Анны.txt');
    ok(await desk.staff.answerTicket({ ...at(ticket), body: { message: 'Анна, …', attachment_ids: [staffFile.id] } }));
    const [before] = ok(await desk.staff.getTicket(at(ticket))).messages;
    const url = before?.attachments[0]?.url ?? '';
    expect((await desk.open(url)).status).toBe(200);
    const neighbour = desk.person(anna.application);
    const kept = await desk.ticket(neighbour);

    await desk.erase(anna);
    await desk.erase(anna);
    expect(ok(await desk.staff.getTicket(at(ticket)))).toMatchObject({
      subject: null,
      status: 'closed',
      user_id: anna.user.id,
      messages: [{ message: null }, { message: null }],
    });
    expect((await desk.open(url)).status).toBe(404);
    expect((await desk.open(file.url)).status).toBe(404);
    expect((await desk.open(staffFile.url)).status).toBe(404);
    const mails = await desk.t.database.query('SELECT status FROM cms.mails WHERE subject_id = $1', [anna.user.id]);
    expect(mails).toEqual([{ status: 'failed' }]);
    expect((await desk.mailed()).flatMap(({ to }) => to)).not.toContain(anna.user.email);
    expect(await eventsOf('supportTicketClosed', ticket)).toMatchObject([{ closed_by: 'erasure' }]);
    expect(await eventsOf('supportTicketClosed', closed)).toMatchObject([{ closed_by: 'user' }]);
    await desk.sweep();
    expect((await desk.stored()).filter((name) => name.includes(file.id) || name.includes(staffFile.id))).toEqual([]);
    const rows = await desk.t.database.query('SELECT id FROM cms.support_attachments WHERE user_id = $1', [
      anna.user.id,
    ]);
    expect(rows).toEqual([]);

    for (const late of [
      await anna.client.createTicket({ body: { subject: 'Later', message: 'Text' } }),
      await anna.client.uploadAttachment({ file: new Blob(['text']) }),
    ])
      expect(late).toMatchObject({ status: 404, error: 'user_not_found' });
    for (const late of [await say(anna, ticket), await answer(ticket), await answer(ticket, 'A note', true)])
      expect(late).toMatchObject({ status: 409, error: 'ticket_closed' });
    expect(await desk.staff.updateTicket({ ...at(ticket), body: { status: 'open' } })).toMatchObject({
      error: 'ticket_closed',
    });
    ok(await desk.staff.updateTicket({ ...at(ticket), body: { priority: 'low' } }));
    expect(ok(await neighbour.client.getMyTicket(at(kept)))).toMatchObject({ subject: 'It closes', status: 'open' });
  });

  test('that writes while it happens leaves no open ticket and no readable one', async () => {
    const anna = desk.person();
    const ticket = await desk.ticket(anna);
    await Promise.all([
      ...Array.from({ length: 10 }, () => desk.ticket(anna).catch(() => {})),
      ...Array.from({ length: 10 }, () => say(anna, ticket)),
      ...Array.from({ length: 5 }, () => answer(ticket)),
      desk.erase(anna),
    ]);
    const tickets = ok(await desk.staff.listTickets({ query: { user_id: anna.user.id, limit: 200 } }));
    expect(tickets.length).toBeGreaterThan(0);
    for (const one of tickets) {
      expect(one).toMatchObject({ subject: null, status: 'closed' });
      for (const { message } of ok(await desk.staff.getTicket(at(one))).messages) expect(message).toBeNull();
    }
  });
});

test('the schema of the service has no address, subject, text or file name of a ticket', async () => {
  const anna = desk.person(undefined, 'anna-in-clear@example.test');
  const words = {
    subject: 'subject-in-clear',
    message: 'message-in-clear',
    name: 'name-in-clear',
    note: 'note-in-clear',
  };
  const file = await desk.upload(anna.client, 'text', `${words.name}.txt`);
  const body = { subject: words.subject, message: words.message, attachment_ids: [file.id] };
  const headers = { 'idempotency-key': newId() };
  const ticket = ok(await anna.client.createTicket({ body, headers }));
  const staffFile = await desk.upload(desk.staff, 'text', `${words.name}-of-staff.txt`);
  ok(await desk.staff.answerTicket({ ...at(ticket), body: { message: words.message }, headers }));
  ok(await answer(ticket, words.note, true));
  const tables = await desk.t.database.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'cms' AND table_type = 'BASE TABLE'",
  );
  expect(tables.length).toBeGreaterThan(20);
  const dump: string[] = [];
  for (const { name } of tables)
    dump.push(
      ...(await desk.t.database.query<{ row: string }>(`SELECT t::text AS row FROM cms."${name}" t`)).map(
        ({ row }) => row,
      ),
    );
  const text = dump.join('\n');
  expect(text).toContain(ticket.id);
  expect(text).toContain(staffFile.id);
  expect(text).not.toMatch(/in-clear|anna-in-clear/);
  // No user of any test: their addresses are of this domain, as are those of staff.
  expect(text).not.toMatch(/[0-9a-f]{8}@example\.test|support@example\.test/);
  expect(desk.t.logged().join('\n')).not.toMatch(/in-clear|[0-9a-f]{8}@example\.test/);
});
