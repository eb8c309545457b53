import { expect, test } from '@jest/globals';
import { searchConfigOf, searchText } from './search-text.ts';

test.each([
  ['«Ёлки» — и палки…', ' елки    и палки '],
  ['Подписка PRO', 'подписка pro'],
  ['e-mail: a@b.c', 'e mail  a b c'],
  ['İstanbul', 'İstanbul'],
])('the search sees %j as %j', (text, seen) => {
  expect(searchText(text)).toBe(seen);
});

test('each character of a text stays at its place', () => {
  const text = 'Ёж \u{1f994} и «Кошка» ﬁ ß İ';
  expect(searchText(text)).toHaveLength(text.length);
});

test('a language has the dictionary of its own, or none', () => {
  expect(['ru', 'en-GB', 'de'].map(searchConfigOf)).toEqual(['russian', 'english', 'simple']);
});
