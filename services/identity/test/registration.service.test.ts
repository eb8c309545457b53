import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { openTransaction, untilBlocked } from '@platform/testing';
import {
  aHolder,
  entryFor,
  givenApplication,
  givenPublished,
  givenUser,
  type Identity,
  ledgerOf,
  register,
  startIdentity,
} from './support.ts';

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
});
afterAll(() => t.stop());

const countUsers = async (applicationId: string) =>
  (await t.database.query('SELECT 1 FROM identity.users WHERE application_id = $1', [applicationId])).length;

describe('the first registration', () => {
  test('of an application without documents needs no consent', async () => {
    const application = givenApplication();
    const holder = aHolder();
    const reply = await register(t, application, holder, { platform: 'web', timezone: 'Europe/Moscow' });
    expect(reply).toMatchObject({
      status: 200,
      data: { created: true, needs_reconsent: false, pending_reconsent: [] },
    });
    expect(reply.data.user).toMatchObject({
      email: 'anna@example.test',
      display_name: 'Anna',
      platform: 'web',
      timezone: 'Europe/Moscow',
      country_code: null,
      acquisition_source: null,
    });
    expect((await register(t, application, holder)).data).toMatchObject({
      created: false,
      user: { id: reply.data.user.id },
    });
  });

  test('needs every required document, ticked on a screen, and writes nothing without', async () => {
    const application = givenApplication();
    const personal = await givenPublished(t, application, { kind: 'personal_data_consent' });
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const marketing = await givenPublished(t, application, { kind: 'marketing_consent' });
    const missing = (...documents: (typeof personal)[]) =>
      documents.map(({ doc_kind, id, version }) => ({ doc_kind, document_id: id, version }));
    const both = [entryFor(personal), entryFor(terms)];

    const refused = [
      { form: {}, missing: missing(personal, terms) },
      { form: { consents: both }, missing: missing(personal, terms) },
      { form: { explicit_consent: true, consents: [entryFor(personal)] }, missing: missing(terms) },
      {
        form: { explicit_consent: true, consents: [entryFor(personal), entryFor(terms, false)] },
        missing: missing(terms),
      },
    ];
    const holder = aHolder();
    for (const { form, missing: expected } of refused) {
      const reply = await register(t, application, holder, form);
      expect(reply).toMatchObject({ status: 400, error: 'consents_required', body: { missing: expected } });
    }
    expect([await countUsers(application.id), await ledgerOf(t, application)]).toEqual([0, []]);

    const reply = await register(t, application, holder, {
      explicit_consent: true,
      consents: [...both, entryFor(marketing, false)],
    });
    expect(reply).toMatchObject({ status: 200, data: { created: true, needs_reconsent: false } });
    expect(await ledgerOf(t, application)).toMatchObject([
      { seq: '1', document_id: personal.id, accepted: true, source: 'registration' },
      { seq: '2', document_id: terms.id, accepted: true },
      { seq: '3', document_id: marketing.id, accepted: false },
    ]);
  });

  test('refuses an unknown document, a stranger’s document, a draft and another version', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'mobile_apps_terms' });
    const foreign = await givenPublished(t, givenApplication(), { kind: 'mobile_apps_terms' });
    const attempt = (document: { id: string; version: string }) =>
      register(t, application, aHolder(), { explicit_consent: true, consents: [entryFor(terms), entryFor(document)] });

    for (const id of [foreign.id, 'nonsense', '00000000-0000-7000-8000-000000000000'])
      expect(await attempt({ id, version: '1' })).toMatchObject({
        status: 400,
        error: 'consent_document_unknown',
        body: { document_id: id },
      });
    expect(await attempt({ id: terms.id, version: '01' })).toMatchObject({
      status: 400,
      error: 'consent_version_mismatch',
      body: { document_id: terms.id, published_version: '1' },
    });
    expect(await countUsers(application.id)).toBe(0);
  });

  test('many at once give one user, one set of consents and one event', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const holder = aHolder();
    const form = { explicit_consent: true, consents: [entryFor(terms)] };
    const replies = await Promise.all(Array.from({ length: 24 }, () => register(t, application, holder, form)));

    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(replies.filter(({ data }) => data.created)).toHaveLength(1);
    expect(new Set(replies.map(({ data }) => data.user.id)).size).toBe(1);
    expect(await ledgerOf(t, application)).toHaveLength(1);
    const userId = replies[0]?.data.user.id;
    const registered = await t.published(identity.events.userRegistered);
    expect(registered.filter((data) => data.user_id === userId)).toHaveLength(1);
    const accepted = await t.published(identity.events.consentAccepted);
    expect(accepted.filter((data) => data.user_id === userId)).toMatchObject([{ document_id: terms.id, version: '1' }]);
  });

  test('one subject of two issuers or two applications is two users', async () => {
    const [a, b] = [givenApplication(), givenApplication()];
    const holder = aHolder();
    const ids = [
      await givenUser(t, a, [], holder),
      await givenUser(t, b, [], holder),
      await givenUser(t, a, [], { ...holder, issuer: 'https://other.test' }),
    ].map((user) => user.id);
    expect(new Set(ids).size).toBe(3);
  });

  test('claims that could not be stored do no harm', async () => {
    const application = givenApplication();
    const odd = aHolder({ display_name: 'a\0b\ud800', email: '\0', avatar_url: 'javascript:alert(1)' });
    expect((await register(t, application, odd)).data.user).toMatchObject({
      display_name: 'ab\ufffd',
      email: null,
      avatar_url: null,
    });
    for (const subject of ['a\0b', 'x'.repeat(5000)])
      expect(await register(t, application, aHolder({ subject }))).toMatchObject({
        status: 401,
        error: 'invalid_token',
      });
  });
});

