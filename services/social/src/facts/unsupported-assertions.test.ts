import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPost } from '../posts/readable-post.ts';
import { unsupportedAssertions } from './unsupported-assertions.ts';

const grounds = {
  texts: [
    'Demo Notes',
    'Версия 1.1.0 вышла 24 ноября 2026. Поиск быстрее на 37 %, тариф Pro стоит 1 299,50 ₽, заметок уже 2 млн.',
    'The search finds “words in all forms”. Support answers in 5 hours. OpenFeature works.',
  ],
  urls: ['https://notes.example.com/blog/search?utm_source=x'],
};
const unsupported = (body: string, buttons: { text: string; url: string }[] = []) =>
  unsupportedAssertions(readPost({ body, buttons }), grounds);

test.each([
  ['a share', 'Быстрее на 37%', 'Быстрее на **38 %**', ['38 %']],
  ['a share in words', '37 процентов', '37 percent of 90', ['90']],
  ['a sum', 'Pro за 1299.50 руб.', 'Pro за 1 299 ₽', ['1 299 ₽']],
  ['another currency', '1,299.50 ₽', '$1,299.50', ['$1,299.50']],
  ['a number as a sum', '1299.5', '5 рублей', ['5 рублей']],
  ['a number with its scale', '2 000 000 заметок', '3 млн заметок', ['3 млн']],
  ['a date', '24.11.2026 и 2026-11-24', '25.11.2026', ['25.11.2026']],
  ['a day without its year', '24 ноября, November 24', '24 октября', ['24 октября']],
  ['a date in English', '24 Nov 2026', 'Nov 24, 2025', ['nov 24, 2025']],
  ['a version', 'v1.1.0', 'версия 1.2.0', ['версия 1.2.0']],
  ['a number', 'за 5 часов', 'за 6 часов', ['6']],
  ['a quote', 'ищет «Words in all forms»', 'ищет «слова задом наперёд»', ['«слова задом наперёд»']],
  ['a Latin name in Russian', 'Поддержка OpenFeature', 'Поддержка Keycloak', ['Keycloak']],
  ['a Latin name in English', 'We use OpenFeature', 'We moved to Keycloak', ['Keycloak']],
  ['an address', 'https://www.notes.example.com/blog/search/', 'https://e.com/a', ['https://e.com/a']],
  ['an address of a link', '[тут](https://notes.example.com/blog/search)', '[тут](https://e.com/)', ['https://e.com/']],
] as const)('%s has to be in a source', (_what, supported, invented, expected) => {
  expect(unsupported(supported)).toEqual([]);
  expect(unsupported(invented)).toEqual(expected);
});

test('buttons count, numbers of a list do not, and each statement stands once', () => {
  expect(unsupported('1. Поиск\n2. Синхронизация')).toEqual([]);
  expect(unsupported('99 и 99', [{ text: 'За 98 ₽', url: 'https://e.com/' }])).toEqual([
    '99',
    '98 ₽',
    'https://e.com/',
  ]);
});

test('a sentence in English has no name at its beginning', () => {
  expect(unsupported('Search is fast. Notes stay. “Words in all forms”')).toEqual([]);
});

const sentence = fc.constantFrom(...grounds.texts.flatMap((text) => text.split(/(?<=\.) /)));

test('whatever is put together from the sources is supported by them', () => {
  fc.assert(fc.property(fc.array(sentence, { maxLength: 6 }), (parts) => unsupported(parts.join('\n\n')).length === 0));
});

test('a number that no source has is found in whatever stands around it', () => {
  const invented = fc.integer({ min: 3_000_001, max: 9_999_999 });
  fc.assert(
    fc.property(sentence, invented, sentence, (before, number, behind) =>
      unsupported(`${before}\n\nИх ${number}, не меньше.\n\n${behind}`).includes(String(number)),
    ),
  );
});

test('a number is the same however its thousands are set apart', () => {
  const separators = fc.constantFrom('', ' ', '\u00a0', '\u202f', ',');
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 999_999_999 }), separators, separators, (number, one, other) => {
      const written = (separator: string) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, separator);
      const source = { texts: [`Всего ${written(one)} штук`], urls: [] };
      return (
        unsupportedAssertions(readPost({ body: `Всего ${written(other)} штук`, buttons: [] }), source).length === 0
      );
    }),
  );
});

test('more sources never add a statement', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (body, more) => {
      const post = readPost({ body, buttons: [] });
      const before = unsupportedAssertions(post, grounds);
      const after = unsupportedAssertions(post, { ...grounds, texts: [...grounds.texts, more] });
      return after.every((assertion) => before.includes(assertion));
    }),
  );
});
