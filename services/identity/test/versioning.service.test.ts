import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { publicationOf } from '@platform/testing';
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

const terms = 'terms_music';
const versionsIn = async (application: ReturnType<typeof givenApplication>) =>
  (await ledgerOf(t, application)).map(({ version }) => version);

/** A user who accepted version 1 of the terms; version 2 is published since. */
async function givenOutdatedUser() {
  const application = givenApplication();
  const first = await givenPublished(t, application, { kind: terms });
  const holder = aHolder();
  const user = await givenUser(t, application, [first], holder);
  const second = await givenPublished(t, application, { kind: terms });
  return { application, holder, user, first, second, params: { app_code: application.code } };
}

describe('Versioning 3: documents carry a version, which clients read and send back as a string', () => {
  test('the legal read and pending_reconsent name the same id and version, as strings', async () => {
    const { application, user, second, params } = await givenOutdatedUser();
    const { data: listed } = await t.as({ application }).listLegalDocuments({ params });
    const { data: one } = await t.as({ application }).getLegalDocument({ params: { ...params, doc_kind: terms } });
    const { data: state } = await t.as({ application, user }).getMyConsents({ params });
    expect(listed.map(({ id, version }) => ({ id, version }))).toEqual([{ id: second.id, version: '2' }]);
    expect(one).toMatchObject({ id: second.id, version: '2' });
    expect(state.pending_reconsent).toMatchObject([{ document_id: second.id, published_version: '2' }]);
  });

  test('the id stays over the versions', async () => {
    const { first, second } = await givenOutdatedUser();
    expect(second.id).toBe(first.id);
    expect([first.version, second.version]).toEqual(['1', '2']);
  });

  test('a version that is no string is refused', async () => {
    const { application, user, second, params } = await givenOutdatedUser();
    const consents = [{ ...entryFor(second), version: 2 as unknown as string }];
    const reply = await t.as({ application, user }).acceptConsents({ params, body: { consents } });
    expect(reply).toMatchObject({ status: 400, error: 'validation_failed' });
  });

  test.each(['1', '3', '02', '2.0', ' 2', ''])('version %j does not equal the published version 2', async (version) => {
    const { application, user, second, params } = await givenOutdatedUser();
    const body = { consents: [{ ...entryFor(second), version }] };
    expect(await t.as({ application, user }).acceptConsents({ params, body })).toMatchObject({
      status: 400,
      error: 'consent_version_mismatch',
      body: { document_id: second.id, published_version: '2' },
    });
    expect(await versionsIn(application)).toEqual(['1']);
  });
});

describe('Versioning 4: a new version is written only where a user ticked a box', () => {
  test('on a version bump old acceptances stay in the ledger', async () => {
    const { application, user, second, params } = await givenOutdatedUser();
    const [before] = await ledgerOf(t, application);
    await t.as({ application, user }).acceptConsents({ params, body: { consents: [entryFor(second)] } });
    expect((await ledgerOf(t, application))[0]).toEqual(before);
    expect(await versionsIn(application)).toEqual(['1', '2']);
  });

  test('a silent register does not upgrade versions, even when it carries consents', async () => {
    const { application, holder, second } = await givenOutdatedUser();
    for (const form of [
      {},
      { explicit_consent: false, consents: [entryFor(second)] },
      { consents: [entryFor(second)] },
    ])
      expect((await register(t, application, holder, form)).data).toMatchObject({ needs_reconsent: true });
    expect(await versionsIn(application)).toEqual(['1']);
  });

  test('an explicit register stores the current platform versions', async () => {
    const { application, holder, second } = await givenOutdatedUser();
    const form = { explicit_consent: true, consents: [entryFor(second)] };
    expect((await register(t, application, holder, form)).data).toMatchObject({ needs_reconsent: false });
    expect(await ledgerOf(t, application)).toMatchObject([{ version: '1' }, { version: '2', source: 'registration' }]);
  });

  test('the accept-consents operation stores the current platform versions', async () => {
    const { application, user, second, params } = await givenOutdatedUser();
    const body = { consents: [entryFor(second)], source_screen: 'reconsent_modal' };
    const { data } = await t.as({ application, user }).acceptConsents({ params, body });
    expect(data).toEqual({ needs_reconsent: false, pending_reconsent: [] });
    expect((await ledgerOf(t, application))[1]).toMatchObject({
      version: '2',
      source: 'other',
      metadata: { flow: 'reconsent' },
    });
  });
});

