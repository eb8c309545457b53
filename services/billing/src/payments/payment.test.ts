import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ProviderPayment } from '../providers/payment-provider.ts';
import {
  isReusable,
  judge,
  lacksRefunds,
  nextCheck,
  type PaymentRow,
  paidTime,
  toAmount,
  toHundredths,
  type Verdict,
} from './payment.ts';

const row = (changes: Partial<PaymentRow> = {}) =>
  ({
    id: 'our-id',
    status: 'pending',
    status_reason: null,
    provider_payment_id: 'their-id',
    amount: '990.00',
    currency: 'RUB',
    duration_days: 30,
    is_lifetime: false,
    created_at: new Date('2026-01-10T12:00:00Z'),
    ...changes,
  }) as PaymentRow;

const report = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: 'their-id',
  status: 'succeeded',
  amount: '990.00',
  currency: 'RUB',
  refunded_amount: '0.00',
  payment_id: 'our-id',
  confirmation_url: null,
  cancellation_reason: null,
  is_test: false,
  captured_at: null,
  receipt_registration: null,
  ...changes,
});
const real = { acceptTest: false };

describe('the verdict on our payment from a report of the provider', () => {
  const reason = 'expired_on_confirmation';
  const unchanged: Verdict = { kind: 'unchanged' };
  const paid: Verdict = { kind: 'succeeded' };
  const canceled: Verdict = { kind: 'canceled', reason };
  /**
   * Rows: our status. Columns: status at the provider. A payment that we closed and that was paid later
   * counts as paid.
   */
  const table: Record<PaymentRow['status'], Record<ProviderPayment['status'], Verdict>> = {
    pending: { pending: unchanged, waiting_for_capture: unchanged, succeeded: paid, canceled },
    canceled: { pending: unchanged, waiting_for_capture: unchanged, succeeded: paid, canceled: unchanged },
    succeeded: { pending: unchanged, waiting_for_capture: unchanged, succeeded: unchanged, canceled: unchanged },
    refunded: { pending: unchanged, waiting_for_capture: unchanged, succeeded: unchanged, canceled: unchanged },
  };
  const cases = Object.entries(table).flatMap(([ours, columns]) =>
    Object.entries(columns).map(([theirs, verdict]) => [ours, theirs, verdict] as const),
  );

  test.each(cases)('ours %s, theirs %s: %j', (ours, theirs, verdict) => {
    const payment = row({ status: ours as PaymentRow['status'] });
    const reported = report({ status: theirs as ProviderPayment['status'], cancellation_reason: reason });
    expect(judge(payment, reported, real)).toEqual(verdict);
  });

  const disagreements: [string, Partial<PaymentRow>, Partial<ProviderPayment>][] = [
    ['id', {}, { id: 'another-id' }],
    ['metadata', {}, { payment_id: 'another-id' }],
    ['metadata', {}, { payment_id: null }],
    ['amount', {}, { amount: '989.99' }],
    ['amount', {}, { amount: '990.01' }],
    ['amount', {}, { amount: '9.90' }],
    ['amount', {}, { amount: '990.001' }],
    ['amount', {}, { amount: '-990.00' }],
    ['amount', {}, { amount: '' }],
    ['currency', {}, { currency: 'USD' }],
    ['currency', {}, { currency: 'rub' }],
    ['test', {}, { is_test: true }],
  ];
  test.each(disagreements)(
    'a disagreement about %s grants nothing, in any combination of states',
    (field, ours, theirs) => {
      for (const [status, reported] of cases) {
        const payment = row({ status: status as PaymentRow['status'], ...ours });
        const said = report({ status: reported as ProviderPayment['status'], ...theirs });
        expect(judge(payment, said, real)).toEqual({ kind: 'mismatch', field });
      }
    },
  );

  test('an amount may be written shorter', () => {
    for (const amount of ['990', '990.0', '990.00'])
      expect(judge(row({ amount: '990.00' }), report({ amount }), real)).toEqual(paid);
  });

  test('a payment whose answer was lost is recognised by our id in the metadata', () => {
    const lost = row({ provider_payment_id: null });
    expect(judge(lost, report({ id: 'whatever' }), real)).toEqual(paid);
    expect(judge(lost, report({ id: 'whatever', payment_id: 'x' }), real)).toMatchObject({ kind: 'mismatch' });
  });

  test('a payment of a test shop counts only if the configuration accepts it', () => {
    expect(judge(row(), report({ is_test: true }), { acceptTest: true })).toEqual(paid);
    expect(judge(row(), report({ is_test: false }), { acceptTest: true })).toEqual(paid);
  });

  test('for any two states and amounts: the verdict is success only for equal amounts and an open or closed payment', () => {
    const status = fc.constantFrom<PaymentRow['status']>('pending', 'succeeded', 'canceled', 'refunded');
    const theirs = fc.constantFrom<ProviderPayment['status']>(
      'pending',
      'waiting_for_capture',
      'succeeded',
      'canceled',
    );
    const hundredths = fc.bigInt({ min: 0n, max: 300n });
    fc.assert(
      fc.property(
        fc.tuple(status, theirs),
        fc.tuple(hundredths, hundredths),
        fc.boolean(),
        ([ours, reported], [a, b], isTest) => {
          const verdict = judge(
            row({ status: ours, amount: toAmount(a) }),
            report({ status: reported, amount: toAmount(b), is_test: isTest }),
            real,
          );
          const isPaid = reported === 'succeeded' && a === b && !isTest && (ours === 'pending' || ours === 'canceled');
          expect(verdict.kind === 'succeeded').toBe(isPaid);
          if (a !== b) expect(verdict).toEqual({ kind: 'mismatch', field: 'amount' });
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

test('the provider has refunded more than is booked here when its amount is greater, in any notation', () => {
  const lacks = (ours: string, theirs: string) => lacksRefunds({ refunded_amount: ours }, { refunded_amount: theirs });
  expect(lacks('0.00', '0.01')).toBe(true);
  expect(lacks('9.90', '10')).toBe(true);
  for (const [ours, theirs] of [
    ['0.00', '0.00'],
    ['0.00', '0'],
    ['10.00', '10'],
    ['10.00', '9.99'],
    ['0.00', 'nonsense'],
  ] as const)
    expect(lacks(ours, theirs)).toBe(false);
});

describe('amounts', () => {
  test.each([
    ['0', 0n],
    ['0.01', 1n],
    ['0.1', 10n],
    ['0.10', 10n],
    ['1', 100n],
    ['1.15', 115n],
    ['4.35', 435n],
    ['9999999999.99', 999_999_999_999n],
    ['90071992547409931.23', 9_007_199_254_740_993_123n],
  ])('%s is %s hundredths', (text, expected) => {
    expect(toHundredths(text)).toBe(expected);
  });

  test.each([['1.234'], ['-1'], ['1e3'], [' 1'], ['1.'], ['.5'], ['1,5'], ['0x1'], ['NaN'], [''], ['1\n']])(
    '%j is no amount and equals none',
    (text) => {
      expect(toHundredths(text)).toBe(-1n);
    },
  );

  test('are written and read without loss, of any size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (hundredths) => {
        expect(toHundredths(toAmount(hundredths))).toBe(hundredths);
        expect(toAmount(hundredths)).toMatch(/^\d+\.\d{2}$/);
      }),
    );
  });
});

describe('the time that a payment buys', () => {
  const paidAt = new Date('2026-01-10T12:00:00Z');
  const bought = (changes: Partial<PaymentRow>) => paidTime(row(changes), paidAt);

  test('starts when it is paid and is as long as the plan', () => {
    expect(bought({})).toEqual({ starts_at: paidAt, expires_at: new Date('2026-02-09T12:00:00Z') });
    expect(bought({ duration_days: 1 }).expires_at).toEqual(new Date('2026-01-11T12:00:00Z'));
  });

  test('has no end for life', () => {
    for (const changes of [{ is_lifetime: true, duration_days: null }, { duration_days: null }, { is_lifetime: true }])
      expect(bought(changes)).toEqual({ starts_at: paidAt, expires_at: null });
  });
});

describe('a pending payment', () => {
  const created = new Date('2026-01-10T12:00:00Z');
  const after = (minutes: number) => new Date(created.getTime() + minutes * 60_000);
  const waitSeconds = (minutes: number) =>
    (nextCheck({ created_at: created }, after(minutes)).getTime() - after(minutes).getTime()) / 1000;

  test('is checked every minute for two hours, then every quarter of an hour, after a day every six hours', () => {
    for (const minutes of [0, 1, 119.9]) expect(waitSeconds(minutes)).toBe(55);
    for (const minutes of [120, 1439.9]) expect(waitSeconds(minutes)).toBe(15 * 60 - 5);
    for (const minutes of [1440, 100_000]) expect(waitSeconds(minutes)).toBe(6 * 3_600 - 5);
  });

  test('is returned again to the same user for a quarter of an hour, when it leads back to the same address', () => {
    const return_url = 'https://app.example/paid';
    const open = { created_at: created, mismatch: null, return_url };
    expect([0, 14.99, 15, 16].map((minutes) => isReusable(open, { return_url }, after(minutes)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isReusable(open, { return_url: 'notes://paid' }, after(1))).toBe(false);
    expect(isReusable({ ...open, return_url: null }, { return_url }, after(1))).toBe(true);
    expect(isReusable({ ...open, mismatch: 'amount' }, { return_url }, after(1))).toBe(false);
  });
});
