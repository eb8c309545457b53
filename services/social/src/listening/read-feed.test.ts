import { expect, test } from '@jest/globals';
import { keywordIn } from './keyword-in.ts';
import { NotAFeedError, readFeed } from './read-feed.ts';
import { foundId } from './sources.ts';

const source = { address: 'https://e.com/blog/feed.xml', contentType: 'application/rss+xml' };
const read = (xml: string) => readFeed(Buffer.from(xml), source);
const rss = (inner: string) => `<rss version="2.0"><channel><title>News</title>${inner}</channel></rss>`;

test('entries of RSS have their id, their text without tags, and their time', async () => {
  const item = `<item><title>A &amp; B</title><link>https://e.com/1</link><guid>g1</guid>
    <description>&lt;p&gt;One &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;</description><pubDate>Mon, 01 Mar 2027 08:00:00 GMT</pubDate></item>`;
  expect(await read(rss(item))).toEqual([
    { id: 'g1', title: 'A & B', summary: 'One two', url: 'https://e.com/1', at: new Date('2027-03-01T08:00:00Z') },
  ]);
});

test('entries of Atom have the alternate link', async () => {
  const entry = `<entry><id>urn:1</id><title>T</title><link rel="self" href="https://e.com/self"/>
    <link rel="alternate" href="https://e.com/1"/><updated>2027-03-01T08:00:00Z</updated></entry>`;
  const [found] = await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>${entry}</feed>`);
  expect(found).toMatchObject({ id: 'urn:1', url: 'https://e.com/1', at: new Date('2027-03-01T08:00:00Z') });
});

/** Bytes of a text in windows-1251; only Cyrillic letters and ASCII. */
const inWindows1251 = (text: string) =>
  Buffer.from(
    [...text].map((letter) => (letter >= 'А' && letter <= 'я' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))),
  );
const titled = (declaration: string) =>
  `${declaration}<rss><channel><item><guid>g</guid><title>Заметки</title></item></channel></rss>`;

test.each([
  ['its declaration', inWindows1251(titled('<?xml version="1.0" encoding="windows-1251"?>')), null],
  [
    'its answer, not its declaration',
    inWindows1251(titled('<?xml version="1.0" encoding="utf-8"?>')),
    'text/xml; charset=windows-1251',
  ],
  [
    'its declaration, where its bytes are not in that of its answer',
    inWindows1251(titled('<?xml version="1.0" encoding="windows-1251"?>')),
    'text/xml; charset=utf-8',
  ],
  [
    'its bytes, where answer and declaration name another one',
    inWindows1251(titled('<?xml version="1.0" encoding="utf-8"?>')),
    'text/xml; charset=UTF-8',
  ],
  ['its bytes, which are no UTF-8', inWindows1251(titled('')), 'text/xml'],
  ['its byte order mark', Buffer.from(`\ufeff${titled('<?xml version="1.0" encoding="utf-16"?>')}`, 'utf16le'), null],
  [
    'its bytes, where it names an encoding that is none',
    Buffer.from(titled('<?xml version="1.0" encoding="x-none"?>')),
    'text/xml; charset=none',
  ],
  [
    'its bytes, where its declaration names one of two bytes',
    Buffer.from(titled('<?xml version="1.0" encoding="utf-16"?>')),
    null,
  ],
])('a feed is read in the encoding of %s', async (_name, body, contentType) => {
  expect((await readFeed(body, { ...source, contentType })).map(({ title }) => title)).toEqual(['Заметки']);
});

test('a damaged byte costs one character, not the encoding of the feed', async () => {
  const [start = '', end = ''] = titled('').split('</title>');
  const body = Buffer.concat([Buffer.from(start), Buffer.from([0xd0]), Buffer.from(`</title>${end}`)]);
  for (const contentType of ['text/xml; charset=utf-8', 'text/xml'])
    expect((await readFeed(body, { ...source, contentType })).map(({ title }) => title)).toEqual(['Заметки\ufffd']);
});

test('links are relative to the base of their element, and to the address of the feed', async () => {
  const entry = (id: string, base: string, href: string) =>
    `<entry${base}><id>urn:${id}</id><title>T</title><link href="${href}"/></entry>`;
  const found = await read(
    `<feed xml:base="https://cdn.example/a/">${entry('1', '', 'one')}${entry('2', ' xml:base="b/"', 'two')}${entry('3', '', '/three')}</feed>`,
  );
  expect(found.map(({ url }) => url)).toEqual([
    'https://cdn.example/a/one',
    'https://cdn.example/a/b/two',
    'https://cdn.example/three',
  ]);
  const [item] = await read(rss('<item><guid>g</guid><title>T</title><link>/news/1</link></item>'));
  expect(item?.url).toBe('https://e.com/news/1');
});

test('a control character loses no feed, and references to characters are read once', async () => {
  const [found] = await read(
    rss(
      '<item><guid>g</guid><title>One\u0008two &amp;#8211; &amp;laquo;три&amp;raquo; &amp;amp;lt;b&amp;gt; &amp;#0;&amp;unknown;</title></item>',
    ),
  );
  expect(found?.title).toBe('One two – «три» &lt;b> &unknown;');
});

test('a sign that begins no tag is text, and costs no search for its end', async () => {
  const [found] = await read(rss('<item><guid>g</guid><title><![CDATA[a < b <b>c</b>]]></title></item>'));
  expect(found?.title.replaceAll(/\s+/g, ' ')).toBe('a < b c');
});

test.each([
  ['https://a.com/rss', 'https://e.com/?p=1', 'https://e.com/?p=1'],
  ['https://a.com/rss', 'tag:e.com,2027:1', 'tag:e.com,2027:1'],
  ['https://a.com/rss', '1', 'a.com 1'],
  ['https://b.com/rss', '1', 'b.com 1'],
])('of the feed %s the entry %j is found as %j', (address, id, expected) => {
  expect(foundId(address, id)).toBe(expected);
});

test('an address that is no web address is none, and a long id is known by its digest', async () => {
  const item = `<item><guid>${'x'.repeat(300)}</guid><title>T</title><link>javascript:alert(1)</link></item>`;
  const [found] = await read(rss(item));
  expect(found?.url).toBeNull();
  expect(found?.id).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['a web page', '<html><body>x</body></html>'],
  ['a DOCTYPE', '<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><item><title>&a;</title></item></channel></rss>'],
  ['a feed without an end and without entries', '<rss><channel>'],
  ['elements that nest without an end', `<rss>${'<a>'.repeat(60)}`],
  ['nothing', ''],
])('%s is no feed', async (_name, xml) => {
  await expect(read(xml)).rejects.toBeInstanceOf(NotAFeedError);
});

test('a feed that breaks behind its first entries gives those, and a long one its first 200', async () => {
  const item = (at: number) => `<item><guid>${at}</guid><title>T</title></item>`;
  expect(await read(`<rss><channel>${item(1)}<item><title>broken`)).toHaveLength(1);
  expect(await read(rss(Array.from({ length: 500 }, (_, at) => item(at)).join('')))).toHaveLength(200);
});

test.each([
  ['Заметки без сети', 'заметк', true],
  ['НОВЫЕ ЗАМЁТКИ', 'заметк', true],
  ['pre-notes and notes', 'notes', true],
  ['footnotes', 'notes', false],
  ['two  words here', 'two words', true],
])('%j has the keyword %j: %s', (text, keyword, isThere) => {
  expect(keywordIn(text, [keyword]) !== null).toBe(isThere);
});
