import { expect, test } from '@jest/globals';
import { Slug } from '@platform/contracts';
import { numberedSlug, slugOf } from './make-slug.ts';

test.each([
  ['First notes', 'first-notes'],
  ['Ёлки & палки', 'yolki-and-palki'],
  ['Что нового в версии 2.0?', 'chto-novogo-v-versii-2-0'],
  ['日本', 'text'],
  ['«—»', 'text'],
  ['don’t_panic', 'dont-panic'],
])('the slug of the title %s is %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a slug of any title, with any number behind it, is one that the contract accepts', () => {
  for (const title of [
    'x'.repeat(200),
    'a- '.repeat(60),
    '-_-',
    'Ж'.repeat(200),
    '\u{1f600} smile',
    `${'a'.repeat(74)} b`,
  ])
    for (const slug of [slugOf(title), numberedSlug(slugOf(title), 2), numberedSlug(slugOf(title), 1_000_000)])
      expect([slug, Slug.safeParse(slug).success]).toEqual([slug, true]);
});
