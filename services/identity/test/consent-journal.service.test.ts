import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ConsentEntry, identity } from '@platform/contracts';
import type { ApplicationContext, UserContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import {
  aHolder,
  entryFor,
  givenApplication,
  givenPublished,
  givenUser,
  type Identity,
  ledgerOf,
  owner,
  register,
  startIdentity,
} from './support.ts';

/** The consent journal as administrators and the people themselves read it, page by page. */

let t: Identity;
const clock = fakeClock();
beforeAll(async () => {
  t = await startIdentity({ clock });
});
afterAll(() => t.stop());

type Query = Parameters<ReturnType<Identity['as']>['listConsents']>[0]['query'];
const journal = (application: ApplicationContext, query: Query = {}) =>
  t.as({ admin: owner }).listConsents({ params: { application_id: application.id }, query });
const seqs = async (application: ApplicationContext, query: Query = {}) =>
  (await journal(application, query)).data.map(({ seq }) => seq);

const answer = (application: ApplicationContext, user: UserContext, consents: ConsentEntry[]) =>
  t.as({ application, user }).acceptConsents({ params: { app_code: application.code }, body: { consents } });

/** Makes a change that the database refuses to every role. */
async function tamper(change: string, values: unknown[]): Promise<void> {
  await t.database.query('ALTER TABLE identity.consent_ledger DISABLE TRIGGER USER');
  await t.database.query(change, values);
  await t.database.query('ALTER TABLE identity.consent_ledger ENABLE TRIGGER USER');
}

describe('every acceptance is a record', () => {
  test('also of a version that was accepted before, with its source', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const holder = aHolder();
    const user = await givenUser(t, application, [terms], holder);
    const form = { explicit_consent: true, consents: [entryFor(terms)] };
    const again = () => register(t, application, holder, form);
    await again();
    // Another source is no repeat, however soon it comes.
    for (let time = 0; time < 2; time += 1) await answer(application, user, [entryFor(terms)]);
    const sources = async () => (await ledgerOf(t, application)).map(({ source }) => source);
    expect(await sources()).toEqual(['registration', 'other']);
    clock.advance({ minutes: 1 });
    for (let time = 0; time < 2; time += 1) await again();
    clock.advance({ minutes: 1 });
    await answer(application, user, [entryFor(terms)]);
    expect(await sources()).toEqual(['registration', 'other', 'registration', 'other']);
    // A silent registration accepts nothing.
    clock.advance({ minutes: 1 });
    await register(t, application, holder);
    expect(await sources()).toHaveLength(4);
  });

  test('a purchase names the platform: its own, else the one of the registration', async () => {
    const application = givenApplication();
    const offer = await givenPublished(t, application, { kind: 'license_offer' });
    const { data } = await register(t, application, aHolder(), { platform: 'ios' });
    for (const platform of [null, 'web'])
      await t.call(identity.commands.recordConsents, {
        application_id: application.id,
        user_id: data.user.id,
        purpose: 'payment',
        source: 'paywall',
        platform,
        reference: newId(),
        client_ip: '203.0.113.9',
        user_agent: 'test',
        consents: [entryFor(offer)],
      });
    const { data: records } = await journal(application);
    expect(records.map(({ source, platform }) => [source, platform])).toEqual([
      ['paywall', 'web'],
      ['paywall', 'ios'],
    ]);
  });
});

test('the name of a platform that is personal data does not reach the ledger, and the registration is taken', async () => {
  const application = givenApplication();
  const terms = await givenPublished(t, application, { kind: 'terms_music' });
  const name = 'Ivan Petrov +79161234567';
  const accepted = { explicit_consent: true, consents: [entryFor(terms)] };
  const reply = await register(t, application, aHolder(), { ...accepted, platform: name });
  expect(reply.data.user.platform).toBe(name);
  await register(t, application, aHolder(), { ...accepted, platform: 'iOS 18.1' });
  const { data: records } = await journal(application);
  expect(records.map(({ platform }) => platform)).toEqual(['ios', 'other']);
  const rows = await t.database.query<{ row: string }>(
    'SELECT l::text AS row FROM identity.consent_ledger AS l WHERE owner_id = $1',
    [application.id],
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/Petrov|79161234567/);
});

