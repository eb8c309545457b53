import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { billing } from '@platform/contracts';
import { fakeClock } from '@platform/testing';
import fc from 'fast-check';
import { type BillingTest, type Buyer, startBilling } from './billing-test.ts';

/*
 * Random months of a shop beside the register of its provider: whatever is lost, late, declined or paid back on the way,
 * the books agree with the register to the kopeck and to the second. RUNS sets how many months are played.
 */

const runs = Number(process.env.RUNS ?? 12);
const providerClock = fakeClock();
let t: BillingTest;
beforeAll(async () => {
  t = await startBilling({ webhooks: true, providerClock });
});
beforeEach(() => {
  t.catalog.receipt_settings = {
    vat_code: 1,
    payment_subject: 'service',
    payment_mode: 'full_payment',
    measure: 'piece',
  };
  t.identity.email = 'ada@example.test';
});
afterAll(() => t.stop());

const hourMs = 3_600_000;

/** What happens in a shop, at a moment of its month. */
type Event =
  | { kind: 'sale'; plan: 'monthly' | 'lifetime'; ending: 'paid' | 'declined' | 'left' }
  | { kind: 'refund'; of: number; kopecks: number; by: 'admin' | 'cabinet' }
  | { kind: 'fault'; fault: 'lost_webhook' | 'receipt_pending' | 'receipt_canceled' | 'accepted_500' | 'none' }
  | { kind: 'wait'; hours: number };

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('sale' as const),
    plan: fc.constantFrom('monthly' as const, 'lifetime' as const),
    ending: fc.constantFrom('paid' as const, 'paid' as const, 'paid' as const, 'declined' as const, 'left' as const),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    of: fc.nat(20),
    kopecks: fc.oneof(fc.integer({ min: 100, max: 29_900 }), fc.constant(0)),
    by: fc.constantFrom('admin' as const, 'cabinet' as const),
  }),
  fc.record({
    kind: fc.constant('fault' as const),
    fault: fc.constantFrom(
      'lost_webhook' as const,
      'receipt_pending' as const,
      'receipt_canceled' as const,
      'accepted_500' as const,
      'none' as const,
    ),
  }),
  // Hours that cross midnight and the end of the month.
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
);

const pass = (ms: number) => {
  providerClock.set(new Date(providerClock.now().getTime() + ms));
  t.clock.set(providerClock.now());
};

/** A payment of the month, as the test knows it. */
interface Sale {
  user: Buyer;
  payment_id: string;
  provider_payment_id: string;
}

async function play(event: Event, sales: Sale[]): Promise<void> {
  pass(61_000);
  if (event.kind === 'wait') return pass(event.hours * hourMs - 1);
  if (event.kind === 'fault') return setFault(event.fault);
  if (event.kind === 'refund') return refund(event, sales);
  const user = t.newBuyer();
  const reply = await user.client.createPayment({ body: t.bodyFor(event.plan) });
  // The provider has made it, and the answer was lost: the reconcile finds it.
  const [row] = await t.paymentsOf(user.user_id);
  if (reply.status !== 201) await t.worker.reconcilePayments({});
  const [known] = row?.provider_payment_id ? [row] : await t.paymentsOf(user.user_id);
  const id = known?.provider_payment_id;
  if (!known || !id) return;
  sales.push({ user, payment_id: known.id, provider_payment_id: id });
  pass(45_000);
  if (event.ending === 'paid') t.yookassa.pay(id);
  if (event.ending === 'declined') t.yookassa.decline(id, 'insufficient_funds');
}

function setFault(fault: Extract<Event, { kind: 'fault' }>['fault']): void {
  t.yookassa.faults.reset();
  if (fault === 'lost_webhook') t.yookassa.faults.set({ webhook: 'lost' });
  if (fault === 'receipt_pending') t.yookassa.faults.set({ receiptRegistration: 'pending' });
  if (fault === 'receipt_canceled') t.yookassa.faults.set({ receiptRegistration: 'canceled' });
  if (fault === 'accepted_500') t.yookassa.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
}

