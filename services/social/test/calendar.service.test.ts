import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { social } from '@platform/contracts';
import { z } from 'zod';
import { givenChannel } from './given-posts.ts';
import { dataOf, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
beforeAll(async () => {
  t = await startSocial();
});
afterAll(() => t.stop());

const march = { from: '2027-03-01', to: '2027-03-31' };

test('the calendar is as its contract says, with the post of a slot and without one', async () => {
  const { brand, account, draft } = await givenChannel(t, 'telegram');
  const variant_id = await draft({ title: 'A "title"', local_time: '2027-03-02T10:00' });
  const params = { brand_id: brand.id };
  dataOf(await t.staff.createSocialSlot({ params, body: { account_id: account.id, local_time: '2027-03-03T09:30' } }));
  const calendar = dataOf(await t.staff.readSocialCalendar({ params, query: march }));
  const Calendar = social.endpoints.readSocialCalendar.response;
  expect(calendar).toEqual(z.strictObject(Calendar.shape).parse(calendar));
  expect(calendar).toEqual({
    timezone: brand.timezone,
    is_cut: false,
    slots: [
      expect.objectContaining({ variant_id, title: 'A "title"', at: '2027-03-02T07:00:00.000Z', version: 1 }),
      expect.objectContaining({ variant_id: null, title: null, local_time: '2027-03-03T09:30', state: 'empty' }),
    ],
  });
});

test('an export of a calendar has the slots beyond the first 2000', async () => {
  const { brand, account } = await givenChannel(t, 'telegram');
  await t.service.database.query(
    `INSERT INTO social.slots (id, brand_id, account_id, at, local_time, state, origin, pinned, created_at, updated_at)
     SELECT gen_random_uuid(), $1, $2, '2027-03-02T00:00:00Z'::timestamptz + n * interval '1 minute', '2027-03-02T03:00', 'empty', 'manual', false, now(), now()
     FROM generate_series(1, 4100) AS n`,
    [brand.id, account.id],
  );
  const params = { brand_id: brand.id };
  const calendar = dataOf(await t.staff.readSocialCalendar({ params, query: march }));
  expect(calendar.slots).toHaveLength(2_000);
  expect(calendar.is_cut).toBe(true);
  const { body } = await t.staff.readSocialCalendar({ params, query: { ...march, format: 'csv' } });
  expect(new Set(String(body).trimEnd().split('\r\n')).size).toBe(4_101);
});
