import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareAtAmount, formatAmount, type PriceRow, toPlanPrice } from './price.ts';

/** Intl writes non-breaking spaces, which are indistinguishable in a test. */
const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ');
const row = (changes: Partial<PriceRow> = {}): PriceRow => ({
  id: 'p',
  application_id: 'a',
  plan_id: 'n',
  amount: '990.00',
  currency: 'RUB',
  discount_percent: 0,
  payment_provider: 'yookassa',
  is_active: true,
  created_at: new Date(0),
  updated_at: new Date(0),
  version: 1,
  ...changes,
});

describe('the strike-through amount', () => {
  test.each([
    ['990.00', 0, null],
    ['990.00', 50, 1980],
    ['990.00', 30, 1414.29],
    ['0.01', 99, 1],
    ['0.01', 50, 0.02],
    ['0.00', 30, 0],
    ['1.00', 67, 3.03],
    ['9999999999.99', 99, 999999999999],
    ['100.00', 3, 103.09],
    ['0.05', 60, 0.13],
  ])('of %s with %d %% off is %p', (amount, percent, expected) => {
    expect(compareAtAmount(amount, percent)).toBe(expected);
  });

  test('is, for any amount and discount, the nearest hundredth, half of one rounded up', () => {
    const hundredths = fc.bigInt({ min: 0n, max: 999_999_999_999n });
    fc.assert(
      fc.property(hundredths, fc.integer({ min: 1, max: 99 }), (amount, percent) => {
        const text = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
        const shown = compareAtAmount(text, percent);
        const shownHundredths = BigInt(Math.round((shown ?? Number.NaN) * 100));
        // 100·amount / (100 − percent) lies in [shown − ½, shown + ½), compared without division.
        const rest = BigInt(100 - percent);
        expect(2n * 100n * amount).toBeGreaterThanOrEqual((2n * shownHundredths - 1n) * rest);
        expect(2n * 100n * amount).toBeLessThan((2n * shownHundredths + 1n) * rest);
        expect(shown).toBeGreaterThanOrEqual(Number(text));
        // And it is a number that JSON writes with at most two decimals.
        expect(String(shown)).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('an amount for people', () => {
  test.each([
    [990, 'RUB', '990 ₽'],
    [1414.29, 'RUB', '1 414,29 ₽'],
    [9.9, 'USD', '9,90 $'],
    [0, 'RUB', '0 ₽'],
    [1_000_000, 'EUR', '1 000 000 €'],
    [5, 'QQQ', '5 QQQ'],
  ])('%p %s reads %s', (amount, currency, expected) => {
    expect(plain(formatAmount(amount, currency))).toBe(expected);
  });

  test('in a currency that is none at all still reads', () => {
    expect(formatAmount(5, 'rubles')).toBe('5 rubles');
    expect(formatAmount(5.5, '')).toBe('5.50 ');
  });
});

test('a paid price with a discount', () => {
  const { display, ...price } = toPlanPrice(row({ amount: '990.00', discount_percent: 30 }));
  expect(price).toEqual({
    id: 'p',
    amount: 990,
    currency: 'RUB',
    discount_percent: 30,
    payment_provider: 'yookassa',
    is_active: true,
    compare_at_amount: 1414.29,
    has_discount: true,
    is_free: false,
    requires_purchase: true,
    works_offline: false,
  });
  expect(Object.values(display).map(plain)).toEqual(['990 ₽', '1 414,29 ₽', '−30 %']);
});

test('a free price costs nothing, is never bought and works offline', () => {
  expect(toPlanPrice(row({ amount: '0.00', payment_provider: 'free' }))).toMatchObject({
    amount: 0,
    compare_at_amount: null,
    has_discount: false,
    is_free: true,
    requires_purchase: false,
    works_offline: true,
  });
});
