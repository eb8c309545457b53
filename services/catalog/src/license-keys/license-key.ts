import { randomInt } from 'node:crypto';
import { sha256 } from '@platform/runtime';

/** Crockford's base32: no I, L, O and U (https://www.crockford.com/base32.html). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomCharacters = 24;

/** A new key: 24 random characters (120 bits) and a check character, in five groups of five. */
export function newLicenseKey(): string {
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(32)]).join('');
  const key = random + checkCharacter(random);
  return key.match(/.{5}/g)?.join('-') ?? key;
}

/** Cyrillic capital letters that look like latin ones, in the same order. */
const cyrillic = 'АВЕКМНОРСТХУЅІЈ';
const latin = 'ABEKMHOPCTXYSIJ';

/**
 * The canonical spelling of a typed key: upper case, without dashes of any kind, spaces and invisible characters; full
 * width and Cyrillic letters as the latin ones that they look like, O read as 0, I and L as 1. Null when it cannot be a
 * key: wrong length, foreign characters, or a wrong check character, so that a typing error never costs a database
 * query.
 */
export function readLicenseKey(typed: string): string | null {
  const key = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\p{Pd}\p{Cf}\s\u2212]/gu, '')
    .replaceAll(/[\u0400-\u04ff]/g, (letter) => latin[cyrillic.indexOf(letter)] ?? letter)
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (key.length !== randomCharacters + 1 || [...key].some((character) => !alphabet.includes(character))) return null;
  return checkCharacter(key.slice(0, -1)) === key.at(-1) ? key : null;
}

/** Under what a key is stored. Its 120 random bits need no salt and no slow hash. */
export const hashLicenseKey = (key: string): string => sha256(`license_key:${key}`);

/**
 * Luhn's algorithm modulo 32: every wrong character and nearly every pair of swapped neighbours changes the
 * outcome (https://en.wikipedia.org/wiki/Luhn_mod_N_algorithm).
 */
function checkCharacter(characters: string): string {
  let sum = 0;
  let factor = 2;
  for (const character of [...characters].toReversed()) {
    const product = alphabet.indexOf(character) * factor;
    sum += Math.floor(product / 32) + (product % 32);
    factor = factor === 2 ? 1 : 2;
  }
  return alphabet[(32 - (sum % 32)) % 32] ?? '';
}
