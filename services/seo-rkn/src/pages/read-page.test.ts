import { expect, test } from '@jest/globals';
import { absolute, type FetchedFacts, type PageFacts } from './page-facts.ts';
import { readPage } from './read-page.ts';
import { binsOf, similarity } from './text-signature.ts';

const fetchedFrom = (url: string, headers: Partial<FetchedFacts['headers']> = {}): FetchedFacts => ({
  url,
  final_url: url,
  hops: [],
  status: 200,
  failure: null,
  headers: {
    content_type: 'text/html; charset=utf-8',
    robots: [],
    link: [],
    etag: null,
    last_modified: null,
    retry_after: null,
    content_security_policy: null,
    set_cookie: false,
    strict_transport_security: null,
    ...headers,
  },
  timings: { connect_ms: 1, ttfb_ms: 20, total_ms: 30 },
  bytes: 0,
  address: '203.0.113.5',
});

const read = (
  html: string | Uint8Array,
  {
    url = 'https://example.ru/catalog/item',
    headers = {},
  }: { url?: string; headers?: Partial<FetchedFacts['headers']> } = {},
): PageFacts =>
  readPage({
    fetched: fetchedFrom(url, headers),
    body: typeof html === 'string' ? Buffer.from(html) : html,
    site_host: 'example.ru',
  });

const inBody = (body: string) =>
  read(`<html lang="ru"><head><title>Заголовок</title></head><body>${body}</body></html>`);

/** «Привет, мир» in windows-1251. */
const hello1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0]);
const page1251 = (head: string) =>
  Buffer.concat([Buffer.from(`<head>${head}<title>`), hello1251, Buffer.from('</title>')]);

test.each([
  ['the header', '', 'text/html; charset=windows-1251', 'header'],
  ['the meta element', '<meta charset="windows-1251">', 'text/html', 'meta'],
  ['its bytes, as they are no UTF-8', '', 'text/html', 'fallback'],
])('a windows-1251 page is decoded by %s', (_, head, contentType, source) => {
  const facts = read(page1251(head), { headers: { content_type: contentType } });
  expect(facts.titles).toEqual(['Привет, мир']);
  expect(facts.charset).toMatchObject({ used: 'windows-1251', source, replaced: 0, is_valid_utf8: false });
});

test('a byte order mark beats the header, and the header beats the meta element', () => {
  const bom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('<title>Да</title>')]);
  const first = read(bom, { headers: { content_type: 'text/html; charset=windows-1251' } });
  expect(first).toMatchObject({ titles: ['Да'], charset: { used: 'utf-8', source: 'bom', header: 'windows-1251' } });
  const second = read('<meta charset="windows-1251"><title>Да</title>');
  expect(second).toMatchObject({ titles: ['Да'], charset: { used: 'utf-8', source: 'header', meta: 'windows-1251' } });
});

test('a page that is decoded with the wrong charset counts its replacement characters', () => {
  expect(read(page1251('')).charset.replaced).toBeGreaterThanOrEqual(9);
});

test('titles of drawings are no titles of the page', () => {
  const facts = read('<head><title> Один \n заголовок </title></head><body><svg><title>Круг</title></svg></body>');
  expect(facts.titles).toEqual(['Один заголовок']);
});

test('robots directives keep their product token and their date', () => {
  const facts = read('<meta name="robots" content="noindex, nofollow"><meta name="Yandex" content="none">', {
    headers: {
      robots: ['googlebot: noindex, otherbot: nosnippet', 'unavailable_after: Friday, 25-Jun-10 15:00:00 GMT'],
    },
  });
  expect(facts.robots).toEqual([
    { agent: '*', source: 'meta', directives: ['noindex', 'nofollow'], unavailable_after: null },
    { agent: 'yandex', source: 'meta', directives: ['none'], unavailable_after: null },
    { agent: 'googlebot', source: 'header', directives: ['noindex'], unavailable_after: null },
    { agent: 'otherbot', source: 'header', directives: ['nosnippet'], unavailable_after: null },
    { agent: '*', source: 'header', directives: [], unavailable_after: 'Friday, 25-Jun-10 15:00:00 GMT' },
  ]);
});