describe('the journal of an application', () => {
  test('shows the whole record with the personal data of that moment', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const user = await givenUser(t, application, [terms]);
    const [row] = await t.database.query(
      'SELECT id, prev_hash, entry_hash FROM identity.consent_ledger WHERE owner_id = $1',
      [application.id],
    );
    expect((await journal(application)).body).toEqual({
      data: [
        {
          ...row,
          seq: 1,
          user_id: user.id,
          email: 'anna@example.test',
          document_id: terms.id,
          doc_kind: 'terms_music',
          version: '1',
          content_hash: terms.content_hash,
          checkbox_text: 'I agree',
          accepted: true,
          source: 'registration',
          platform: null,
          metadata: {},
          ip: '203.0.113.7',
          user_agent: 'test',
          recorded_at: clock.now().toISOString(),
          owner_type: 'application',
          owner_id: application.id,
          subject_id: user.id,
        },
      ],
      next_cursor: null,
    });
  });

  test('is read page by page, newest first, while more is appended', async () => {
    const application = givenApplication();
    const policy = await givenPublished(t, application, { kind: 'privacy_policy' });
    const user = await givenUser(t, application);
    for (let n = 0; n < 5; n += 1) await answer(application, user, [entryFor(policy, n % 2 === 0)]);
    const pages: number[][] = [];
    let cursor: string | null | undefined;
    do {
      const page = await journal(application, { limit: 2, ...(cursor && { cursor }) });
      pages.push(page.data.map(({ seq }) => seq));
      cursor = page.next_cursor;
      await answer(application, user, [entryFor(policy)]);
    } while (cursor);
    expect(pages).toEqual([[5, 4], [3, 2], [1]]);
  });

  test('follows the numbers of the ledger, also where ids are in another order', async () => {
    const application = givenApplication();
    const policy = await givenPublished(t, application, { kind: 'privacy_policy' });
    const user = await givenUser(t, application);
    for (let n = 0; n < 4; n += 1) await answer(application, user, [entryFor(policy, n % 2 === 0)]);
    // As if the third had been made by a process whose clock is ahead.
    const id = 'ffffffff-0000-7000-8000-000000000000';
    await tamper('UPDATE identity.consent_ledger SET id = $2 WHERE owner_id = $1 AND seq = 3', [application.id, id]);
    const first = await journal(application, { limit: 2 });
    expect(first.data.map(({ seq }) => seq)).toEqual([4, 3]);
    expect(await seqs(application, { limit: 2, cursor: first.next_cursor ?? '' })).toEqual([2, 1]);
    expect(t.errors().join()).toContain(id);
  });

  test('is filtered by person, document, kind, place, answer and time', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const policy = await givenPublished(t, application, { kind: 'privacy_policy' });
    const anna = await givenUser(t, application, [terms]); // 1
    const boris = await givenUser(t, application, [terms]); // 2
    const start = clock.now().toISOString();
    clock.advance({ minutes: 1 });
    await answer(application, anna, [entryFor(policy, false)]); // 3
    const middle = clock.now().toISOString();
    clock.advance({ minutes: 1 });
    await answer(application, boris, [entryFor(policy), entryFor(terms, false)]); // 4 and 5
    const end = clock.now().toISOString();

    expect(await seqs(application)).toEqual([5, 4, 3, 2, 1]);
    expect(await seqs(application, { user_id: anna.id })).toEqual([3, 1]);
    expect(await seqs(application, { document_id: terms.id })).toEqual([5, 2, 1]);
    expect(await seqs(application, { doc_kind: 'privacy_policy' })).toEqual([4, 3]);
    expect(await seqs(application, { source: 'registration' })).toEqual([2, 1]);
    expect(await seqs(application, { accepted: 'false' })).toEqual([5, 3]);
    expect(await seqs(application, { accepted: 'true', doc_kind: 'privacy_policy' })).toEqual([4]);
    expect(await seqs(application, { from: middle })).toEqual([5, 4, 3]);
    expect(await seqs(application, { to: middle })).toEqual([2, 1]);
    expect(await seqs(application, { from: start, to: end })).toEqual([3, 2, 1]);
    expect(await seqs(application, { user_id: newId() })).toEqual([]);
    const page = await journal(application, { user_id: boris.id, limit: 2 });
    expect(page.data.map(({ seq }) => seq)).toEqual([5, 4]);
    expect(await seqs(application, { user_id: boris.id, limit: 2, cursor: page.next_cursor ?? '' })).toEqual([2]);
  });

  test('finds the records of a time among those of other times, also where numbers are missing', async () => {
    const application = givenApplication();
    const policy = await givenPublished(t, application, { kind: 'privacy_policy' });
    const user = await givenUser(t, application);
    const moments: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      clock.advance({ minutes: 20 });
      moments.push(clock.now().toISOString());
      await answer(application, user, [entryFor(policy, n % 2 === 0)]);
    }
    await tamper('DELETE FROM identity.consent_ledger WHERE owner_id = $1 AND seq IN (4, 5)', [application.id]);
    const present = [1, 2, 3, 6, 7, 8, 9];
    for (const [at, moment] of moments.entries()) {
      const [from, to] = [present.filter((seq) => seq > at), present.filter((seq) => seq <= at)];
      expect(await seqs(application, { from: moment })).toEqual(from.toReversed());
      expect(await seqs(application, { to: moment })).toEqual(to.toReversed());
      expect(await seqs(application, { from: moment, to: moments[at + 3] ?? moment })).toEqual(
        from.filter((seq) => at + 3 < moments.length && seq <= at + 3).toReversed(),
      );
    }
  });

  test('finds a record whose moment is behind that of later ones', async () => {
    const application = givenApplication();
    const policy = await givenPublished(t, application, { kind: 'privacy_policy' });
    const user = await givenUser(t, application);
    for (let n = 0; n < 6; n += 1) {
      clock.advance({ minutes: 10 });
      await answer(application, user, [entryFor(policy, n % 2 === 0)]);
    }
    // As if the clock of the replica that wrote it were two minutes behind.
    await tamper(
      `UPDATE identity.consent_ledger SET recorded_at = recorded_at - interval '12 minutes' WHERE owner_id = $1 AND seq = 4`,
      [application.id],
    );
    const [row] = await t.database.query<{ at: Date }>(
      'SELECT recorded_at AS at FROM identity.consent_ledger WHERE owner_id = $1 AND seq = 3',
      [application.id],
    );
    const to = row?.at.toISOString() ?? '';
    expect(await seqs(application, { to })).toEqual([4, 2, 1]);
    expect(await seqs(application, { from: to })).toEqual([6, 5, 3]);
  });

  test('has nothing of another application, also not behind a cursor of it', async () => {
    const [mine, other] = [givenApplication(), givenApplication()];
    for (const application of [mine, other]) {
      const policy = await givenPublished(t, application, { kind: 'privacy_policy' });
      const user = await givenUser(t, application);
      for (let n = 0; n < 3; n += 1) await answer(application, user, [entryFor(policy, n % 2 === 0)]);
    }
    const { next_cursor } = await journal(other, { limit: 1 });
    expect(await journal(mine, { cursor: next_cursor ?? '' })).toMatchObject({
      status: 400,
      error: 'validation_failed',
    });
    expect(await journal({ id: newId(), code: 'gone' })).toMatchObject({ status: 404, error: 'application_not_found' });
    expect(await journal(mine, { cursor: 'abc' })).toMatchObject({ status: 400, error: 'validation_failed' });
  });

  test('shows the records of an erased person without personal data', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const [gone, stays] = [await givenUser(t, application, [terms]), await givenUser(t, application, [terms])];
    await t.database.query('DELETE FROM identity.subject_keys WHERE subject_id = $1', [gone.id]);
    expect((await journal(application)).data).toMatchObject([
      { seq: 2, user_id: stays.id, email: 'anna@example.test', ip: '203.0.113.7', user_agent: 'test' },
      { seq: 1, user_id: gone.id, email: null, ip: null, user_agent: null, accepted: true, version: '1' },
    ]);
  });

  test('a personal column that was altered breaks neither the page nor its own record, and is logged once', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    for (let n = 0; n < 3; n += 1) await givenUser(t, application, [terms]);
    const [first, second] = (await journal(application)).data.toReversed();
    // A ciphertext of another column, and one that is too short to be any.
    await tamper(
      `UPDATE identity.consent_ledger SET email_ciphertext = ip_ciphertext, user_agent_ciphertext = 'AAEC' WHERE id = $1`,
      [second?.id],
    );
    expect((await journal(application)).data).toMatchObject([
      { seq: 3, email: 'anna@example.test' },
      { seq: 2, email: null, ip: '203.0.113.7', user_agent: null },
      { ...first },
    ]);
    const errors = t.errors();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(second?.id);
    expect(errors[0]).not.toMatch(/anna|203\.0\.113/);
  });

  test('a key that does not open leaves the records of the others readable', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const [broken] = [await givenUser(t, application, [terms]), await givenUser(t, application, [terms])];
    await t.database.query(`UPDATE identity.subject_keys SET sealed_key = 'v1.gone.AAEC.AAEC' WHERE subject_id = $1`, [
      broken.id,
    ]);
    expect((await journal(application)).data.map(({ email }) => email)).toEqual(['anna@example.test', null]);
    const errors = t.errors();
    expect([errors.length, errors[0]?.includes(broken.id)]).toEqual([1, true]);
  });
});

