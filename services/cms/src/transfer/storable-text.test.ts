import { expect, test } from '@jest/globals';
import type { SourceCategory } from './entry.ts';
import { withStorableText } from './storable-text.ts';

const category = (name: string): SourceCategory => ({
  kind: 'category',
  source_id: '7',
  title: name,
  warnings: [],
  data: { slug: 'news', name, description: null, position: 1 },
});

test('NUL is left out and half of a surrogate pair is replaced, with a warning', () => {
  const cleaned = withStorableText(category('a\0b\ud83d'));
  expect(cleaned.data).toEqual({ slug: 'news', name: 'ab\ufffd', description: null, position: 1 });
  expect(cleaned.warnings).toEqual([expect.objectContaining({ code: 'characters_lost' })]);
});

test('any other text stays as it is', () => {
  const entry = category('Новости 👋');
  expect(withStorableText(entry)).toEqual(entry);
});
