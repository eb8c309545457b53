/** An amount as YooKassa writes it: a decimal string and a currency code. */
export type Amount = { value: string; currency: string };

/**
 * Whole kopecks of an amount string. Money is never a float here.
 * @param value a string like "990.00" (already matched against `^\d+\.\d{2}$`)
 * @returns integer kopecks
 */
export function toKopecks(value: string): number {
  return Number(value.replace('.', ''));
}

/**
 * The amount string of whole kopecks.
 * @param kopecks a non-negative integer
 * @returns a string like "990.00"
 */
export function fromKopecks(kopecks: number): string {
  const digits = String(kopecks).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
