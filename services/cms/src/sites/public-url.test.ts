import { expect, test } from '@jest/globals';
import { publicUrl } from './public-url.ts';

const site = {
  website_url: 'https://notes.example.com/',
  url_templates: { post: '/{locale}/blog/{slug}', article: '/help/{slug}' },
  default_locale: 'ru',
};
const text = { kind: 'post', slug: 'one', locale: 'ru' };

test.each([
  ['of the default language leaves {locale} empty', text, 'https://notes.example.com/blog/one'],
  ['of another language names it', { ...text, locale: 'en' }, 'https://notes.example.com/en/blog/one'],
  [
    'of a template without {locale} is the same',
    { ...text, kind: 'article', locale: 'en' },
    'https://notes.example.com/help/one',
  ],
  ['of a kind without a page is null', { ...text, kind: 'banner' }, null],
])('the address of a text %s', (_name, of, url) => {
  expect(publicUrl(site, of)).toBe(url);
});

test('a site in a folder keeps the folder, and a site without an address has no addresses of texts', () => {
  expect(publicUrl({ ...site, website_url: 'https://example.com/notes' }, text)).toBe(
    'https://example.com/notes/blog/one',
  );
  expect(publicUrl({ ...site, website_url: null }, text)).toBeNull();
});
