import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { Fetched } from './fetched.ts';
import { readSitemaps, type SitemapOptions } from './sitemap.ts';

const site = 'https://example.com';

const answer = (url: string, body: string | Buffer | number, contentType = 'application/xml'): Fetched => ({
  url,
  final_url: url,
  hops: [],
  status: typeof body === 'number' ? body : 200,
  failure: null,
  headers: {
    content_type: contentType,
    robots: [],
    link: [],
    etag: null,
    last_modified: null,
    retry_after: null,
    content_security_policy: null,
    set_cookie: false,
    strict_transport_security: null,
  },
  timings: { connect_ms: null, ttfb_ms: 0, total_ms: 0 },
  bytes: 0,
  address: null,
  body: typeof body === 'number' ? Buffer.alloc(0) : Buffer.from(body),
});

const read = async (
  files: Record<string, string | Buffer | number | Partial<Fetched>>,
  options: Partial<SitemapOptions> = {},
  candidates = ['/sitemap.xml'],
) => {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    const path = url.slice(site.length);
    asked.push(path);
    const file = files[path] ?? 404;
    const isPlain = typeof file === 'string' || typeof file === 'number' || Buffer.isBuffer(file);
    return isPlain ? answer(url, file) : { ...answer(url, 200), ...file };
  };
  const absolute = candidates.map((path) => site + path);
  const result = await readSitemaps(fetch, absolute, {
    hosts: new Set(['example.com', 'www.example.com']),
    ...options,
  });
  const problems = Object.fromEntries(result.files.map(({ url, problem }) => [url.slice(site.length), problem]));
  return { ...result, asked, problems, paths: result.locs.map(({ url }) => url.slice(site.length)) };
};

