import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutLastWord, trimCharacters, trimEndCharacters } from './trim-characters.ts';

const texts = fc.string({ unit: fc.constantFrom('-', '/', 'a', ' ', '\n', 'я'), maxLength: 40 });

test('slashes and dashes at the ends of a text go, and those inside of it stay', () => {
  expect(trimEndCharacters('https://a.test//', '/')).toBe('https://a.test');
  expect(trimCharacters('--a-b--', '-')).toBe('a-b');
  expect(trimCharacters('///', '/')).toBe('');
});

test('a text loses its last word, unless it is its only one', () => {
  expect(cutLastWord('one two  thr')).toBe('one two');
  expect(cutLastWord('one ')).toBe('one');
  expect(cutLastWord('one')).toBe('one');
});

test('the loops find what the patterns would find', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(trimEndCharacters(text, '/')).toBe(text.replace(/\/+$/, ''));
      expect(trimCharacters(text, '-')).toBe(text.replaceAll(/^-+|-+$/g, ''));
      expect(cutLastWord(text)).toBe(text.replace(/\s+\S*$/, ''));
    }),
  );
});