async function refund({ of, kopecks, by }: Extract<Event, { kind: 'refund' }>, sales: Sale[]): Promise<void> {
  const sale = sales[of % Math.max(1, sales.length)];
  if (!sale) return;
  const amount = kopecks === 0 ? null : (kopecks / 100).toFixed(2);
  if (by === 'admin') return void (await t.refund(sale.payment_id, amount === null ? undefined : Number(amount)));
  const value = amount ?? '299.00';
  const line = { description: 'A part', quantity: 1, amount: { value, currency: 'RUB' }, vat_code: 1 };
  const receipt = { customer: { email: 'ada@example.test' }, items: [line] };
  await t.refundInCabinet(sale.provider_payment_id, value, receipt).catch(() => {});
}

/** Everything that was lost on the way comes in. */
async function settleMonth(): Promise<void> {
  t.yookassa.faults.reset();
  await t.untilIdle();
  for (let round = 0; round < 3; round += 1) {
    pass(2 * hourMs);
    await t.admin.syncPendingPayments({});
  }
  await t.untilIdle();
}

const admin = () => ({ params: { application_id: t.application_id } });
async function everything<Row>(
  read: (query: {
    limit: number;
    cursor?: string | undefined;
  }) => Promise<{ data: Row[]; next_cursor?: string | null | undefined }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: 200, cursor });
    rows.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

describe('the books of a month', () => {
  test('agree with the register of the provider', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 4, maxLength: 16 }), async (events) => {
        const sales: Sale[] = [];
        for (const event of events) await play(event, sales);
        await settleMonth();

        const ofMonth = new Set(sales.map(({ payment_id }) => payment_id));
        const booked = (await everything((query) => t.admin.listPayments({ ...admin(), query }))).filter(
          ({ payment_id }) => ofMonth.has(payment_id),
        );
        const register = new Map(t.yookassa.payments().map((payment) => [payment.id, payment]));
        const paidBack = Map.groupBy(
          t.yookassa.refunds().filter(({ status }) => status === 'succeeded'),
          ({ payment_id }) => payment_id,
        );
        for (const payment of booked) {
          const entry = register.get(payment.provider_payment_id ?? '');
          const refunds = paidBack.get(payment.provider_payment_id ?? '') ?? [];
          const isWhole = refunds.length > 0 && entry?.refunded_amount?.value === entry?.amount.value;
          expect({
            id: payment.payment_id,
            status: payment.status,
            amount: payment.amount.toFixed(2),
            booked: payment.succeeded_at,
            refunded: payment.refunded_amount.toFixed(2),
            refunded_at: payment.refunded_at,
            receipt: payment.succeeded_at === null ? null : payment.receipt_registration,
          }).toEqual({
            id: entry?.metadata.payment_id,
            status: isWhole ? 'refunded' : entry?.status,
            amount: entry?.amount.value,
            booked: entry?.captured_at ?? null,
            refunded: entry?.refunded_amount?.value ?? '0.00',
            refunded_at:
              refunds
                .map(({ created_at }) => created_at)
                .toSorted()
                .at(-1) ?? null,
            receipt: entry?.captured_at ? (entry.receipt_registration ?? null) : null,
          });
        }
        expect(booked).toHaveLength(ofMonth.size);

        const listed = (await everything((query) => t.admin.listRefunds({ ...admin(), query }))).filter(
          (refund) => ofMonth.has(refund.payment_id) && refund.status === 'succeeded',
        );
        const made = sales.flatMap(({ provider_payment_id }) => paidBack.get(provider_payment_id) ?? []);
        const order = (rows: { id: string | null; amount: string; at: string | null }[]) =>
          rows.toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
        expect(
          order(
            listed.map((row) => ({ id: row.provider_refund_id, amount: row.amount.toFixed(2), at: row.refunded_at })),
          ),
        ).toEqual(order(made.map(({ id, amount, created_at }) => ({ id, amount: amount.value, at: created_at }))));

        const bookings = await t.service.envelopes(billing.events.paymentSucceeded);
        for (const { data, occurred_at } of bookings.filter((event) => ofMonth.has(event.data.payment_id)))
          expect(occurred_at).toBe(booked.find(({ payment_id }) => payment_id === data.payment_id)?.succeeded_at);
        t.service.errors();
      }),
      { numRuns: runs, endOnFailure: true },
    );
  });
});