describe('Versioning 5: needs_reconsent decides when to show the re-consent modal', () => {
  test('after login, in the answer of register', async () => {
    const { application, holder, second } = await givenOutdatedUser();
    expect((await register(t, application, holder)).data).toMatchObject({
      created: false,
      needs_reconsent: true,
      pending_reconsent: [{ document_id: second.id, published_version: '2' }],
    });
  });

  test('at app start, in the consents read', async () => {
    const { application, user, params } = await givenOutdatedUser();
    expect((await t.as({ application, user }).getMyConsents({ params })).data.needs_reconsent).toBe(true);
  });

  test('not for a user that has accepted the published version', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application, [await givenPublished(t, application, { kind: terms })]);
    const { data } = await t.as({ application, user }).getMyConsents({ params: { app_code: application.code } });
    expect(data).toEqual({ needs_reconsent: false, pending_reconsent: [] });
  });

  test('also for a kind that was published for the first time after the registration', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application);
    const document = await givenPublished(t, application, { kind: 'personal_data_consent' });
    const { data } = await t.as({ application, user }).getMyConsents({ params: { app_code: application.code } });
    expect(data.pending_reconsent).toMatchObject([{ document_id: document.id, doc_kind: 'personal_data_consent' }]);
  });

  test('not while only a draft was changed', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application, [await givenPublished(t, application, { kind: terms })]);
    const owner = { admin: { id: newId(), email: 'a@example.test', role: 'owner', session_id: newId() } } as const;
    await t.as(owner).saveLegalDraft({
      params: { owner_type: 'application', owner_id: application.id, kind: terms },
      body: { title: 'Terms', body: 'Not yet.' },
    });
    const { data } = await t.as({ application, user }).getMyConsents({ params: { app_code: application.code } });
    expect(data.needs_reconsent).toBe(false);
  });
});

describe('the rules of consents', () => {
  test('only registration-required kinds are pending: agreements and the personal-data consent, not the paywall offer', async () => {
    const application = givenApplication();
    const kinds = ['terms_music', 'personal_data_consent'];
    const others = [
      'license_offer',
      'mobile_apps_terms',
      'payment_data_consent',
      'privacy_policy',
      'marketing_consent',
    ];
    const user = await givenUser(t, application);
    for (const kind of [...kinds, ...others]) await givenPublished(t, application, { kind });
    const { data } = await t.as({ application, user }).getMyConsents({ params: { app_code: application.code } });
    expect(data.pending_reconsent.map(({ doc_kind }) => doc_kind).toSorted()).toEqual(kinds.toSorted());
  });

  test('consents_required lists everything that is missing: a box that is not there and one that is not ticked', async () => {
    const application = givenApplication();
    const agreement = await givenPublished(t, application, { kind: terms });
    const personal = await givenPublished(t, application, { kind: 'personal_data_consent' });
    await givenPublished(t, application, { kind: 'marketing_consent' });
    const form = { explicit_consent: true, consents: [entryFor(agreement, false)] };
    expect(await register(t, application, aHolder(), form)).toMatchObject({
      status: 400,
      error: 'consents_required',
      body: {
        missing: [
          { doc_kind: 'personal_data_consent', document_id: personal.id, version: '1' },
          { doc_kind: terms, document_id: agreement.id, version: '1' },
        ],
      },
    });
    expect(await ledgerOf(t, application)).toEqual([]);
  });

  test('a document of another application is unknown, in every form', async () => {
    const [application, other] = [givenApplication(), givenApplication()];
    const foreign = await givenPublished(t, other, { kind: terms });
    const user = await givenUser(t, application);
    const params = { app_code: application.code };
    const body = { consents: [entryFor(foreign)] };
    const refused = { status: 400, error: 'consent_document_unknown', body: { document_id: foreign.id } };
    expect(await t.as({ application, user }).acceptConsents({ params, body })).toMatchObject(refused);
    expect(await register(t, application, aHolder(), { explicit_consent: true, ...body })).toMatchObject(refused);
    const form = { application_id: application.id, purpose: 'payment' as const, ...body };
    expect(await t.ask(identity.queries.checkConsents, form)).toMatchObject({
      problem: { error: 'consent_document_unknown', document_id: foreign.id },
    });
  });

  test.each(['registration', 'paywall', 'site_form', 'newsletter', 'other'] as const)(
    'a record is written with the source %s, the label that was shown, the hash of the text and the client',
    async (source) => {
      const application = givenApplication();
      const document = await givenPublished(t, application, { kind: 'marketing_consent' });
      const user = await givenUser(t, application);
      const params = { application_id: application.id };
      const answer = await t.call(identity.commands.recordConsents, {
        application_id: application.id,
        user_id: user.id,
        purpose: 'voluntary',
        source,
        reference: newId(),
        client_ip: '203.0.113.9',
        user_agent: 'test',
        platform: 'web',
        consents: [{ ...entryFor(document), checkbox_text: 'Присылайте новости' }],
      });
      expect(answer).toMatchObject({ problem: null });
      expect((await t.as({ admin: owner }).listConsents({ params, query: {} })).data).toMatchObject([
        {
          source,
          user_id: user.id,
          checkbox_text: 'Присылайте новости',
          content_hash: document.content_hash,
          platform: 'web',
          accepted: true,
        },
      ]);
    },
  );

  test('a withdrawal makes a required document pending again, and the acceptance before it stays', async () => {
    const application = givenApplication();
    const document = await givenPublished(t, application, { kind: 'personal_data_consent' });
    const user = await givenUser(t, application, [document]);
    const params = { app_code: application.code };
    const body = { consents: [entryFor(document, false)] };
    const { data } = await t.as({ application, user }).acceptConsents({ params, body });
    expect(data.needs_reconsent).toBe(true);
    expect((await ledgerOf(t, application)).map(({ accepted }) => accepted)).toEqual([true, false]);
  });
});

