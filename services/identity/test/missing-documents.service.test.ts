import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { type FakeClock, fakeClock } from '@platform/testing';
import { type IdentityWithJobs, startWithJobs } from './evidence-support.ts';
import { givenApplication, givenPublished, givenUser, owner } from './support.ts';

let t: IdentityWithJobs;
let clock: FakeClock;
beforeAll(async () => {
  clock = fakeClock('2026-03-01T12:00:00.000Z');
  t = await startWithJobs({ clock, env: { LOG_LEVEL: 'warn' } });
});
afterAll(() => t.stop());

const warning = 'users register without consent: required documents are not published';
const listed = async () => (await t.as({ admin: owner }).listMissingLegalDocuments()).data;
const warned = () =>
  t
    .logged()
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === warning)
    .map(({ level, application_id, missing }) => ({ level, application_id, missing }));

test('an application that registers users without a required document warns its administrators', async () => {
  const [none, half, whole, empty] = [givenApplication(), givenApplication(), givenApplication(), givenApplication()];
  await givenUser(t, none);
  const personal = await givenPublished(t, half, { kind: 'personal_data_consent' });
  // Neither an offer nor a privacy policy stands for an agreement.
  await givenPublished(t, half, { kind: 'privacy_policy' });
  await givenUser(t, half, [personal]);
  const documents = [
    await givenPublished(t, whole, { kind: 'personal_data_consent' }),
    await givenPublished(t, whole, { kind: 'terms_music' }),
  ];
  await givenUser(t, whole, documents);
  await givenUser(t, whole, documents);

  const missing = [
    { application_id: none.id, missing: ['terms', 'personal_data_consent'] },
    { application_id: half.id, missing: ['terms'] },
  ].toSorted((a, b) => (a.application_id < b.application_id ? -1 : 1));
  expect(await listed()).toEqual(missing);
  expect((await listed()).map(({ application_id }) => application_id)).not.toContain(empty.id);
  const { application_count } = await t.ask(identity.queries.countApplicationsWithoutDocuments, {});
  expect(application_count).toBe(2);
  expect(warned()).toEqual([]);
  await t.runJob('warn-of-missing-documents');
  expect(warned()).toEqual(missing.map((facts) => ({ level: 'warn', ...facts })));

  await givenPublished(t, half, { kind: 'terms_music' });
  expect(await listed()).toEqual([{ application_id: none.id, missing: ['terms', 'personal_data_consent'] }]);
  const params = { owner_type: 'application', owner_id: whole.id, kind: 'terms_music' } as const;
  await t.as({ admin: owner }).withdrawLegalDocument({ params });
  expect(await listed()).toContainEqual({ application_id: whole.id, missing: ['terms'] });
});

test('an application whose latest user is older than 30 days is not reported as lacking documents', async () => {
  const application = givenApplication();
  await givenUser(t, application);
  const isListed = async () => (await listed()).some(({ application_id }) => application_id === application.id);
  expect(await isListed()).toBe(true);
  clock.set(new Date(clock.now().getTime() + 31 * 86_400_000));
  expect(await isListed()).toBe(false);
});
