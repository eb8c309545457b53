import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { aUser, fakeClock } from '@platform/testing';
import { decodeJwt } from 'jose';
import {
  admin,
  type Catalog,
  type GivenApplication,
  givenApplication,
  givenEntitlement,
  startCatalog,
  usersBySubject,
} from './support.ts';

const clock = fakeClock('2026-01-10T12:00:00Z');
let t: Catalog;
let application: GivenApplication;
beforeAll(async () => {
  t = await startCatalog({ clock });
  application = await givenApplication(t);
  await givenEntitlement(t, application, 'pro');
});
afterAll(() => t.stop());

const subject = 'auth0|ann / 1';
const read = (changes: { application_id?: string; subject?: string; issuer?: string } = {}) => {
  const { issuer, ...params } = { ...application.params, subject, ...changes };
  return admin(t).getSubjectEntitlements({ params, query: { issuer } });
};

test('a back end reads by subject what the user reads', async () => {
  const user_id = newId();
  usersBySubject.set(subject, [{ user_id, issuer: 'https://one.test' }]);
  const grant = { entitlement_codes: ['pro'], expires_at: null, reason: 'a gift' };
  await admin(t).grantEntitlements({ params: { ...application.params, user_id }, body: grant });
  const reply = await read();
  expect(reply).toMatchObject({ status: 200, data: { codes: ['pro'] } });
  const own = t.as({ application: application.context, user: aUser({ id: user_id }) });
  expect((await own.getMyEntitlements({ params: { app_code: application.code } })).data).toEqual(reply.data);
});

test('a subject that several issuers know needs the issuer', async () => {
  usersBySubject.set('shared', [
    { user_id: newId(), issuer: 'https://one.test' },
    { user_id: newId(), issuer: 'https://two.test' },
  ]);
  expect(await read({ subject: 'shared' })).toMatchObject({ status: 409, error: 'conflict' });
  expect((await read({ subject: 'shared', issuer: 'https://two.test' })).data.codes).toEqual([]);
});

test('the present issuer is meant where none is named, and its aliases mean it, too', async () => {
  const { params } = await givenApplication(t);
  const provider = { issuer: 'https://new.test', issuer_aliases: ['https://alias.test'] };
  const body = { ...provider, audience: 'notes', jwks_url: 'https://new.test/jwks.json', skip_check: true };
  expect((await admin(t).setIdentityProvider({ params, body })).status).toBe(200);
  const [former, present] = [newId(), newId()];
  usersBySubject.set('former', [{ user_id: former, issuer: 'https://old.test' }]);
  usersBySubject.set('present', [{ user_id: present, issuer: 'https://new.test' }]);
  const read = (subject: string, issuer?: string) =>
    admin(t).getSubjectEntitlements({ params: { ...params, subject }, query: { issuer } });
  const userOf = ({ data }: { data: { snapshot_token: string } }) => decodeJwt(data.snapshot_token).sub;
  expect(userOf(await read('present'))).toBe(present);
  expect(userOf(await read('present', 'https://alias.test'))).toBe(present);
  expect(await read('former')).toMatchObject({ status: 409, error: 'conflict' });
  expect(userOf(await read('former', 'https://old.test'))).toBe(former);
  expect(await read('former', 'https://alias.test')).toMatchObject({ status: 404, error: 'user_not_found' });
});

test('a subject without a user, and an application that does not exist, are not found', async () => {
  expect(await read({ subject: 'unknown' })).toMatchObject({ status: 404, error: 'user_not_found' });
  expect(await read({ application_id: newId() })).toMatchObject({ status: 404, error: 'application_not_found' });
});
