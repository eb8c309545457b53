import { expect, test } from '@jest/globals';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { xssStrings } from '../test/xss-strings.ts';
import { sanitizeBannerHtml } from './banner.ts';
import { renderMarkdown } from './render-markdown.ts';
import { cleanText } from './text-policy.ts';
import { embedProviders } from './videos.ts';

const common =
  'a blockquote br em h1 h2 h3 h4 h5 h6 hr img li ol p s section span strong sup table tbody td th thead tr ul';
const ofTexts = new Set(
  (
    `${common} abbr b caption cite code dd del details dfn div dl dt figcaption figure i iframe input ins kbd mark pre q samp ` +
    'small sub summary tfoot u var wbr'
  ).split(' '),
);
const ofBanners = new Set(`${common} b div figcaption figure i small sub tfoot u`.split(' '));

const site = 'https://site.example';
const players =
  /^https:\/\/(rutube\.ru\/play\/embed\/|vkvideo\.ru\/video_ext\.php\?|www\.youtube-nocookie\.com\/embed\/)/;

/** Violations of the html as a browser builds it. */
function violations(html: string, allowed: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      if (!allowed.has(node.tagName) || !node.namespaceURI.endsWith('xhtml')) found.push(`element ${node.tagName}`);
      for (const { name, value } of node.attrs) found.push(...attributeViolations(node.tagName, name, value));
      if (node.tagName === 'iframe' && !node.attrs.some(({ name }) => name === 'sandbox')) found.push('open frame');
    } else if (node.nodeName !== '#text' && node.nodeName !== '#document-fragment') found.push(node.nodeName);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parseFragment(html));
  return found;
}

const addresses = new Set(
  'href src srcset srcdoc action formaction poster data background ping cite xlink:href'.split(' '),
);

/** A target without a scheme stays on the site, however a browser reads it. */
const isOfSiteItself = (value: string): boolean =>
  !/^[\s\p{Cc}]*[a-z][a-z\d+.-]*:/iu.test(value) && new URL(value, `${site}/blog/a`).origin === site;

function attributeViolations(element: string, name: string, value: string): string[] {
  const violation = [`${element} ${name}="${value}"`];
  if (/^on|^(?:srcdoc|srcset|action|formaction|data|ping|poster|background)$/.test(name)) return violation;
  if (name === 'style' && /[\\/"'<]|url|expression|import|position|behavior|binding|var/.test(value)) return violation;
  if (!addresses.has(name)) return [];
  const { protocol } = new URL(value, site);
  if (element === 'iframe') return players.test(value) ? [] : violation;
  if (element === 'img') {
    const isAsset = value.startsWith('/assets/cms/') && new URL(value, site).pathname === value;
    const isOfSite = isOfSiteItself(value) && !value.startsWith('/assets/');
    return isAsset || isOfSite || /^https?:\/\//i.test(value) ? [] : violation;
  }
  if (!/^(?:https?|mailto|tel):$/.test(protocol)) return violation;
  return isOfSiteItself(value) || /^(?:https?:\/\/|mailto:|tel:)/i.test(value) ? [] : violation;
}

/** Places of a Markdown text that an attempt is put into. */
const places: ((attempt: string) => string)[] = [
  (attempt) => attempt,
  (attempt) => `text ${attempt} text`,
  (attempt) => `[a](${attempt})`,
  (attempt) => `[a](<${attempt}>)`,
  (attempt) => `![${attempt}](${attempt} "${attempt}")`,
  (attempt) => `<${attempt}>`,
  (attempt) => `# ${attempt}`,
  (attempt) => `| ${attempt} |\n|:-:|\n| ${attempt} |`,
  (attempt) => `\`\`\`${attempt}\n${attempt}\n\`\`\``,
  (attempt) => `a[^1]\n\n[^1]: ${attempt}\n\n- [ ] ${attempt}`,
];

const numbered = xssStrings.map((attempt, index): [number, string] => [index, attempt]);

test('the collection has a hundred different attempts', () => {
  expect(new Set(xssStrings).size).toBe(xssStrings.length);
  expect(xssStrings.length).toBeGreaterThanOrEqual(100);
});

test.each(numbered)('attempt %d does nothing in a text: %j', (_, attempt) => {
  for (const place of places) {
    const { html } = renderMarkdown(place(attempt), { embed_providers: embedProviders });
    expect(violations(html, ofTexts)).toEqual([]);
    expect(cleanText(html, { embeds: embedProviders })).toBe(html);
  }
});

test.each(numbered)('attempt %d does nothing as html that the last step gets: %j', (_, attempt) => {
  const html = cleanText(attempt, { embeds: embedProviders });
  expect(violations(html, ofTexts)).toEqual([]);
  expect(cleanText(html, { embeds: embedProviders })).toBe(html);
});

test.each(numbered)('attempt %d does nothing in a banner: %j', (_, attempt) => {
  for (const banner of [
    attempt,
    `<div>${attempt}</div>`,
    `<a href="${attempt}">a</a>`,
    `<p style="color:${attempt}">${attempt}`,
  ]) {
    const html = sanitizeBannerHtml(banner);
    expect(violations(html, ofBanners)).toEqual([]);
    expect(sanitizeBannerHtml(html)).toBe(html);
  }
});
