import type { ShownPaywall } from '@platform/client';

export type Offer = ShownPaywall['paywall_items'][number];

/** An amount as the person is used to read it. Prices come without a language. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(navigator.languages, {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);

/** What the price is for. */
export function termOf({ plan }: Offer): string {
  if (plan.is_lifetime) return 'once, for life';
  if (plan.duration_days === null) return '';
  const days = new Intl.NumberFormat(navigator.languages, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return `for ${days.format(plan.duration_days)}`;
}
