import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { type LeadDesk, openLeadDesk } from './lead-desk.ts';

let desk: LeadDesk;
beforeAll(async () => {
  desk = await openLeadDesk({}, { CMS_FORMS_PER_DAY: '3' });
});
afterAll(() => desk.stop());

test('a site receives its forms of a day, answers repeats of them, and refuses further ones until the next day', async () => {
  const ids = [1, 2, 3].map(() => newId());
  const send = (submission_id: string, at: number) =>
    desk.submit({ submission_id, email: `visitor-${at}@example.test`, message: `Message ${at}` });
  for (const [at, id] of ids.entries()) expect((await send(id, at)).status).toBe(201);
  const refused = await send(newId(), 4);
  expect([refused.status, refused.error, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '3600']);
  expect((await send(ids[0] ?? '', 0)).status).toBe(201);
  expect(await desk.rows()).toHaveLength(3);
  desk.clock.set('2026-03-12T00:00:01.000Z');
  expect((await send(newId(), 5)).status).toBe(201);
});
