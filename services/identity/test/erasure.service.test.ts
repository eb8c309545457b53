import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import type { ApplicationContext, UserContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { type ChainEntry, verifyChain } from '../src/consents/chain.ts';
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

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
});
afterAll(() => t.stop());

const erase = (application: ApplicationContext, user: UserContext) =>
  t.as({ application, user }).eraseMe({ params: { app_code: application.code } });

const rowOf = async (userId: string) =>
  (await t.database.query<Record<string, unknown>>('SELECT * FROM identity.users WHERE id = $1', [userId]))[0];

const hasKey = async (userId: string): Promise<boolean> =>
  (await t.database.query('SELECT 1 FROM identity.subject_keys WHERE subject_id = $1', [userId])).length > 0;

async function verdictOf(application: ApplicationContext) {
  const rows = await t.database.query<ChainEntry & Record<string, unknown>>(
    'SELECT * FROM identity.consent_ledger WHERE owner_id = $1 ORDER BY seq',
    [application.id],
  );
  return verifyChain(rows.map((row) => ({ ...row, seq: Number(row.seq) })));
}

describe('a person that requests erasure', () => {
  test('leaves a pseudonym: no name, no address, no way back from the token', async () => {
    const application = givenApplication();
    const [user, other] = [await givenUser(t, application), await givenUser(t, application)];
    const before = await rowOf(user.id);
    const untouched = await rowOf(other.id);
    expect(before).toMatchObject({ email: 'anna@example.test', subject: user.subject, erased_at: null });

    expect((await erase(application, user)).status).toBe(204);
    const after = await rowOf(user.id);
    expect(after).toMatchObject({
      id: user.id,
      issuer: '',
      subject: user.id,
      email: null,
      display_name: null,
      avatar_url: null,
      timezone: null,
      country_code: null,
      city: null,
      created_at: before?.created_at,
      erased_at: expect.any(Date),
    });
    expect(await rowOf(other.id)).toEqual(untouched);
    const { issuer, subject } = user;
    expect(await t.ask(identity.queries.resolveUser, { application_id: application.id, issuer, subject })).toEqual({
      user_id: null,
    });
  });

  test('is published to all other services, by id alone', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application);
    await erase(application, user);
    const events = await t.published(identity.events.userErased);
    expect(events.filter(({ user_id }) => user_id === user.id)).toEqual([
      { user_id: user.id, erased_by: 'person', admin_id: null, reason: 'person_request' },
    ]);
  });

  test('is unknown from then on: profile, consents, payments and lists know no such user', async () => {
    const application = givenApplication();
    const offer = await givenPublished(t, application, { kind: 'license_offer' });
    const user = await givenUser(t, application);
    await erase(application, user);
    const params = { app_code: application.code };
    const call = t.as({ application, user });
    const body = { consents: [entryFor(offer)] };
    for (const reply of [
      await call.getMyProfile({ params }),
      await call.updateMyProfile({ params, body: { display_name: 'Anna' } }),
      await call.acceptConsents({ params, body }),
      await call.eraseMe({ params }),
    ])
      expect(reply).toMatchObject({ status: 404, error: 'user_not_found' });
    const key = { application_id: application.id, user_id: user.id };
    expect(await t.ask(identity.queries.userExists, key)).toEqual({ exists: false });
    await expect(t.ask(identity.queries.getUserAttribution, key)).rejects.toMatchObject({ code: 'user_not_found' });
    const record = t.call(identity.commands.recordConsents, {
      ...key,
      ...body,
      purpose: 'payment',
      source: 'paywall',
      reference: newId(),
      client_ip: '203.0.113.9',
      user_agent: 'test',
      platform: null,
    });
    await expect(record).rejects.toMatchObject({ code: 'user_not_found' });
    const listed = await t.as({ admin: owner }).listUsers({ params: { application_id: application.id }, query: {} });
    expect(listed.data).toEqual([]);
    expect(await hasKey(user.id)).toBe(false);
  });

  test('erases no user of another application, and an unregistered token erases no user', async () => {
    const [application, other] = [givenApplication(), givenApplication()];
    const user = await givenUser(t, application);
    expect(await erase(other, user)).toMatchObject({ status: 404, error: 'user_not_found' });
    const stranger = t.as({ application, user: aHolder() });
    expect(await stranger.eraseMe({ params: { app_code: application.code } })).toMatchObject({ status: 404 });
    expect(await rowOf(user.id)).toMatchObject({ erased_at: null, email: 'anna@example.test' });
  });

  test('may register anew, with consents of their own, as a new user', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const holder = aHolder();
    const user = await givenUser(t, application, [terms], holder);
    await erase(application, user);
    expect(await register(t, application, holder)).toMatchObject({ status: 400, error: 'consents_required' });
    const again = await givenUser(t, application, [terms], holder);
    expect(again.id).not.toBe(user.id);
    expect((await ledgerOf(t, application)).map(({ user_id }) => user_id)).toEqual([user.id, again.id]);
  });
});

describe('the ledger after an erasure', () => {
  test('still verifies and proves the acceptance, but the identity is unreadable', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const [user, other] = [await givenUser(t, application, [terms]), await givenUser(t, application, [terms])];
    const before = await ledgerOf(t, application);
    await erase(application, user);
    expect(await ledgerOf(t, application)).toEqual(before);
    expect(before).toMatchObject([
      { user_id: user.id, document_id: terms.id, version: '1', accepted: true },
      { user_id: other.id },
    ]);
    expect(await verdictOf(application)).toMatchObject({ intact: true, head: { seq: 2 } });
    expect([await hasKey(user.id), await hasKey(other.id)]).toEqual([false, true]);
  });

  test('is whole and the key stays destroyed when consents are written at the same moment', async () => {
    const application = givenApplication();
    const documents = [
      await givenPublished(t, application, { kind: 'marketing_consent' }),
      await givenPublished(t, application, { kind: 'privacy_policy' }),
    ];
    const users = await Promise.all(Array.from({ length: 6 }, () => givenUser(t, application)));
    const params = { app_code: application.code };
    const replies = await Promise.all(
      users.flatMap((user) => [
        ...[true, false, true].map((accepted) =>
          t.as({ application, user }).acceptConsents({
            params,
            body: { consents: documents.map((document) => entryFor(document, accepted)) },
          }),
        ),
        erase(application, user),
      ]),
    );
    const statuses = new Set(replies.map(({ status }) => status));
    for (const status of statuses) expect([200, 204, 404]).toContain(status);
    expect(await verdictOf(application)).toMatchObject({ intact: true });
    for (const user of users) expect(await hasKey(user.id)).toBe(false);
  });
});