describe('the own records', () => {
  test('are everything that the person answered, newest first, each with the page of its version', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const user = await givenUser(t, application, [terms]);
    await givenUser(t, application, [terms]);
    const newer = await givenPublished(t, application, { kind: 'terms_music' });
    await answer(application, user, [entryFor(newer, false)]);
    const call = t.as({ application, user });
    const params = { app_code: application.code };

    const page = await call.listMyConsentRecords({ params, query: { limit: 1 } });
    expect(page.data).toEqual([
      {
        id: expect.any(String),
        document_id: terms.id,
        doc_kind: 'terms_music',
        version: '2',
        content_hash: newer.content_hash,
        checkbox_text: 'I agree',
        accepted: false,
        source: 'other',
        recorded_at: clock.now().toISOString(),
        public_url: `http://platform.test/v1/legal-documents/${terms.id}?version=2`,
      },
    ]);
    const rest = await call.listMyConsentRecords({ params, query: { limit: 1, cursor: page.next_cursor ?? '' } });
    expect(rest.data).toMatchObject([{ version: '1', accepted: true, source: 'registration' }]);
    expect(rest.next_cursor).toBeNull();
    expect(await ledgerOf(t, application)).toHaveLength(3);
  });

  test('are those of this application alone', async () => {
    const [mine, other] = [givenApplication(), givenApplication()];
    const holder = aHolder();
    const [here, there] = [
      await givenUser(t, mine, [await givenPublished(t, mine, { kind: 'privacy_policy' })], holder),
      await givenUser(t, other, [await givenPublished(t, other, { kind: 'privacy_policy' })], holder),
    ];
    const read = async (application: ApplicationContext, user: UserContext) =>
      (await t.as({ application, user }).listMyConsentRecords({ params: { app_code: application.code } })).data;
    expect((await read(mine, here)).length).toBe(1);
    expect(await read(mine, there)).toEqual([]);
    expect(await read(mine, await givenUser(t, mine))).toEqual([]);
  });
});