test('canonicals of the head, of the body and of the header are told apart', () => {
  const facts = read(
    '<head><link rel="canonical" href="/a"></head><body><p>x</p><link rel="canonical" href="https://example.ru/b"></body>',
    {
      headers: {
        link: ['<https://example.ru/c>; rel="canonical", <https://example.ru/en>; rel="alternate"; hreflang="en"'],
      },
    },
  );
  expect(facts.canonicals).toEqual([
    { href: '/a', url: 'https://example.ru/a', place: 'head', is_absolute: false },
    { href: 'https://example.ru/b', url: 'https://example.ru/b', place: 'body', is_absolute: true },
    { href: 'https://example.ru/c', url: 'https://example.ru/c', place: 'header', is_absolute: true },
  ]);
  expect(facts.hreflang).toEqual([{ code: 'en', url: 'https://example.ru/en', source: 'header' }]);
});

test('a hidden h1 is seen as hidden, and the alt of an image is the text of its h1', () => {
  const facts = inBody('<div style="display: none"><h1>Скрыт</h1></div><h1><img src="/l.png" alt="Логотип"></h1>');
  expect(facts.h1s).toEqual([
    { text: 'Скрыт', is_visible: false },
    { text: 'Логотип', is_visible: true },
  ]);
});

test('words are counted in main, else in articles, else in the body without its frame', () => {
  const frame = '<header>шапка сайта</header><nav>меню</nav><footer>подвал</footer><script>var a</script>';
  expect(inBody(`${frame}<main>один два<nav>хлебные крошки</nav></main><p>мимо</p>`).words).toBe(2);
  expect(inBody(`${frame}<article>один два три</article><p>мимо</p>`).words).toBe(3);
  expect(inBody(`${frame}<p>сорок-два из-за O’Neil</p><form><label>Имя</label></form>`).words).toBe(3);
});

test('inline elements do not cut a word', () => {
  expect(inBody('<main><b>П</b>ривет<p>мир</p>дом</main>').words).toBe(3);
});

test('links are absolute, each once, without fragment, by host and by nofollow', () => {
  const facts = inBody(
    '<a href="/a#x">1</a><a href="/a" rel="nofollow">2</a><a href="?p=2">3</a><a href="https://www.example.ru/b">4</a>' +
      '<a href="//other.ru/c" rel="nofollow noopener">5</a><a href="mailto:a@b.ru">6</a><a href="#top">7</a><a href="javascript:void(0)">8</a>',
  );
  expect(facts.own_links.map((reference) => absolute(reference, facts))).toEqual([
    'https://example.ru/a',
    'https://example.ru/catalog/item?p=2',
    'https://www.example.ru/b',
  ]);
  expect(facts.external_links).toEqual([]);
  expect(facts.external_nofollow).toEqual(['https://other.ru/c']);
});

test('a base element is the base of links and not of a canonical in the header', () => {
  const facts = read('<base href="/shop/"><link rel="canonical" href="x"><a href="y">y</a>', {
    headers: { link: ['<z>; rel=canonical'] },
  });
  expect(facts.own_links).toEqual(['/shop/y']);
  expect(facts.canonicals.map(({ url }) => url)).toEqual(['https://example.ru/shop/x', 'https://example.ru/catalog/z']);
});

test('a page keeps 5,000 links and counts the others', () => {
  const facts = inBody(Array.from({ length: 5_010 }, (_, index) => `<a href="/p/${index}">x</a>`).join(''));
  expect(facts.own_links).toHaveLength(5_000);
  expect(facts.links_dropped).toBe(10);
});

