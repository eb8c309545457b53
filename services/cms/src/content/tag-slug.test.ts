import { expect, test } from '@jest/globals';
import { distinctTags, tagSlugOf } from './tag-slug.ts';

test('tags that differ by their case have one slug, and the languages C, C++ and C# have three', () => {
  expect([tagSlugOf('Оплата'), tagSlugOf('ОПЛАТА')]).toEqual(['oplata', 'oplata']);
  expect(new Set(['C', 'C++', 'C#'].map(tagSlugOf)).size).toBe(3);
  expect(tagSlugOf('\u{1f525}')).not.toBe(tagSlugOf('\u{2b50}'));
});

test('of tags with one slug the first one stays', () => {
  expect(distinctTags(['Один', 'два', 'один', 'ОДИН'])).toEqual(['Один', 'два']);
});
