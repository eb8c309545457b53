const ofTen = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const eleventh = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const twelfth = [3, ...eleventh];

const checkDigit = (digits: string, weights: readonly number[]): number =>
  (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11) % 10;

/**
 * Whether a text is an INN, the number of a Russian taxpayer: 10 digits of a company or 12 of a person, with
 * their check digits (order of the tax service ЕД-7-14/559). A number of only zeros is invalid.
 */
export function isInn(digits: string): boolean {
  if (/^0+$/.test(digits)) return false;
  if (/^\d{10}$/.test(digits)) return checkDigit(digits, ofTen) === Number(digits[9]);
  if (!/^\d{12}$/.test(digits)) return false;
  return checkDigit(digits, eleventh) === Number(digits[10]) && checkDigit(digits, twelfth) === Number(digits[11]);
}