test('images tell an absent alt from an empty one; pixels and hidden ones are left out', () => {
  const facts = inBody(
    '<img src="a.jpg"><img src="/b.jpg" alt=""><a href="/c"><img src="/c.jpg" alt=""></a><a href="/d"><img src="/d.jpg" alt=""> Текст</a>' +
      '<img class="hero" src="/e.jpg" alt="Вид"><img src="/p.gif" width="1" height="1"><img src="/h.jpg" aria-hidden="true"><img role="presentation" src="/r.jpg">',
  );
  expect(facts.images).toEqual([
    { src: '/catalog/a.jpg', alt: null },
    { src: '/b.jpg', alt: '' },
    { src: '/c.jpg', alt: '', linked: true },
    { src: '/d.jpg', alt: '' },
    { src: '/e.jpg', alt: 'Вид', cover: true },
  ]);
});

const jsonLd = (value: unknown) =>
  inBody(`<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`)
    .json_ld;

test('JSON-LD with a trailing comma is a parse error; a valid Article in a graph has no problem', () => {
  expect(jsonLd('{"@context":"https://schema.org","@type":"Article",}').problems).toMatchObject([
    { pointer: '/0', code: 'parse_error' },
  ]);
  const article = {
    '@type': 'Article',
    headline: 'Да',
    datePublished: '2026-05-01',
    author: { '@type': 'Person', name: 'А' },
  };
  expect(jsonLd({ '@context': 'https://schema.org', '@graph': [article] })).toEqual({
    blocks: 1,
    types: ['Article', 'Person'],
    problems: [],
  });
});

test('problems of JSON-LD are named by a JSON pointer', () => {
  const { problems } = jsonLd({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Главная', item: 'https://example.ru/' },
      { '@type': 'ListItem', position: 3, name: 'Раздел', item: '/razdel' },
      { '@type': 'ListItem', position: 3 },
    ],
  });
  expect(problems.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/0/itemListElement/1/position position',
    '/0/itemListElement/1/item recommended',
    '/0/itemListElement/2/name required',
  ]);
  const dated = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: 'А',
    datePublished: '01.05.2026',
    author: 'Б',
  };
  expect(jsonLd(dated).problems).toMatchObject([{ pointer: '/0/datePublished', code: 'date' }]);
});

test('a shell of an application has few words, no heading, and a root element or a bundle that fills it', () => {
  expect(inBody('<div id="app"></div><script type="module" src="/m.js"></script>').is_shell).toBe(true);
  expect(inBody('<div id="app"></div><script src="/m.js"></script>').is_shell).toBe(true);
  expect(inBody('<div></div><script src="/js/main.1a2b.js"></script>').is_shell).toBe(true);
  expect(inBody('<noscript>Включите JavaScript</noscript><script src="/x.js"></script>').is_shell).toBe(true);
  expect(inBody('<div id="app"><h1>Вход</h1></div><script src="/m.js"></script>').is_shell).toBe(false);
  expect(inBody('<p>Скоро откроемся</p><script src="/counter.js"></script>').is_shell).toBe(false);
  expect(inBody(`<div id="app">${'слово '.repeat(50)}</div><script type="module" src="/m.js"></script>`).is_shell).toBe(
    false,
  );
});

test('mixed content is active or passive, and none on a page over http', () => {
  const html = '<script src="http://a.ru/x.js"></script><img src="http://a.ru/x.png"><img src="https://a.ru/y.png">';
  expect(inBody(html).mixed.map(({ kind, url }) => `${kind} ${url}`)).toEqual([
    'active http://a.ru/x.js',
    'passive http://a.ru/x.png',
  ]);
  expect(read(html, { url: 'http://example.ru/' }).mixed).toEqual([]);
});

test('a form gives names, labels and links, and no value', () => {
  const facts = inBody(
    '<form id="lead" action="/send" method="POST"><label>Телефон <input type="tel" name="phone" required value="secret-1"></label>' +
      '<textarea name="note">secret-2</textarea><select name="city"><option>secret-3</option></select><input type="hidden" name="t" value="secret-4">' +
      '<label><input type="checkbox" name="pd" required checked> Я даю <a href="/consent">согласие</a></label><button>Отправить</button></form>',
  );
  expect(JSON.stringify(facts)).not.toContain('secret');
  expect(facts.forms).toMatchObject([
    {
      selector: 'form#lead',
      is_form_element: true,
      method: 'post',
      action: '/send',
      buttons: ['Отправить'],
      checkboxes: [{ name: 'pd', label: 'Я даю согласие', is_required: true, is_checked: true, links: ['/consent'] }],
    },
  ]);
  expect(facts.forms[0]?.fields.map(({ name, type, label }) => [name, type, label])).toEqual([
    ['phone', 'tel', 'Телефон'],
    ['note', 'textarea', ''],
    ['city', 'select', ''],
    ['t', 'hidden', ''],
  ]);
});

