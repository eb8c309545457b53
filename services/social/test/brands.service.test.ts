import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditEventOf, catalog, cms } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { anAdmin } from '@platform/testing';
import { givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
const site_id = newId();
beforeAll(async () => {
  t = await startSocial();
  await t.service.answer(catalog.queries.getApplicationFacts, () => ({ application: null }));
  await t.service.answer(cms.queries.describeSite, ({ id }) => ({
    site:
      id === site_id
        ? {
            id,
            code: 'notes',
            name: 'Notes',
            status: 'active' as const,
            application_id: null,
            default_locale: 'ru',
            website_url: 'https://notes.example.com/ru/',
            locales: ['ru'],
          }
        : null,
  }));
});
afterAll(() => t.stop());

test('whether the advertising law holds for a brand is for an owner to say', async () => {
  const admin = t.service.as({ admin: anAdmin({ role: 'admin' }) });
  const brand = await givenBrand(t.owner, {});
  const params = { brand_id: brand.id };
  const body = { jurisdiction: 'none' as const };
  const refused = { status: 403, body: { error: 'forbidden' } };
  expect(await admin.updateSocialBrand({ params, body })).toMatchObject(refused);
  const made = { code: 'lawless', name: 'Lawless', timezone: 'UTC', languages: ['en'] };
  expect(await admin.createSocialBrand({ body: { ...made, ...body } })).toMatchObject(refused);
  expect(await admin.createSocialBrand({ body: made })).toMatchObject({ status: 201, data: { jurisdiction: 'RU' } });
  expect(await t.owner.updateSocialBrand({ params, body })).toMatchObject({ data: { jurisdiction: 'none' } });
  // What is the same already is no change.
  expect(await admin.updateSocialBrand({ params, body: { ...body, name: 'Notes' } })).toMatchObject({ status: 200 });
});

test('a brand has careful defaults, and the host of its site', async () => {
  const brand = await givenBrand(t.owner, { site_id });
  expect(brand).toMatchObject({
    autonomy: 'manual',
    jurisdiction: 'RU',
    late_limit_min: 60,
    min_gap_min: 60,
    refill_days: 7,
    approval: { required: 1, approver_ids: [], self_approval: true, time_tolerance_min: 0 },
    link_hosts: ['notes.example.com'],
    is_archived: false,
    version: 1,
  });
  const read = await t.staff.getSocialBrand({ params: { brand_id: brand.id } });
  expect(read.data).toEqual(brand);
});

test('a code is taken once, also by an archived brand', async () => {
  const brand = await givenBrand(t.owner);
  const archived = await t.owner.deleteSocialBrand({ params: { brand_id: brand.id } });
  expect(archived.data).toMatchObject({ is_archived: true, version: 2 });
  const again = await t.owner.deleteSocialBrand({ params: { brand_id: brand.id } });
  expect(again.data).toEqual(archived.data);
  const body = { code: brand.code, name: 'Other', timezone: 'Europe/Moscow' };
  expect(await t.owner.createSocialBrand({ body })).toMatchObject({ status: 409, body: { error: 'conflict' } });
  const lists = await Promise.all(
    (['true', 'false'] as const).map((shown) => t.owner.listSocialBrands({ query: { archived: shown } })),
  );
  expect(lists.map(({ data }) => data.some(({ id }) => id === brand.id))).toEqual([true, false]);
  const account = { channel: 'telegram', name: 'x' } as const;
  const refused = await t.owner.createSocialAccount({ params: { brand_id: brand.id }, body: account });
  expect(refused).toMatchObject({ status: 404, body: { error: 'brand_not_found' } });
});

test('a change needs the version that it is based on, and leaves a record', async () => {
  const { id } = await givenBrand(t.owner);
  const change = (autonomy: 'assisted' | 'manual', version: string) =>
    t.owner.updateSocialBrand({ params: { brand_id: id }, body: { autonomy }, headers: { 'if-match': version } });
  expect((await change('assisted', '"1"')).data).toMatchObject({ autonomy: 'assisted', version: 2 });
  expect(await change('manual', '"1"')).toMatchObject({
    status: 412,
    body: { error: 'precondition_failed', version: 2 },
  });
  const records = await t.service.published(auditEventOf('social'));
  expect(records.filter(({ target }) => target.id === id).map(({ action, changed }) => [action, changed])).toEqual([
    ['createSocialBrand', expect.arrayContaining(['code', 'approval'])],
    ['updateSocialBrand', ['autonomy', 'version']],
  ]);
});

test('an application or a site that is not there is refused', async () => {
  const body = { code: 'lost', name: 'Lost', timezone: 'Europe/Moscow' };
  const create = (more: object) => t.owner.createSocialBrand({ body: { ...body, ...more } });
  expect(await create({ application_id: newId() })).toMatchObject({ body: { error: 'application_not_found' } });
  expect(await create({ site_id: newId() })).toMatchObject({ body: { error: 'site_not_found' } });
  const blackouts = [{ from: '2027-03-02T10:00', to: '2027-03-02T10:00' }];
  expect(await create({ blackouts })).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
  expect(await create({ timezone: 'Mars/Olympus' })).toMatchObject({ status: 400 });
});
