import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@platform/testing';
import type { CrashPoint } from './crash-host.ts';
import { killHosts, type Lane, openLane } from './crash-lane.ts';
import { type StartedPayment, until } from './test-platform.ts';

const app = { params: { app_code: 'demo' } };
const proCodes = ['export_pdf', 'notes_unlimited'];

let lanes: Lane[] = [];
beforeAll(async () => {
  lanes = await Promise.all([openLane(), openLane()]);
});
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.stop()));
  killHosts();
});

const isQuiet = async ({ harness }: Lane, userId: string): Promise<boolean> => {
  const [row] = await harness.database.query<{ granted: boolean; waiting: string }>(
    `SELECT EXISTS (SELECT FROM public.observed WHERE user_id = $1 AND type = 'entitlement.granted') AS granted,
       (SELECT count(*) FROM billing.outbox) + (SELECT count(*) FROM catalog.outbox) + (SELECT count(*) FROM identity.outbox) AS waiting`,
    [userId],
  );
  return row?.granted === true && row.waiting === '0';
};

const isWhole = (effects: string[]): boolean =>
  effects.filter((label) => label.startsWith('before ')).length ===
  effects.filter((label) => label.startsWith('after ')).length;

/**
 * One purchase, from the first click until everything is quiet. When the platform dies at effect `crashAt`,
 * it is started again and the person goes on as people do: clicks again when there was no answer, pays when
 * it is not paid, comes back. `wayBack` chooses which of the ways to settle is gone then.
 * @returns the effects when it lived, or the one that it died at
 */