test('fields outside of a form belong to the nearest element with a button', () => {
  const facts = inBody(
    '<section><div class="lead"><input name="email" type="email"><button>Да</button></div></section>',
  );
  expect(facts.forms).toMatchObject([{ selector: 'div.lead', is_form_element: false, fields: [{ name: 'email' }] }]);
});

test('hosts of scripts and frames are kept, comments are not', () => {
  const facts = inBody(
    '<!-- <script src="https://www.google-analytics.com/ga.js"></script> --><script src="https://mc.yandex.ru/metrika/tag.js?id=1"></script>' +
      '<script>load("https://www.googletagmanager.com/gtag/js") /* "https://hotjar.com/x" */</script><iframe src="https://vk.com/video"></iframe>',
  );
  expect(facts.resources.map(({ kind, address }) => `${kind} ${address}`)).toEqual([
    'script mc.yandex.ru/metrika/tag.js',
    'iframe vk.com/video',
    'inline www.googletagmanager.com/gtag/js',
  ]);
});

const vocabulary = Array.from(
  { length: 900 },
  (_, index) => `слово${index.toString(36).replace(/\d/g, (digit) => 'абвгдежзик'[Number(digit)] ?? '')}`,
);
const textOf = (start: number, count: number) => vocabulary.slice(start, start + count).join(' ');
const signature = (text: string) => binsOf(inBody(`<main>${text}</main>`).min_hash ?? '');

test('MinHash is near 1 for a text with one changed word, near 0 for another text, and absent below 100 words', () => {
  const first = signature(textOf(0, 300));
  expect(similarity(first, signature(textOf(0, 300).replace('словоа ', 'иначе ')))).toBeGreaterThan(0.8);
  expect(similarity(first, signature(textOf(400, 300)))).toBeLessThan(0.2);
  expect(inBody(`<main>${textOf(0, 99)}</main>`).min_hash).toBeNull();
});

test('the text hash is equal for texts that differ in case and punctuation alone', () => {
  expect(inBody('<main>Один, два. ТРИ</main>').text_hash).toBe(inBody('<main>один <b>два</b> — три!</main>').text_hash);
  expect(inBody('<main>один два</main>').text_hash).not.toBe(inBody('<main>один три</main>').text_hash);
});

test('the main text begins behind a menu of any length, with a space between blocks', () => {
  const menu = '<li>Раздел</li>'.repeat(500);
  const facts = inBody(`<nav>${menu}</nav><main>Начало<p>те<b>кста</b></p><aside>сбоку</aside>конец</main>`);
  expect(facts).toMatchObject({ text_start: 'Начало текста конец', words: 3, body_words: 504 });
});

test('the facts of a usual page take 4 KB at most', () => {
  const links = Array.from(
    { length: 45 },
    (_, index) => `<a href="/razdel-${index}/stranica-sayta-${index}">Раздел</a>`,
  ).join('');
  const images = Array.from(
    { length: 8 },
    (_, index) => `<img src="/media/photo-${index}.jpg" alt="Фотография номер ${index}">`,
  ).join('');
  const form =
    '<form action="/lead"><input name="name"><input type="tel" name="phone"><button>Отправить</button></form>';
  const facts = inBody(`<nav>${links}</nav><main><h1>Заголовок</h1>${textOf(0, 400)}${images}</main>${form}`);
  expect(Buffer.byteLength(JSON.stringify(facts))).toBeLessThanOrEqual(4_096);
});
