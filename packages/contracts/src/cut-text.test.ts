import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutText } from './cut-text.ts';

test('a text that fits stays as it is, and a longer one is cut at the limit', () => {
  expect(cutText('notes', 5)).toBe('notes');
  expect(cutText('notes!', 5)).toBe('notes');
  expect(cutText('заметки', 3)).toBe('зам');
  expect(cutText('notes', 0)).toBe('');
});

test.each([
  ['an emoji', 'ab😀c', 3, 'ab'],
  ['an emoji at the beginning', '😀', 1, ''],
  ['a letter with a combining accent', 'cafe\u0301', 4, 'caf'],
  ['a family of four', 'a👨‍👩‍👧‍👦', 6, 'a'],
  ['a flag', 'a🇷🇺', 3, 'a'],
  ['a skin tone', 'a👍🏽b', 3, 'a'],
  ['a line break of two units', 'a\r\nb', 2, 'a'],
])('%s is never halved', (_, text, max, expected) => {
  expect(cutText(text, max)).toBe(expected);
});

test('a character of a thousand accents is cut between two of them', () => {
  expect(cutText(`e${'\u0301'.repeat(1_000)}`, 500)).toHaveLength(500);
});

test('a cut text is a beginning of the text, no longer than the limit, and well-formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(200), (text, max) => {
      const cut = cutText(text, max);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});
