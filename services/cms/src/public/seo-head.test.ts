import { expect, test } from '@jest/globals';
import { openGraphLocale } from './seo-head.ts';

test.each([
  ['ru', 'ru_RU'],
  ['en', 'en_US'],
  ['de', 'de_DE'],
  ['kk', 'kk_KZ'],
  ['uk', 'uk_UA'],
  ['en-GB', 'en_GB'],
  ['pt-BR', 'pt_BR'],
  ['zh', 'zh_CN'],
  // A language of no territory.
  ['eo', 'eo'],
])('the language %s is %s for Open Graph: a language with its territory', (locale, property) => {
  expect(openGraphLocale(locale)).toBe(property);
});
