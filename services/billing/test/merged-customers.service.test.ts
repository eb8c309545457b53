import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { openTransaction, untilBlocked } from '@platform/testing';
import { type BillingTest, startBilling } from './billing-test.ts';

let t: BillingTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

test('a user that is merged while its own merge runs hands its payments on to the last user', async () => {
  const [first, second, last] = [newId(), newId(), newId()];
  const running = await openTransaction(
    t.service.database,
    `SELECT pg_advisory_xact_lock(hashtextextended('buyer:' || $1::uuid, 0))`,
    [second],
  );
  const data = { user_id: second, merged_user_id: first };
  const merge = t.service.deliver(identity.events.userMerged, data, { application_id: t.application_id });
  await untilBlocked(t.service.database);
  await running.query('INSERT INTO billing.merged_users (merged_user_id, user_id) VALUES ($1, $2)', [second, last]);
  await running.commit();
  await merge;
  const rows = await t.service.database.query(
    'SELECT user_id FROM billing.merged_users WHERE merged_user_id = ANY ($1::uuid[])',
    [[first, second]],
  );
  expect(rows).toEqual([{ user_id: last }, { user_id: last }]);
});
