import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { billing, catalog, cms, identity } from '@platform/contracts';
import type { ApplicationContext, UserContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { type FakeClock, fakeClock } from '@platform/testing';
import {
  entryFor,
  givenApplication,
  givenPublished,
  givenSite,
  givenUser,
  type Identity,
  owner,
  startIdentity,
} from './support.ts';

let t: Identity;
let clock: FakeClock;
beforeAll(async () => {
  clock = fakeClock('2026-05-01T12:00:00.000Z');
  t = await startIdentity({ clock });
  await t.answer(catalog.queries.listUserGrants, () => ({ grants: [] }));
  await t.answer(billing.queries.listUserPayments, () => ({ payments: [] }));
});
afterAll(() => t.stop());

const admin = () => t.as({ admin: owner });
type Document = { id: string; version: string };

/** An application with both consents, and a user who accepted them. */
async function givenPerson() {
  const application = givenApplication();
  const data = await givenPublished(t, application, { kind: 'personal_data_consent' });
  const marketing = await givenPublished(t, application, { kind: 'marketing_consent' });
  const user = await givenUser(t, application, [data, marketing]);
  return { application, data, marketing, user, params: { application_id: application.id } };
}

async function answer(
  by: { application: ApplicationContext; user: UserContext },
  document: Document,
  accepted: boolean,
) {
  const body = { consents: [entryFor(document, accepted)], source_screen: `s${newId().slice(-8)}` };
  const reply = await t.as(by).acceptConsents({ params: { app_code: by.application.code }, body });
  expect(reply.status).toBe(200);
}

const withdrawnIn = async (params: { application_id: string }, query: { doc_kind?: string } = {}) =>
  (await admin().listWithdrawnConsents({ params, query })).data;
const eventsOf = async (document_id: string) =>
  (await t.published(identity.events.consentWithdrawn)).filter((event) => event.document_id === document_id);

describe('a withdrawn personal data consent', () => {
  test('is an event, and lists the person with the end of the 30 days, which a repeat does not move', async () => {
    const { application, user, data, params } = await givenPerson();
    expect(await withdrawnIn(params)).toEqual([]);
    const withdrawn_at = clock.now().toISOString();
    await answer({ application, user }, data, false);
    clock.advance({ days: 20 });
    await answer({ application, user }, data, false);
    const destroy_by = new Date(Date.parse(withdrawn_at) + 30 * 86_400_000).toISOString();
    expect(await eventsOf(data.id)).toMatchObject([
      { user_id: user.id, owner_id: application.id, doc_kind: 'personal_data_consent', withdrawn_at, destroy_by },
    ]);
    expect(await withdrawnIn(params)).toEqual([
      {
        user_id: user.id,
        subject_id: user.id,
        document_id: data.id,
        doc_kind: 'personal_data_consent',
        version: '1',
        withdrawn_at,
        destroy_by,
        email: 'anna@example.test',
      },
    ]);
    await answer({ application, user }, data, true);
    expect(await withdrawnIn(params)).toEqual([]);
  });

  test('leaves the list with the erasure of the person', async () => {
    const { application, user, data, params } = await givenPerson();
    await answer({ application, user }, data, false);
    await admin().eraseUser({ params: { ...params, user_id: user.id }, body: { reason: 'consent_withdrawn' } });
    expect(await withdrawnIn(params)).toEqual([]);
  });

  test('is none where the person refuses without an acceptance before', async () => {
    const application = givenApplication();
    const user = await givenUser(t, application);
    const data = await givenPublished(t, application, { kind: 'personal_data_consent' });
    await answer({ application, user }, data, false);
    expect(await eventsOf(data.id)).toEqual([]);
    expect(await withdrawnIn({ application_id: application.id })).toEqual([]);
  });

  test('of a person of a site is listed by pseudonym until the person is erased', async () => {
    const site = givenSite();
    const data = await givenPublished(t, site, { kind: 'personal_data_consent', owner_type: 'cms_site' });
    const subject_id = newId();
    const act = { site_id: site.id, subject_id, email: 'eve@example.test', client_ip: '203.0.113.9', user_agent: 'x' };
    await t.call(identity.commands.recordSubjectConsents, {
      ...act,
      purpose: 'site_form',
      consents: [entryFor(data)],
      reference: 'lead:1',
    });
    await t.call(identity.commands.answerSubjectConsentsAgain, {
      ...act,
      reference: 'lead:2',
      former_reference: 'lead:1',
      doc_kind: 'personal_data_consent',
      accepted: false,
      metadata: {},
    });
    const params = { site_id: site.id };
    const listed = async () => (await admin().listWithdrawnSiteConsents({ params, query: {} })).data;
    expect(await listed()).toMatchObject([{ subject_id, user_id: null, email: null, destroy_by: expect.any(String) }]);
    const erasure = { subject_id, occurred_at: clock.now().toISOString() };
    await t.deliver(
      cms.events.leadSubjectErased,
      { subject_id },
      { application_id: newId(), occurred_at: erasure.occurred_at },
    );
    expect(await listed()).toEqual([]);
  });

  test('is in a file, page by page, newest person first', async () => {
    const { application, user, data, params } = await givenPerson();
    const second = await givenUser(t, application, [data]);
    for (const one of [user, second]) await answer({ application, user: one }, data, false);
    const first = await admin().listWithdrawnConsents({ params, query: { limit: 1 } });
    const next = await admin().listWithdrawnConsents({ params, query: { limit: 1, cursor: first.next_cursor ?? '' } });
    expect([...first.data, ...next.data].map(({ user_id }) => user_id)).toEqual([second.id, user.id]);
    expect(next.next_cursor).toBeNull();
    const file = await admin().listWithdrawnConsents({ params, query: { format: 'csv' } });
    expect(
      String(file.body)
        .split('\r\n')
        .slice(1, 3)
        .map((line) => line.split(',')[0]),
    ).toEqual([second.id, user.id]);
  });
});

describe('the list of those who may be mailed now', () => {
  const mailable = async (params: { application_id: string }) =>
    (await admin().listMailableUsers({ params, query: {} })).data;

  test('has a user until the marketing consent is withdrawn, and again after a new acceptance', async () => {
    const { application, user, marketing, params } = await givenPerson();
    const listed = { user_id: user.id, email: 'anna@example.test', version: '1' };
    expect(await mailable(params)).toMatchObject([listed]);
    await givenPublished(t, application, { kind: 'marketing_consent' });
    expect(await mailable(params)).toMatchObject([listed]);
    await answer({ application, user }, { ...marketing, version: '2' }, false);
    expect(await mailable(params)).toEqual([]);
    expect(await eventsOf(marketing.id)).toMatchObject([{ doc_kind: 'marketing_consent', destroy_by: null }]);
    expect(await withdrawnIn(params, { doc_kind: 'marketing_consent' })).toMatchObject([{ user_id: user.id }]);
    await answer({ application, user }, { ...marketing, version: '2' }, true);
    expect(await mailable(params)).toMatchObject([{ ...listed, version: '2' }]);
  });

  test('has nobody who withdrew the consent to the processing, never accepted, or was erased', async () => {
    const { application, user, data, marketing, params } = await givenPerson();
    await givenUser(t, application, [data]);
    const erased = await givenUser(t, application, [data, marketing]);
    await t.as({ application, user: erased }).eraseMe({ params: { app_code: application.code } });
    expect((await mailable(params)).map(({ user_id }) => user_id)).toEqual([user.id]);
    await answer({ application, user }, data, false);
    expect(await mailable(params)).toEqual([]);
  });
});

test('each mass read of persons leaves one record with the number of rows and the names of the filters', async () => {
  const { user, params } = await givenPerson();
  const reads = [
    () => admin().listUsers({ params, query: {} }),
    () => admin().searchUsers({ params, body: { email: 'anna@' } }),
    () => admin().getUser({ params: { ...params, user_id: user.id } }),
    () => admin().listConsents({ params, query: { user_id: user.id } }),
    () => admin().listConsents({ params, query: { format: 'csv' } }),
    () => admin().listMailableUsers({ params, query: { format: 'csv' } }),
  ];
  for (const read of reads) expect((await read()).status).toBe(200);
  const records = (await t.published(identity.events.adminActionRecorded)).filter(
    ({ target }) => target.application_id === params.application_id,
  );
  expect(records.map(({ action, after }) => [action, after])).toEqual([
    ['listUsers', { records: 1, format: 'json', filters: [] }],
    ['searchUsers', { records: 1, format: 'json', filters: ['email'] }],
    ['getUser', { id: user.id }],
    ['listConsents', { records: 2, format: 'json', filters: ['user_id'] }],
    ['listConsents', { records: null, format: 'csv', filters: [] }],
    ['listMailableUsers', { records: null, format: 'csv', filters: [] }],
  ]);
  expect(JSON.stringify(records)).not.toContain('anna@');
});
