/** Sums of money by currency, in whole hundredths: never in floating point. */
export type MoneyByCurrency = ReadonlyMap<string, number>;

/** Sums of several as one. */
export function addMoney(all: Iterable<MoneyByCurrency>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const money of all) for (const [currency, cents] of money) sums.set(currency, (sums.get(currency) ?? 0) + cents);
  return sums;
}

/** Hundredths as the number of the wire format. */
export const toAmount = (cents: number): number => cents / 100;

/** The amount for each of `count`, with two decimals; 0 when the count is 0. */
export const perHead = (cents: number, count: number): number => (count === 0 ? 0 : Math.round(cents / count) / 100);

/** As a list in the order of the currency codes. */
export const toList = (sums: MoneyByCurrency): { currency: string; value: number }[] =>
  [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, cents]) => ({ currency, value: toAmount(cents) }));
