import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hashLicenseKey, newLicenseKey, readLicenseKey } from './license-key.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const aKey = fc.noShrink(fc.constant(null).map(() => newLicenseKey()));

describe('a license key', () => {
  test('is five groups of five characters without ambiguous ones', () => {
    fc.assert(fc.property(aKey, (key) => expect(key).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/)));
  });

  test('is never the same twice', () => {
    expect(new Set(Array.from({ length: 5_000 }, newLicenseKey)).size).toBe(5_000);
  });

  test('is read in any spelling that people use, as one', () => {
    fc.assert(
      fc.property(aKey, (key) => {
        const plain = key.replaceAll('-', '');
        for (const typed of [
          key,
          key.toLowerCase(),
          plain,
          ` ${key.replaceAll('-', ' ')} `,
          plain.replaceAll('0', 'o').replaceAll('1', 'l'),
          plain.replaceAll('1', 'I'),
          key.replaceAll('-', '–'),
          key.replaceAll('-', ' — '),
          key.replaceAll('-', '\u2212'),
          `\ufeff${key.replaceAll('-', '\u200b-\u00ad')}\u200e`,
          key.replaceAll(/[ABCEHKMPTX]/g, (letter) => 'АВСЕНКМРТХ'.charAt('ABCEHKMPTX'.indexOf(letter))),
          [...plain].map((character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)).join(''),
        ])
          expect(readLicenseKey(typed)).toBe(plain);
        expect(hashLicenseKey(plain)).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
  });

  test('with any one character wrong is no key', () => {
    fc.assert(
      fc.property(aKey, fc.nat(24), fc.nat(30), (key, at, by) => {
        const plain = key.replaceAll('-', '');
        const wrong = alphabet[(alphabet.indexOf(plain[at] ?? '') + 1 + by) % 32] ?? '';
        expect(readLicenseKey(plain.slice(0, at) + wrong + plain.slice(at + 1))).toBeNull();
      }),
    );
  });

  test.each(['', '-----', 'AAAAA', 'A'.repeat(26), `${'A'.repeat(24)}U`, `${'A'.repeat(24)}é`, '\u0000'.repeat(25)])(
    '%j is none',
    (typed) => expect(readLicenseKey(typed)).toBeNull(),
  );
});
