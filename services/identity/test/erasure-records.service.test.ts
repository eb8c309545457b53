import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cms, identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { anAdmin } from '@platform/testing';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { aHolder, givenApplication, givenSite, givenUser, type Identity, startIdentity } from './support.ts';

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
});
afterAll(() => t.stop());

const admin = anAdmin();
const asAdmin = () => t.as({ admin });
interface Filter {
  owner_type?: 'cms_site';
  owner_id?: string;
  person_id?: string;
  to?: string;
}
const recordsOf = async (query: Filter) => (await asAdmin().listErasures({ query })).data;

async function givenPerson(issuer?: string) {
  const application = givenApplication();
  const holder = issuer === undefined ? aHolder() : aHolder({ issuer });
  const user = await givenUser(t, application, [], holder);
  const params = { application_id: application.id, user_id: user.id };
  return { application, user, params, of: { owner_id: application.id } };
}

describe('an administrator', () => {
  test('erases a user of a former issuer, who then has a pseudonym alone', async () => {
    const { user, params } = await givenPerson('https://former.example.test');
    const { status, data } = await asAdmin().eraseUser({ params, body: { reason: 'person_request' } });
    expect(status).toBe(200);
    expect(data).toMatchObject({ erased_by: 'admin', admin_id: admin.id, reason: 'person_request', person: 'user' });
    const [row] = await t.database.query('SELECT issuer, subject, email FROM identity.users WHERE id = $1', [user.id]);
    expect(row).toEqual({ issuer: '', subject: user.id, email: null });
    expect((await t.published(identity.events.userErased)).filter(({ user_id }) => user_id === user.id)).toEqual([
      { user_id: user.id, erased_by: 'admin', admin_id: admin.id, reason: 'person_request' },
    ]);
  });

  test('gets the first record for a repeat, also for two calls at once and after an erasure by the person', async () => {
    const { params, of } = await givenPerson();
    const erase = () => asAdmin().eraseUser({ params, body: { reason: 'consent_withdrawn' } });
    const [first, second] = await Promise.all([erase(), erase()]);
    const third = await asAdmin().eraseUser({ params, body: { reason: 'authority_demand' } });
    expect([second.data, third.data]).toEqual([first.data, first.data]);
    expect(await recordsOf(of)).toHaveLength(1);

    const other = await givenPerson();
    const { application, user } = other;
    await t.as({ application, user }).eraseMe({ params: { app_code: application.code } });
    const repeat = await asAdmin().eraseUser({ params: other.params, body: { reason: 'authority_demand' } });
    expect(repeat.data).toMatchObject({ erased_by: 'person', admin_id: null, reason: 'person_request' });
    expect(await recordsOf(other.of)).toEqual([repeat.data]);
  });

  test('erases no user of another application, and no user without a reason', async () => {
    const { user, params } = await givenPerson();
    const elsewhere = { application_id: givenApplication().id, user_id: user.id };
    const body = { reason: 'person_request' } as const;
    expect(await asAdmin().eraseUser({ params: elsewhere, body })).toMatchObject({ error: 'user_not_found' });
    const nowhere = { application_id: newId(), user_id: user.id };
    expect(await asAdmin().eraseUser({ params: nowhere, body })).toMatchObject({ error: 'application_not_found' });
    for (const wrong of [{}, { reason: 'Anna asked by letter' }, { reason: 'retention_ended' }])
      expect(await asAdmin().eraseUser({ params, body: wrong as never })).toMatchObject({ status: 400 });
    const [row] = await t.database.query('SELECT erased_at FROM identity.users WHERE id = $1', [user.id]);
    expect(row).toEqual({ erased_at: null });
  });
});

