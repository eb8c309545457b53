import type { plan_prices } from '../schema.ts';

export type PriceRow = typeof plan_prices.$inferSelect;

/** Hundredths of a stored amount, exact: `"990.00"` → 99000. */
const toHundredths = (amount: string): number => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
};

/**
 * The strike-through amount that makes `amount` look reduced by `discountPercent`, rounded half up to a
 * hundredth; null without a discount. Cosmetic: the charge is always `amount`.
 */
export function compareAtAmount(amount: string, discountPercent: number): number | null {
  if (discountPercent <= 0) return null;
  const percentToPay = 100 - discountPercent;
  const hundredths = Math.floor((toHundredths(amount) * 100 * 2 + percentToPay) / (2 * percentToPay));
  return hundredths / 100;
}

/** An amount as people in Russia read it: `990 ₽`, `9,99 $`. */
export function formatAmount(amount: number, currency: string): string {
  const decimals = Number.isInteger(amount) ? 0 : 2;
  try {
    return new Intl.NumberFormat('ru-RU', {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(amount);
  } catch {
    return `${amount.toFixed(decimals)} ${currency}`;
  }
}

/** A price as administrators see it. */
export const toAdminPrice = (row: PriceRow) => ({
  ...toPlanPrice(row),
  plan_id: row.plan_id,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** A price with everything that is derived from it. */
export function toPlanPrice(row: PriceRow) {
  const amount = Number(row.amount);
  const compare_at_amount = compareAtAmount(row.amount, row.discount_percent);
  const is_free = amount === 0;
  return {
    id: row.id,
    amount,
    currency: row.currency,
    discount_percent: row.discount_percent,
    payment_provider: row.payment_provider,
    is_active: row.is_active,
    compare_at_amount,
    has_discount: compare_at_amount !== null,
    display: {
      amount: formatAmount(amount, row.currency),
      compare_at_amount: compare_at_amount === null ? null : formatAmount(compare_at_amount, row.currency),
      discount: compare_at_amount === null ? null : `−${row.discount_percent} %`,
    },
    is_free,
    requires_purchase: !is_free,
    works_offline: is_free,
  };
}
