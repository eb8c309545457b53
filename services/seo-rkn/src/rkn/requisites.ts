import { isInn } from '@platform/contracts/inn';

/**
 * Checksums of Russian requisites. The input is text, not a number: the digits exceed the precision of
 * numbers.
 */

/**
 * Whether a text is an OGRN of a company (13 digits) or an OGRNIP (15 digits). A number of only zeros is
 * invalid.
 */
export function isOgrn(digits: string): boolean {
  if (/^0+$/.test(digits)) return false;
  const divisor = /^\d{13}$/.test(digits) ? 11n : /^\d{15}$/.test(digits) ? 13n : null;
  if (divisor === null) return false;
  return Number((BigInt(digits.slice(0, -1)) % divisor) % 10n) === Number(digits.at(-1));
}

export interface LabelledRequisite {
  kind: 'inn' | 'ogrn';
  digits: string;
  /** Its checksum holds. */
  is_valid: boolean;
  /** Where its label begins in the text. */
  index: number;
}

const label = /(?<!\p{L})(ИНН|ОГРНИП|ОГРН)(?!\p{L})[\s:№/.,-]{0,15}(\d{1,20})(?!\d)/giu;
/** `ИНН/КПП 7707083893/773601001`: the first number is the INN. */
const withKpp = /(?<!\p{L})ИНН\s?[/,]\s?КПП[\s:№/.,-]{0,15}(\d{1,20})(?!\d)/giu;

/** Requisites of one text; a company states a few, and a policy those of its processors. */
const maxRequisites = 50;

/**
 * The first INN and OGRN of a text, {@link maxRequisites} at most, if their label precedes them: a bare number of ten
 * digits is usually a phone number. Linear in the text.
 */
export function findRequisites(text: string): LabelledRequisite[] {
  const requisites: LabelledRequisite[] = [];
  for (const { 1: name = '', 2: digits = '', index } of text.matchAll(label)) {
    const kind = name.toUpperCase() === 'ИНН' ? 'inn' : 'ogrn';
    requisites.push({ kind, digits, is_valid: kind === 'inn' ? isInn(digits) : isOgrn(digits), index });
    if (requisites.length >= maxRequisites) break;
  }
  for (const { 1: digits = '', index } of text.matchAll(withKpp)) {
    requisites.push({ kind: 'inn', digits, is_valid: isInn(digits), index });
    if (requisites.length >= 2 * maxRequisites) break;
  }
  return requisites.toSorted((one, other) => one.index - other.index).slice(0, maxRequisites);
}