describe('the record of an erasure', () => {
  test('is signed: the published keys verify each fact of it', async () => {
    const { params } = await givenPerson();
    const { data } = await asAdmin().eraseUser({ params, body: { reason: 'purpose_reached' } });
    const keys = createLocalJWKSet((await t.as({}).getConsentKeys()).data as unknown as JSONWebKeySet);
    const { payload } = await jwtVerify(data.receipt, keys, { issuer: 'http://platform.test', algorithms: ['EdDSA'] });
    const { id: record_id, receipt: _, ...facts } = data;
    expect(payload).toEqual({
      iss: 'http://platform.test',
      iat: expect.any(Number),
      kind: 'erasure.receipt',
      record_id,
      ...facts,
    });
  });

  test('names no person: neither it nor its receipt has the id of the user, and the database has no key for it', async () => {
    const { user, application, of } = await givenPerson();
    await t.as({ application, user }).eraseMe({ params: { app_code: application.code } });
    const [row] = await t.database.query<{ receipt: string }>(
      'SELECT * FROM identity.erasure_records WHERE owner_id = $1',
      [of.owner_id],
    );
    const claims = Buffer.from(row?.receipt.split('.')[1] ?? '', 'base64url').toString();
    for (const name of [user.id, user.subject, user.issuer, 'anna@example.test'])
      for (const text of [JSON.stringify(row), claims]) expect(text).not.toContain(name);
    const [key] = await t.database.query<{ sealed_key: string }>('SELECT * FROM identity.erasure_pseudonym_keys');
    expect(Buffer.from(key?.sealed_key ?? '', 'base64').length).toBeGreaterThan(32);
  });

  test('is found by the id that the person had, in a page and in a file', async () => {
    const [one, two] = [await givenPerson(), await givenPerson()];
    for (const { params } of [one, two]) await asAdmin().eraseUser({ params, body: { reason: 'person_request' } });
    const found = await recordsOf({ person_id: one.user.id.toUpperCase() });
    expect(found.map(({ owner_id }) => owner_id)).toEqual([one.application.id]);
    const [id] = found.map((record) => record.id);
    expect((await asAdmin().getErasure({ params: { erasure_id: id ?? '' } })).data).toEqual(found[0]);
    expect(await asAdmin().getErasure({ params: { erasure_id: newId() } })).toMatchObject({
      error: 'erasure_not_found',
    });
    expect(await recordsOf({ ...one.of, to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await recordsOf({ ...one.of, owner_type: 'cms_site' })).toEqual([]);
    const file = await asAdmin().listErasures({ query: { ...one.of, format: 'csv' } });
    const [head, line, end] = String(file.body).split('\r\n');
    expect(head?.replace('\uFEFF', '').split(',')[0]).toBe('id');
    expect(line?.split(',')[0]).toBe(id);
    expect(end).toBe('');
  });

  test('is never changed or removed', async () => {
    const { params } = await givenPerson();
    const { data } = await asAdmin().eraseUser({ params, body: { reason: 'person_request' } });
    for (const statement of [
      "UPDATE identity.erasure_records SET reason = 'x'",
      'DELETE FROM identity.erasure_records',
    ])
      await expect(t.database.query(`${statement} WHERE id = $1`, [data.id])).rejects.toThrow('append-only');
  });

  test('comes back with the user of an older backup: the event of the erasure writes it again', async () => {
    const { user, params, of } = await givenPerson();
    const data = { user_id: user.id, erased_by: 'admin', admin_id: admin.id, reason: 'person_request' } as const;
    const about = { application_id: params.application_id, occurred_at: '2026-03-01T10:00:00.000Z' };
    await t.deliver(identity.events.userErased, data, about);
    await t.deliver(identity.events.userErased, data, about);
    const found = await recordsOf(of);
    expect(found).toMatchObject([
      { admin_id: admin.id, erased_at: about.occurred_at, owner_id: params.application_id },
    ]);
  });

  test('is written for a person of a site, and not for one of whom there was nothing', async () => {
    const site = givenSite();
    const [known, unknown] = [newId(), newId()];
    const facts = { site_id: site.id, erased_by: 'admin', admin_id: admin.id, reason: 'person_request' } as const;
    const about = { application_id: newId() };
    await t.deliver(
      cms.events.leadSubjectErased,
      { ...facts, subject_id: known, categories: ['form_submissions'] },
      about,
    );
    await t.deliver(cms.events.leadSubjectErased, { ...facts, subject_id: unknown, categories: [] }, about);
    const found = await recordsOf({ owner_id: site.id });
    expect(found).toMatchObject([{ owner_type: 'cms_site', person: 'site_person', categories: ['form_submissions'] }]);
    expect(await recordsOf({ person_id: known })).toEqual(found);
  });

  test('is written once for a destroyed text and a destroyed author of a site, and is found by their ids', async () => {
    const site = givenSite();
    for (const [person, category] of [
      ['site_text', 'published_text'],
      ['site_author', 'author_profile'],
    ] as const) {
      const [erasure_id, object_id] = [newId(), newId()];
      const facts = { erased_by: 'admin', admin_id: admin.id, reason: 'authority_demand' } as const;
      const data = { ...facts, erasure_id, site_id: site.id, person, object_id, categories: [category] };
      const about = { application_id: newId() };
      await t.deliver(cms.events.contentDestroyed, data, about);
      await t.deliver(cms.events.contentDestroyed, data, about);
      const found = await recordsOf({ person_id: object_id });
      expect(found).toMatchObject([
        { ...facts, id: erasure_id, owner_type: 'cms_site', owner_id: site.id, person, categories: [category] },
      ]);
      expect(JSON.stringify(found)).not.toContain(object_id);
    }
  });

  test('is written when the retention of leads of a person ends, and keeps the consents of the person readable', async () => {
    const site = givenSite();
    const subject_id = newId();
    const data = { site_id: site.id, subject_id, categories: ['form_submissions' as const] };
    const about = { application_id: newId(), id: newId() };
    const keys = () => t.database.query('SELECT FROM identity.subject_keys WHERE subject_id = $1', [subject_id]);
    await t.database.query(
      `INSERT INTO identity.subject_keys (subject_id, sealed_key, created_at) VALUES ($1, 'sealed', now())`,
      [subject_id],
    );
    await t.deliver(cms.events.leadSubjectExpired, data, about);
    await t.deliver(cms.events.leadSubjectExpired, data, about);
    const found = await recordsOf({ person_id: subject_id });
    expect(found).toMatchObject([
      {
        owner_type: 'cms_site',
        owner_id: site.id,
        person: 'site_person',
        erased_by: 'platform',
        admin_id: null,
        reason: 'retention_ended',
        categories: ['form_submissions'],
      },
    ]);
    expect(await keys()).toHaveLength(1);
  });
});
