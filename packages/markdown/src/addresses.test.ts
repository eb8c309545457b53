import { expect, test } from '@jest/globals';
import { resolveHtml } from './addresses.ts';
import { renderMarkdown } from './render-markdown.ts';

const htmlOf = (text: string) => renderMarkdown(text, { embed_providers: [] }).html.trim();
const place = { platform: 'https://api.example', page: 'https://site.example/ru/blog/hello' };

test('uploaded files are at the platform, paths at the site, relative targets at the page; others stay', () => {
  const html = htmlOf(
    '[a](/b?c&d) [e](f#g) [h](../i) [j](?k=1) [l](https://m.example) [n](mailto:a@b.example) ![o](/assets/cms/p.png) ![q](r.png)',
  );
  expect(resolveHtml(html, place)).toBe(
    '<p><a href="https://site.example/b?c&amp;d">a</a> <a href="https://site.example/ru/blog/f#g">e</a> ' +
      '<a href="https://site.example/ru/i">h</a> <a href="https://site.example/ru/blog/hello?k=1">j</a> ' +
      '<a href="https://m.example" rel="noopener">l</a> <a href="mailto:a@b.example">n</a> ' +
      '<img src="https://api.example/assets/cms/p.png" alt="o" /> ' +
      '<img src="https://site.example/ru/blog/r.png" alt="q" loading="lazy" /></p>',
  );
});

test('a site without an address has paths', () => {
  const html = '<a href="/b">a</a><a href="c?d">c</a><img src="/assets/cms/e.png" />';
  expect(resolveHtml(html, { ...place, page: '/blog/hello' })).toBe(
    '<a href="/b">a</a><a href="/blog/c?d">c</a><img src="https://api.example/assets/cms/e.png" />',
  );
});

test('a path that would name another host stays a path', () => {
  const html = htmlOf('[a](/..//evil.example) ![b](/x/..//evil.example/p.png)');
  expect(resolveHtml(html, { ...place, page: '/blog/hello' })).not.toMatch(/(?:href|src)="\/\//);
});

test('each width of an image is at the platform', () => {
  const html = '<img src="/assets/cms/a.jpg" srcset="/assets/cms/b.webp 480w, /assets/cms/c.webp 768w" />';
  expect(resolveHtml(html, place)).toBe(
    '<img src="https://api.example/assets/cms/a.jpg" ' +
      'srcset="https://api.example/assets/cms/b.webp 480w, https://api.example/assets/cms/c.webp 768w" />',
  );
});

test('texts of one page have ids of their own, and their links follow', () => {
  const html = htmlOf('## Added\n\nx[^1] [y](#added)\n\n[^1]: z');
  const first = resolveHtml(html, { ...place, idPrefix: 'v1_' });
  expect(first).toContain('<h2 id="v1_added">');
  expect(first).toContain('<a href="#v1_added">y</a>');
  expect(first).toContain('<a id="v1_fnref1" href="#v1_fn1">[1]</a>');
  expect(first).toContain('<li id="v1_fn1" class="footnote-item">');
});

test('an anchor of a text in a feed names the page', () => {
  expect(resolveHtml('<a href="#b">a</a>', { ...place, hasPageAnchors: true })).toBe(
    '<a href="https://site.example/ru/blog/hello#b">a</a>',
  );
  expect(resolveHtml('<a href="#b">a</a>', place)).toBe('<a href="#b">a</a>');
});

test('text and values that look like attributes stay as they are', () => {
  const html = htmlOf(
    'x href="/a" id="b" ![c href=](/assets/cms/d.png "title=/e") <p title="src=">\n\n`<a href="/f">`',
  );
  const resolved = resolveHtml(html, { ...place, idPrefix: 'p_' });
  expect(resolved).toContain('x href="/a" id="b" ');
  expect(resolved).toContain('alt="c href=" title="title=/e"');
  expect(resolved).toContain('&lt;a href="/f"&gt;');
});