describe('a later registration', () => {
  test('silent: refreshes the profile, stores no consents and upgrades no versions', async () => {
    const application = givenApplication();
    const first = await givenPublished(t, application, { kind: 'terms_music' });
    const holder = aHolder();
    await givenUser(t, application, [first], holder);
    const second = await givenPublished(t, application, { kind: 'terms_music' });

    const reply = await register(
      t,
      application,
      { ...holder, email: 'new@example.test' },
      { consents: [entryFor(second)], utm_source: 'late', platform: 'ios' },
    );
    expect(reply.data).toMatchObject({
      created: false,
      user: { email: 'new@example.test', utm_source: null, platform: null },
      needs_reconsent: true,
      pending_reconsent: [
        {
          document_id: second.id,
          published_version: '2',
          doc_kind: 'terms_music',
          public_url: `http://platform.test/v1/legal-documents/${second.id}`,
        },
      ],
    });
    expect(await ledgerOf(t, application)).toHaveLength(1);
  });

  test('explicit: stores the current versions, and once', async () => {
    const application = givenApplication();
    const holder = aHolder();
    await givenUser(t, application, [await givenPublished(t, application, { kind: 'terms_music' })], holder);
    const second = await givenPublished(t, application, { kind: 'terms_music' });
    const form = { explicit_consent: true, consents: [entryFor(second)] };
    const replies = await Promise.all([1, 2, 3, 4].map(() => register(t, application, holder, form)));
    for (const reply of replies) expect(reply.data).toMatchObject({ created: false, needs_reconsent: false });
    expect((await ledgerOf(t, application)).map(({ version }) => version)).toEqual(['1', '2']);
  });

  test('attribution is first touch', async () => {
    const application = givenApplication();
    const holder = aHolder();
    const first = {
      utm_source: 'a',
      utm_medium: 'b',
      utm_campaign: 'c',
      utm_content: 'e',
      acquisition_source: 'd',
      platform: 'web',
    };
    const later = Object.fromEntries(Object.keys(first).map((name) => [name, 'z']));
    await register(t, application, holder, first);
    expect((await register(t, application, holder, later)).data.user).toMatchObject(first);
  });

  test('a value that the user set wins over the token', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application);
    const call = t.as({ application, user });
    const params = { app_code: application.code };
    const patch = { display_name: 'Аня', avatar_url: null };
    expect((await call.updateMyProfile({ params, body: patch })).data).toMatchObject(patch);

    const changed = { ...user, display_name: 'Claimed', avatar_url: 'https://idp.test/x.png', email: 'b@example.test' };
    const reply = await register(t, application, changed, {
      avatar_url: 'https://cdn.test/y.png',
      timezone: 'Asia/Omsk',
    });
    expect(reply.data.user).toMatchObject({ ...patch, email: 'b@example.test', timezone: 'Asia/Omsk' });
    expect((await call.getMyProfile({ params })).data).toEqual(reply.data.user);
    expect(await call.updateMyProfile({ params, body: { timezone: 'Mars/Base' } })).toMatchObject({ status: 400 });
  });
});

