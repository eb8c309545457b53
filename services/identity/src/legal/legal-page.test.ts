import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type LegalPage, languageOf, legalPageHeaders, renderLegalPage } from './legal-page.ts';

const page = (change: Partial<LegalPage> = {}): LegalPage => ({
  title: 'Terms of use',
  html: '<h2 id="subject">Subject</h2>\n<p>You may use it.</p>',
  version: '2',
  published_at: new Date('2026-03-01T10:00:00Z'),
  content_hash: 'abc123',
  is_latest: true,
  others: [],
  editorial: false,
  effective_at: null,
  change_note: null,
  website_url: null,
  timezone: 'UTC',
  ...change,
});

test('shows title, version, date, hash and the rendered text', () => {
  const html = renderLegalPage(page());
  for (const part of [
    '<h1>Terms of use</h1>',
    'Version 2',
    'March 1, 2026',
    'abc123',
    '<h2 id="subject">Subject</h2>',
    'lang="en"',
  ])
    expect(html).toContain(part);
  expect(html).not.toContain('not the latest');
});

test('days are days of the zone of the owner', () => {
  const published_at = new Date('2026-11-30T22:30:00Z');
  expect(renderLegalPage(page({ published_at }))).toContain('November 30, 2026');
  expect(renderLegalPage(page({ published_at, timezone: 'Europe/Moscow' }))).toContain('December 1, 2026');
});

test.each([
  ['# Terms of use\n\n## Subject', '<h1>Terms of use</h1><h2>Subject</h2>', ['h1', 'h2']],
  ['# Terms of use', '<h1 id="b"><span id="c"></span>Terms of use</h1>\n<h2>Subject</h2>', ['h1', 'h2']],
  ['# Agreement\n\n## Subject', '<h1 id="a">Agreement</h1>\n<h2>Subject</h2>', ['h1', 'h2', 'h3']],
  ['## Subject\n\n### Words', '<h2 id="s">Subject</h2><h3>Words</h3>', ['h1', 'h2', 'h3']],
])('a page has one first heading, its title, whatever the text begins with: %s', (_markdown, text, levels) => {
  const html = renderLegalPage(page({ html: text }));
  const article = html.slice(0, html.indexOf('</article>'));
  expect([...article.matchAll(/<(h[1-6])[ >]/g)].map(([, level]) => level)).toEqual(levels);
});

test('markup in a title stays text', () => {
  const html = renderLegalPage(page({ title: '<img src=x onerror=alert(1)>' }));
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img');
});

test('the policy allows exactly the style of the page and nothing else', () => {
  const style = /<style>([\s\S]*?)<\/style>/.exec(renderLegalPage(page()))?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(legalPageHeaders('https://api.example.com')['content-security-policy']).toContain(
    `style-src 'sha256-${hash}'`,
  );
  expect(legalPageHeaders('https://api.example.com')['content-security-policy']).toMatch(/^default-src 'none'/);
});

test('an earlier version says so and leads to the latest', () => {
  const others = [{ version: '3', published_at: new Date('2026-04-01T00:00:00Z') }];
  const html = renderLegalPage(page({ is_latest: false, others }));
  expect(html).toContain('<a href="?">Open the latest version</a>');
  expect(html).toContain('<a href="?version=3">Version 3</a>');
});

test('speaks Russian around a Russian text', () => {
  expect(languageOf({ title: 'Offer', html: 'Оферта' })).toBe('ru');
  expect(languageOf({ title: 'Offer', html: 'Offer' })).toBe('en');
  expect(renderLegalPage(page({ title: 'Оферта' }))).toContain(
    'Версия 2 от <time datetime="2026-03-01T10:00:00.000Z">1 марта 2026',
  );
});

test('uploaded files of the platform are shown, and the page leads back to the site', () => {
  expect(legalPageHeaders('https://api.example.com/')['content-security-policy']).toContain(
    'img-src https://api.example.com/assets/;',
  );
  const website_url = 'https://example.com/?a=1&b=<2>';
  const html = renderLegalPage(page({ website_url }));
  expect(html).toContain('<p>Site: <a href="https://example.com/?a=1&amp;b=&lt;2&gt;">');
  expect(renderLegalPage(page())).not.toContain('Site:');
});
