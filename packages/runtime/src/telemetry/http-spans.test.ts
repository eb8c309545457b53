import { expect, test } from '@jest/globals';
import { tracedPath } from './http-spans.ts';

const slugIn = (slug: string) => tracedPath('/v1/sites/{site_code}/blog/posts/{slug}', { site_code: 'notes', slug });

test('the path of a span names content by its codes', () => {
  expect(slugIn('prices-2026')).toBe('/v1/sites/notes/blog/posts/prices-2026');
  expect(slugIn('404')).toBe('/v1/sites/notes/blog/posts/404');
});

test.each(['ada@example.com', '+79161234567', '79161234567', '8-916-123-45-67', 'Ада Лавлейс', 'a'.repeat(65)])(
  'a client that writes %s as a code leaves a placeholder in the path of a span',
  (slug) => {
    expect(slugIn(slug)).toBe('/v1/sites/notes/blog/posts/{slug}');
  },
);
