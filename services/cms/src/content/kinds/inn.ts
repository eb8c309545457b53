const weights10 = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const weights11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const weights12 = [3, ...weights11];

const checkDigit = (digits: readonly number[], weights: readonly number[]): number =>
  (weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0) % 11) % 10;

/**
 * Whether this is an ИНН, the number of a Russian taxpayer: 10 digits of a company or 12 of a person, with
 * their check digits (order of the tax service ЕД-7-14/559).
 */
export function isInn(text: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(text)) return false;
  const digits = [...text].map(Number);
  if (digits.length === 10) return digits[9] === checkDigit(digits, weights10);
  return digits[10] === checkDigit(digits, weights11) && digits[11] === checkDigit(digits, weights12);
}
