import { expect, test } from '@jest/globals';
import { clean } from './page-facts.ts';
import { wordsOf } from './scan-words.ts';
import { isSimilar, signText, similarity } from './text-signature.ts';

test('words are letters and digits of any script, with inner hyphens and apostrophes', () => {
  const text = "Кто-то, don’t 𐐀𐐨𝒜 2026 Ⅷ - ' ’ й\u0301 \ud800x\udc00 漢字\u00a0- конец-";
  const expected = ['Кто-то', 'don’t', '𐐀𐐨𝒜', '2026', 'Ⅷ', 'й\u0301', 'x', '漢字', 'конец-'];
  expect(wordsOf(text)).toEqual(expected);
});

test('marks belong to their letter, and Thai is divided by its dictionary', () => {
  expect(wordsOf('café résumé naïve'.normalize('NFD'))).toHaveLength(3);
  expect(wordsOf('नमस्ते दुनिया')).toEqual(['नमस्ते', 'दुनिया']);
  expect(wordsOf('ที่บ้านสวัสดี')).toEqual(['ที่', 'บ้าน', 'สวัสดี']);
});

test('texts that differ in case and punctuation have one signature, a final sigma included', () => {
  const sign = (text: string) => signText(wordsOf(text));
  const long = Array.from({ length: 200 }, (_, at) => `слово${at}`).join(' ');
  expect(sign(`${long.toUpperCase()}!`)).toEqual(sign(long.replaceAll(' ', ', ')));
  expect(sign('ΟΔΟΣ, ΣΑΣ')).toEqual(sign('οδος σας'));
  expect(sign(long).min_hash).toMatch(/^[\w+/]{171}=$/);
  expect(sign('Коротко').min_hash).toBeNull();
});

test('the begin of a long text is cut as a short one is', () => {
  const pairs = '😀'.repeat(1_000);
  expect(clean(` \n${pairs}`, 10)).toBe('😀'.repeat(10));
  expect(clean(`${' '.repeat(500)}текст \n ${'слово  '.repeat(100)}`, 10)).toBe('текст слов');
});

test('texts are similar where their similarity reaches the share, and not one bin below it', () => {
  const left = Uint16Array.from({ length: 64 }, (_, bin) => bin);
  for (let different = 0; different <= 64; different += 1) {
    const right = left.map((value, bin) => (bin < different ? value + 1_000 : value));
    for (const share of [0.5, 0.75, 0.8, 1]) {
      expect(isSimilar(left, right, share)).toBe(similarity(left, right) >= share);
      expect(isSimilar(left, right.toReversed(), share)).toBe(similarity(left, right.toReversed()) >= share);
    }
  }
});
