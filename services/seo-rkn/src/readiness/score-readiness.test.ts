import { expect, test } from '@jest/globals';
import type { ReadinessText } from '@platform/contracts';
import { scoreReadiness, type TextFacts } from './score-readiness.ts';

const good: ReadinessText = {
  item_id: '019c8a2e-7b1d-7c3a-9f04-5d2e6b8a1c47',
  kind: 'post',
  locale: 'ru',
  revision: 1,
  url: null,
  slug: 'zametki',
  title: 'Заметки на всех устройствах',
  meta_title: null,
  meta_description: 'Как писать заметки на телефоне и читать их на компьютере, без потерь и повторов.',
  cover: { width: 1600, alt: 'Телефон и ноутбук на столе' },
  has_category: true,
  has_h1: false,
  html: '',
  internal_links: 3,
  dead_links: 0,
  is_title_unique: true,
  is_description_unique: true,
};
const facts: TextFacts = {
  words: 650,
  h1s: [],
  headings: ['2 Зачем', '3 Как', '2 Итог'],
  images: [{ src: '/a.png', alt: 'Снимок' }],
  letters: { latin: 10, cyrillic: 4_000, other: 0 },
};
const score = (text: Partial<ReadinessText> = {}, shown: Partial<TextFacts> = {}, keywords: string[] = []) =>
  scoreReadiness({ ...good, ...text }, { ...facts, ...shown }, { keywords, leadText: 'Первые слова о записях' });

test('a text that keeps every rule has 100 points, and the weights sum to 100', () => {
  const { score: points, failed, checks } = score({}, {}, ['заметки']);
  expect([points, failed]).toEqual([100, []]);
  expect(checks.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
});

test.each<[string, number, Partial<ReadinessText>, Partial<TextFacts>]>([
  ['title_length', 88, { title: 'Заметки' }, {}],
  ['title_unique', 95, { is_title_unique: false }, {}],
  ['description_length', 88, { meta_description: 'Коротко' }, {}],
  ['slug', 92, { slug: 'заметки' }, {}],
  ['one_h1', 92, { has_h1: true }, { h1s: [] }],
  ['words', 93, {}, { words: 399 }],
  ['words', 85, {}, { words: 199 }],
  ['headings', 95, {}, { headings: ['2 Зачем', '4 Как', '2 Итог'] }],
  ['cover', 94, { cover: { width: 1199, alt: 'Телефон и ноутбук на столе' } }, {}],
  ['cover_alt', 94, { cover: { width: 1600, alt: 'IMG_2041.jpg' } }, {}],
  ['image_alts', 96, {}, { images: [{ src: '/a.png', alt: null }] }],
  ['dead_links', 97, { dead_links: 1 }, {}],
  ['internal_links', 95, { internal_links: 1 }, {}],
  ['category', 97, { has_category: false }, {}],
  ['locale', 98, { locale: 'en' }, {}],
])('without %s a text has %i points', (code, points, text, shown) => {
  // A check that does not apply leaves the sum: here the keyword.
  const { failed, checks } = score(text, shown, ['заметки']);
  expect(failed).toEqual([code]);
  const reached = score(text, shown, ['заметки']).score;
  expect(reached).toBe(points);
  expect(checks.find((check) => check.code === code)?.ok).toBe(false);
});

test('checks that do not apply leave the sum', () => {
  const { checks } = score(
    { cover: null, kind: 'article', has_category: null, meta_description: null },
    { images: [] },
  );
  const codes = checks.map(({ code }) => code);
  for (const absent of ['cover_alt', 'image_alts', 'category', 'description_unique', 'keyword'])
    expect(codes).not.toContain(absent);
  expect(score({ has_category: null }, { images: [] }).score).toBe(100);
});

test('a keyword counts in the title and in the first words', () => {
  expect(score({}, {}, ['записях']).failed).toEqual([]);
  expect(score({}, {}, ['ёлка']).failed).toEqual(['keyword']);
});

test('a text without a text is poor, whatever its title says', () => {
  expect(score({}, { words: 5, headings: [], images: [] }).score).toBe(30);
  expect(score({}, { words: 120, headings: [], images: [] }).score).toBeGreaterThan(70);
});

test('a short text without headings is not praised for them', () => {
  const { checks } = score({}, { words: 120, headings: [], images: [] });
  expect(checks.map(({ code }) => code)).not.toContain('headings');
});