test('a token holder who is not registered has no profile', async () => {
  const application = givenApplication();
  const reply = await t
    .as({ application, user: aHolder() as never })
    .getMyProfile({ params: { app_code: application.code } });
  expect(reply).toMatchObject({ status: 404, error: 'user_not_found' });
});

describe('a publication between the check and the commit', () => {
  const form = (terms: { id: string; version: string }) => ({ explicit_consent: true, consents: [entryFor(terms)] });
  const publishedVersion = async (id: string) =>
    (await t.database.query('SELECT published_version AS version FROM identity.legal_documents WHERE id = $1', [id]))[0]
      ?.version;

  test('a form waits for a publication that has begun, and is then out of date', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    // The first lock of a publication.
    const publication = await openTransaction(
      t.database,
      `SELECT pg_advisory_xact_lock(hashtextextended('legal:application:${application.id}', 0))`,
    );
    const registration = register(t, application, aHolder(), form(terms));
    await untilBlocked(t.database);
    await publication.query("UPDATE identity.legal_documents SET published_version = '2' WHERE id = $1", [terms.id]);
    await publication.commit();
    expect(await registration).toMatchObject({
      status: 400,
      error: 'consent_version_mismatch',
      body: { published_version: '2' },
    });
    expect(await ledgerOf(t, application)).toEqual([]);
  });

  test('a publication waits for a form that was found right', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    await givenUser(t, application, [terms]);
    const chain = await openTransaction(
      t.database,
      'SELECT FROM identity.consent_chains WHERE owner_id = $1 FOR UPDATE',
      [application.id],
    );
    const registration = register(t, application, aHolder(), form(terms));
    await untilBlocked(t.database);
    const publication = givenPublished(t, application, { kind: 'terms_music' });
    await untilBlocked(t.database, { sessions: 2 });
    expect(await publishedVersion(terms.id)).toBe('1');
    await chain.rollback();
    const [registered, next] = await Promise.all([registration, publication]);
    expect([registered.status, next.version]).toEqual([200, '2']);
    expect((await ledgerOf(t, application)).map(({ version }) => version)).toEqual(['1', '1']);
  });

  test('under load every answer fits a published version', async () => {
    const application = givenApplication();
    let terms = await givenPublished(t, application, { kind: 'terms_music' });
    for (let round = 0; round < 5; round += 1) {
      const before = (await ledgerOf(t, application)).length;
      const current = terms;
      const [next, ...replies] = await Promise.all([
        givenPublished(t, application, { kind: 'terms_music' }),
        ...Array.from({ length: 6 }, () => register(t, application, aHolder(), form(current))),
      ]);
      for (const reply of replies.filter(({ status }) => status !== 200))
        expect(reply).toMatchObject({ error: 'consent_version_mismatch', body: { published_version: next.version } });
      const accepted = replies.filter(({ status }) => status === 200);
      expect((await ledgerOf(t, application)).length - before).toBe(accepted.length);
      terms = next;
    }
  });
});