test('a withdrawn document blocks no registration, and everything that was accepted stays', async () => {
  const application = givenApplication();
  const mistyped = await givenPublished(t, application, { kind: 'terms_muzic' });
  const first = await givenUser(t, application, [mistyped]);
  expect(await register(t, application, aHolder())).toMatchObject({ error: 'consents_required' });
  const admin = t.as({ admin: owner });
  const slot = { params: { owner_type: 'application', owner_id: application.id, kind: 'terms_muzic' } } as const;
  for (let time = 0; time < 2; time += 1)
    expect((await admin.withdrawLegalDocument(slot)).data).toMatchObject({ id: mistyped.id, published_version: null });

  expect((await register(t, application, aHolder(), { consents: [] })).status).toBe(200);
  const read = { params: { app_code: application.code } };
  expect((await t.as({ application }).listLegalDocuments(read)).data).toEqual([]);
  expect((await t.as({ application, user: first }).getMyConsents(read)).data.needs_reconsent).toBe(false);
  const late = { explicit_consent: true, consents: [entryFor(mistyped)] };
  expect(await register(t, application, aHolder(), late)).toMatchObject({ error: 'consent_document_unknown' });
  expect((await ledgerOf(t, application)).map(({ version }) => version)).toEqual(['1']);
  const page = (version?: string) =>
    t.as({}).readLegalDocumentPage({ params: { id: mistyped.id }, query: { version } });
  expect([(await page('1')).status, (await page()).status]).toEqual([200, 404]);
  const withdrawn = (await t.published(identity.events.legalDocumentWithdrawn)).filter(
    ({ document_id }) => document_id === mistyped.id,
  );
  expect(withdrawn).toMatchObject([{ owner_id: application.id, doc_kind: 'terms_muzic', version: '2' }]);

  const draft = (await admin.getLegalDraft(slot)).data;
  expect((await admin.publishLegalDocument({ ...slot, ...publicationOf(draft) })).data.version).toBe('3');
  const { data } = await admin.listLegalRevisions(slot);
  expect(data.map(({ version, status }) => [version, status])).toEqual([
    ['3', 'published'],
    ['2', 'withdrawn'],
    ['1', 'published'],
  ]);
});