async function purchase(
  lane: Lane,
  crashAt: CrashPoint | null,
  wayBack = 0,
): Promise<{ effects: string[] } | { crashed: string }> {
  const { harness } = lane;
  const { sandboxes } = harness;
  const user = await harness.registered();
  await harness.untilIdle();
  const body = {
    plan_price_id: await harness.priceOf('monthly'),
    return_url: 'https://app.example.test/return',
    consents: await harness.consents(['license_offer']),
  };
  const click = async () => {
    const reply = await user.client.createPayment({ body }).catch(() => null);
    if (reply && reply.status < 500 && reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
    return reply?.status === 201 ? reply.data : null;
  };
  const pay = (id: string) => {
    const made = sandboxes.yookassa.payments().find((payment) => payment.id === id);
    if (made?.status === 'pending') sandboxes.yookassa.pay(id);
  };

  await lane.host.arm(crashAt);
  let payment = await click();
  if (payment) pay(payment.provider_payment_id);
  let effects: string[] | null = null;
  await until('the purchase is settled, or the platform is dead', async () => {
    if (!lane.host.isDead() && !payment) {
      payment = await click();
      if (payment) pay(payment.provider_payment_id);
    }
    if (!lane.host.isDead() && !(payment && (await isQuiet(lane, user.user_id)))) return false;
    effects = await lane.host.effects();
    return effects === null || isWhole(effects);
  });
  if (effects !== null) {
    await expectOnePurchase(lane, user.user_id);
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
    return { effects };
  }

  const crashed = (await lane.host.crashedAt()) ?? '';
  await lane.restart();
  await until('the payment is started again', async () => {
    payment ??= await click();
    return payment !== null;
  });
  if (!payment) throw new Error('there is no payment');
  const { payment_id, provider_payment_id } = payment as StartedPayment;
  pay(provider_payment_id);
  const admin = harness.client(await harness.adminHeaders());
  /** Each answers whether the platform has worked on it; a busy one may answer 503, or a read without the provider. */
  const ways = [
    () => sandboxes.yookassa.redeliver().then(() => true),
    async () => (await user.client.syncPayment({ params: { payment_id } })).status < 500,
    async () => {
      const { status, data } = await admin.syncPendingPayments();
      return status < 500 && data.failed === 0;
    },
    async () => (await user.client.getMyEntitlements(app)).data.codes.length > 0,
  ];
  await eventually(async () => ways[wayBack % ways.length]?.());
  await until(`everything is quiet after a crash ${crashed}`, () => isQuiet(lane, user.user_id));
  await harness.untilIdle();
  await expectOnePurchase(lane, user.user_id);
  expect((await user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
  return { crashed };
}

/** One charge, one of everything that follows from it, and nothing on its way. */
async function expectOnePurchase({ harness }: Lane, userId: string): Promise<void> {
  const rows = await harness.database.query<{ id: string; status: string; provider_payment_id: string }>(
    'SELECT id, status, provider_payment_id FROM billing.payments WHERE user_id = $1',
    [userId],
  );
  expect(rows).toMatchObject([{ status: 'succeeded' }]);
  const ours = harness.sandboxes.yookassa.payments().filter(({ metadata }) => metadata.payment_id === rows[0]?.id);
  expect(ours).toMatchObject([{ id: rows[0]?.provider_payment_id, status: 'succeeded' }]);
  const counts = await harness.database.query(
    `SELECT (SELECT count(*)::int FROM catalog.grants WHERE user_id = $1 AND revoked_at IS NULL) AS grants,
       (SELECT count(*)::int FROM public.observed WHERE user_id = $1 AND type = 'payment.succeeded') AS succeeded,
       (SELECT count(*)::int FROM public.observed WHERE user_id = $1 AND type = 'entitlement.granted') AS granted`,
    [userId],
  );
  expect(counts).toEqual([{ grants: 1, succeeded: 1, granted: 1 }]);
}

/** The books of a lane as a whole: the provider's against ours. */
async function expectBooksAgree({ harness }: Lane): Promise<void> {
  const [books] = await harness.database.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM billing.payments) AS payments,
       (SELECT count(*)::int FROM billing.payments WHERE status = 'succeeded') AS succeeded,
       (SELECT count(*)::int FROM catalog.grants) AS grants,
       (SELECT count(*)::int FROM public.observed WHERE type = 'entitlement.granted') AS granted,
       (SELECT count(*)::int FROM billing.dead_letters) + (SELECT count(*)::int FROM catalog.dead_letters)
         + (SELECT count(*)::int FROM identity.dead_letters) AS dead`,
  );
  const charged = harness.sandboxes.yookassa.payments();
  const count = charged.length;
  expect(charged.filter(({ status }) => status === 'succeeded')).toHaveLength(count);
  expect(books).toEqual({ payments: count, succeeded: count, grants: count, granted: count, dead: 0 });
}

test('a crash at any effect of a purchase leaves one charge and one grant', async () => {
  const baseline = await Promise.all(lanes.map((lane) => purchase(lane, null)));
  const points = new Map<string, CrashPoint>();
  for (const run of baseline) {
    const seen = new Map<string, number>();
    for (const label of 'effects' in run ? run.effects : []) {
      const occurrence = (seen.get(label) ?? 0) + 1;
      seen.set(label, occurrence);
      points.set(`${label} #${occurrence}`, { label, occurrence });
    }
  }
  // Below it the counting itself would be broken.
  expect(points.size).toBeGreaterThanOrEqual(30);

  const crashed: string[] = [];
  const waiting = [...points.values()].entries();
  const work = async (lane: Lane) => {
    for (const [at, point] of waiting) {
      const run = await purchase(lane, point, at);
      if ('crashed' in run) crashed.push(run.crashed);
    }
  };
  await Promise.all(lanes.map(work));

  for (const lane of lanes) await expectBooksAgree(lane);
  // How events are grouped differs a little from run to run; every kind of effect must have been a place to
  // die at.
  expect([...points.values()].map(({ label }) => label).filter((label) => !crashed.includes(label))).toEqual([]);
  expect(crashed.length).toBeGreaterThanOrEqual(points.size - 4);
  process.stdout.write(`  died at ${crashed.length} of ${points.size} effects of a purchase\n`);
}, 1_800_000);