const urlset = (...paths: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<url><loc>${path.startsWith('http') ? path : site + path}</loc><priority>1</priority></url>`)
    .join('')}</urlset>`;
const index = (...paths: string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${site}${path}</loc></sitemap>`).join('')}</sitemapindex>`;

test('a sitemap gives its locs with their file', async () => {
  const { locs, files } = await read({ '/sitemap.xml': urlset('/', '/a?x=1&amp;y=2') });
  expect(locs).toEqual([
    { url: `${site}/`, sitemap: `${site}/sitemap.xml`, alternates: [] },
    { url: `${site}/a?x=1&y=2`, sitemap: `${site}/sitemap.xml`, alternates: [] },
  ]);
  const foreign = { count: 0, samples: [] };
  expect(files).toEqual([{ url: `${site}/sitemap.xml`, status: 200, kind: 'urlset', locs: 2, foreign, problem: null }]);
});

test('prefixes, CDATA, blanks and locs of images are read as what they are', async () => {
  const { paths } = await read({
    '/sitemap.xml': `\n\uFEFF  <?xml version="1.0"?><s:urlset xmlns:s="x" xmlns:image="y"><s:url><s:loc>\n ${site}/a </s:loc>
      <image:image><image:loc>${site}/picture.png</image:loc></image:image></s:url>
      <s:url><s:loc><![CDATA[${site}/b?x&y]]></s:loc></s:url><s:url><s:loc/></s:url></s:urlset>`,
  });
  expect(paths).toEqual(['/a', '/b?x&y']);
});

describe('charsets', () => {
  const cyrillic = '/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D1%8C';
  const text = (encoding: string) =>
    `<?xml version="1.0"${encoding}?><urlset><url><loc>${site}/новость</loc></url></urlset>`;
  const windows = (content: string) =>
    Buffer.from([...content].map((letter) => (letter > '\x7f' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))));
  const swapped = (content: string) => Buffer.from(content, 'utf16le').swap16();

  test.each<[string, Buffer | Partial<Fetched>]>([
    ['UTF-8 without a word', Buffer.from(text(''))],
    ['windows-1251 by its declaration', windows(text(' encoding="windows-1251"'))],
    [
      'windows-1251 by the header',
      {
        status: 200,
        body: windows(text('')),
        headers: { ...answer('', 200).headers, content_type: 'text/xml; charset=windows-1251' },
      },
    ],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${text(' encoding="UTF-16"')}`, 'utf16le')],
    ['UTF-16, big end first', swapped(`\uFEFF${text(' encoding="UTF-16"')}`)],
    ['a charset that does not exist', Buffer.from(text(' encoding="none"'))],
  ])('%s', async (_, file) => {
    expect(await read({ '/sitemap.xml': file })).toMatchObject({
      paths: [cyrillic],
      problems: { '/sitemap.xml': null },
    });
  });

  test('a letter that is cut between two pieces is one letter', async () => {
    for (const fill of [65_400, 65_401]) {
      const url = `${site}/${'я'.repeat(300)}`;
      const text = `<urlset><!--${'x'.repeat(fill)}--><url><loc>${url}</loc></url></urlset>`;
      const { locs } = await read({ '/sitemap.xml': text });
      expect(locs.map((loc) => decodeURI(loc.url))).toEqual([url]);
    }
  });
});

describe('indexes', () => {
  test('children are read, gzip is told by its bytes, and each file is asked for once', async () => {
    const { asked, paths, problems } = await read(
      {
        '/sitemap.xml': index('/a.xml.gz', '/b', '/b'),
        '/a.xml.gz': gzipSync(urlset('/a')),
        '/b': gzipSync(urlset('/b')),
      },
      {},
      ['/sitemap.xml', '/sitemap.xml', '/b', '/none.xml'],
    );
    expect(asked).toEqual(['/sitemap.xml', '/a.xml.gz', '/b', '/none.xml']);
    expect(paths).toEqual(['/a', '/b']);
    expect(problems).toEqual({ '/sitemap.xml': null, '/a.xml.gz': null, '/b': null, '/none.xml': 'status' });
  });

  test('two levels of indexes are read', async () => {
    const { asked, paths, problems } = await read({
      '/sitemap.xml': index('/two.xml'),
      '/two.xml': index('/three.xml', '/leaf.xml'),
      '/three.xml': index('/never.xml'),
      '/leaf.xml': urlset('/leaf'),
    });
    expect(asked).toEqual(['/sitemap.xml', '/two.xml', '/three.xml', '/leaf.xml']);
    expect(paths).toEqual(['/leaf']);
    expect(problems).toMatchObject({ '/three.xml': 'too_deep', '/two.xml': 'child_failed' });
  });

  test('an index that leads back to itself ends', async () => {
    const own = await read({ '/sitemap.xml': index('/sitemap.xml', '/a.xml'), '/a.xml': urlset('/a') });
    expect(own).toMatchObject({
      asked: ['/sitemap.xml', '/a.xml'],
      paths: ['/a'],
      problems: { '/sitemap.xml': 'cycle' },
    });
    const two = await read({ '/sitemap.xml': index('/b.xml'), '/b.xml': index('/sitemap.xml#again') });
    expect(two).toMatchObject({ asked: ['/sitemap.xml', '/b.xml'], problems: { '/b.xml': 'cycle' } });
  });

  test('a child that fails is a problem of its own and one of its index', async () => {
    const { problems, paths } = await read({ '/sitemap.xml': index('/none.xml', '/a.xml'), '/a.xml': urlset('/a') });
    expect(problems).toEqual({ '/sitemap.xml': 'child_failed', '/none.xml': 'status', '/a.xml': null });
    expect(paths).toEqual(['/a']);
  });

  test('the number of files is bounded', async () => {
    const children = Array.from({ length: 500 }, (_, n) => `/${n}.xml`);
    const files = Object.fromEntries(children.map((path) => [path, urlset(path)]));
    const result = await read({ '/sitemap.xml': index(...children), ...files });
    expect(result.asked).toHaveLength(200);
    expect(result).toMatchObject({ is_cut: true, problems: { '/sitemap.xml': null } });
  });
});

test('locs of other hosts are left out, and the www twin is the site', async () => {
  const { locs, files } = await read({
    '/sitemap.xml': urlset('/a', 'https://www.example.com/b', 'https://other.example/c', 'http://127.0.0.2/'),
  });
  expect(locs.map(({ url }) => url)).toEqual([`${site}/a`, 'https://www.example.com/b']);
  expect(files).toMatchObject([{ locs: 2, problem: 'foreign_host', foreign: { count: 2 } }]);
});

test.each<[string, string, string | Buffer | number | Partial<Fetched>]>([
  ['an answer that is not 200', 'status', 503],
  ['no answer', 'unreachable', { status: null, body: null, failure: { code: 'timeout', detail: '' } }],
  ['a body over the limit', 'too_large', { status: 200, body: null, failure: { code: 'body_too_large', detail: '' } }],
  ['a web page', 'not_xml', '<!doctype html><html><body>Hello</body></html>'],
  ['a web page without a doctype', 'wrong_root', '<html><body>Hello</body></html>'],
  ['a feed without items', 'no_locs', '<rss><channel/></rss>'],
  ['a text without addresses', 'not_xml', 'hello'],
  ['nothing', 'not_xml', ''],
  ['XML that is cut', 'not_xml', urlset('/a').slice(0, -5)],
  ['a broken gzip', 'not_xml', gzipSync(urlset('/a')).subarray(0, 40)],
  ['no locs', 'no_locs', urlset()],
  ['an index without locs', 'no_locs', index()],
  [
    'entities of its own',
    'not_xml',
    `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>${site}/&b;</loc></url></urlset>`,
  ],
  [
    'a file of the machine',
    'not_xml',
    '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>&f;</loc></url></urlset>',
  ],
  ['an entity that nothing defines', 'not_xml', `<urlset><url><loc>${site}/&a;</loc></url></urlset>`],
  [
    'endless depth',
    'not_xml',
    `<urlset><url><loc>${site}/</loc></url>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</urlset>`,
  ],
  ['endless attributes', 'not_xml', `<urlset ${Array.from({ length: 400_000 }, (_, n) => `a${n}="" `).join('')}/>`],
  ['an endless text', 'not_xml', `<urlset><url><loc>${site}/${'a'.repeat(4_000_000)}</loc></url></urlset>`],
])('%s is the problem %s', async (_, problem, file) => {
  expect(await read({ '/sitemap.xml': file })).toMatchObject({ problems: { '/sitemap.xml': problem } });
});

test('50,000 locs of a file are read, one more is too large', async () => {
  const paths = (count: number) => Array.from({ length: count }, (_, n) => `/${n}`);
  expect(await read({ '/sitemap.xml': urlset(...paths(50_000)) })).toMatchObject({
    problems: { '/sitemap.xml': null },
  });
  const result = await read({ '/sitemap.xml': urlset(...paths(50_001)) });
  expect(result.problems).toEqual({ '/sitemap.xml': 'too_large' });
  expect(result.locs).toHaveLength(50_000);
});

test('50 MiB are read of a gzip, however small it is', async () => {
  const bomb = gzipSync(
    Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(60 * 1_048_576, '<url><loc>/</loc></url>'.padEnd(2_048))]),
  );
  expect(await read({ '/sitemap.xml': bomb })).toMatchObject({ problems: { '/sitemap.xml': 'too_large' } });
});

test('the number of locs of all files is bounded', async () => {
  const result = await read(
    {
      '/sitemap.xml': index('/a.xml', '/b.xml', '/c.xml'),
      '/a.xml': urlset('/1', '/2'),
      '/b.xml': urlset('/3', '/4'),
      '/c.xml': urlset('/5'),
    },
    { maxLocs: 3 },
  );
  expect(result).toMatchObject({
    paths: ['/1', '/2', '/3'],
    is_cut: true,
    asked: ['/sitemap.xml', '/a.xml', '/b.xml'],
  });
});

test('other work of the process has its turn while a large file is read', async () => {
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 0);
  await read({ '/sitemap.xml': urlset(...Array.from({ length: 50_000 }, (_, n) => `/${n}`)) });
  clearInterval(count);
  expect(turns).toBeGreaterThan(20);
});

test('the signal ends it with its reason', async () => {
  const reason = new Error('canceled');
  await expect(read({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

describe('other forms of sitemaps', () => {
  const addresses = `${site}/a\r\n${site}/b\n\n${site}/c`;

  test('a text with an address in each line is a sitemap', async () => {
    const { paths, problems } = await read(
      { '/sitemap.txt': { ...answer(`${site}/sitemap.txt`, addresses, 'text/plain') } },
      {},
      ['/sitemap.txt'],
    );
    expect([paths, problems]).toEqual([['/a', '/b', '/c'], { '/sitemap.txt': null }]);
  });

  test('a text with other lines is none', async () => {
    const { problems } = await read({ '/sitemap.xml': `${site}/a\nno address at all` });
    expect(problems).toEqual({ '/sitemap.xml': 'not_xml' });
  });

  test.each([
    [
      'RSS',
      `<rss version="2.0"><channel><link>${site}/</link><item><link>${site}/a</link></item><item><link><![CDATA[${site}/b]]></link></item></channel></rss>`,
    ],
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${site}/"/><entry><link rel="alternate" href="${site}/a"/><link rel="enclosure" href="${site}/x.mp3"/></entry><entry><link href="${site}/b"/></entry></feed>`,
    ],
    ['RSS 1.0', `<rdf:RDF><channel/><item><link>${site}/a</link></item><item><link>${site}/b</link></item></rdf:RDF>`],
  ])('the items of a feed of %s are addresses of the site', async (_, feed) => {
    const { paths, problems } = await read({ '/sitemap.xml': feed });
    expect([paths, problems]).toEqual([['/a', '/b'], { '/sitemap.xml': null }]);
  });

  test('versions in other languages belong to their address, before and behind it', async () => {
    const link = (code: string, path: string) =>
      `<xhtml:link rel="alternate" hreflang="${code}" href="${site}${path}"/>`;
    const { locs } = await read({
      '/sitemap.xml': `<urlset><url><loc>${site}/en</loc>${link('en', '/en')}${link('ru', '/ru')}</url><url>${link('ru', '/ru')}<loc>${site}/ru</loc></url><url><loc>${site}/x</loc></url></urlset>`,
    });
    expect(
      locs.map(({ alternates }) => alternates.map(({ code, href }) => `${code} ${href.slice(site.length)}`)),
    ).toEqual([['en /en', 'ru /ru'], ['ru /ru'], []]);
  });
});
