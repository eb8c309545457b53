import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pathPattern, shownUrl, urlKey } from './url-key.ts';
import { wildcardOf } from './wildcard.ts';

test.each([
  ['HTTP://Example.COM:80/a', 'http://example.com/a', 'scheme, host and default port'],
  ['https://example.com', 'https://example.com/', 'the path of a bare host'],
  ['https://example.com:8443/#part', 'https://example.com:8443/', 'the fragment, and a port that is kept'],
  ['https://пример.рф/новости', 'https://xn--e1afmkfd.xn--p1ai/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8', 'Cyrillic'],
  ['https://example.com/%d0%bd%7euser%2fx', 'https://example.com/%D0%BD~user%2Fx', 'percent-encoding'],
  ['https://example.com/100%', 'https://example.com/100%25', 'a bare percent sign'],
  ['https://example.com/?b=2&a=1&&b=1', 'https://example.com/?a=1&b=1&b=2', 'the order of the query'],
  ['https://example.com/?', 'https://example.com/', 'an empty query'],
  [
    'https://example.com/?utm_source=x&utm%5Fmedium=y&yclid=1&gclid=2&fbclid=3&ysclid=4&_openstat=5&id=6',
    'https://example.com/?id=6',
    'what only tracks',
  ],
  ['https://example.com/?myutm_source=x', 'https://example.com/?myutm_source=x', 'a name that only contains another'],
  ['https://user:secret@example.com/', 'https://example.com/', 'credentials'],
])('%s has the key %s: %s', (address, key) => {
  expect(urlKey(address)).toBe(key);
});

test('a slash at the end, the case of the path and double slashes make another URL', () => {
  const addresses = ['/a', '/a/', '/A', '//a', '/a?x', '/a?x='].map((path) => `https://example.com${path}`);
  expect(new Set(addresses.map((address) => urlKey(address))).size).toBe(addresses.length);
});

test('what is no address of the web has no key', () => {
  for (const address of ['', '/path', 'mailto:a@example.com', 'javascript:void(0)', 'data:,x', 'http://'])
    expect([address, urlKey(address)]).toEqual([address, null]);
});

test('parameters that Clean-param names are left out on paths that begin with its prefix', () => {
  const clean = [
    { params: ['ref', 'sort'], path: wildcardOf('/dir/get_book.pl') },
    { params: ['s'], path: wildcardOf('/forum*/showthread') },
  ];
  const keyOf = (path: string) => urlKey(`https://example.com${path}`, clean)?.slice('https://example.com'.length);
  expect(keyOf('/dir/get_book.pl?ref=site_1&book_id=123')).toBe('/dir/get_book.pl?book_id=123');
  expect(keyOf('/dir/get_book.plus?sort=1')).toBe('/dir/get_book.plus');
  expect(keyOf('/other?ref=1')).toBe('/other?ref=1');
  expect(keyOf('/DIR/get_book.pl?ref=1')).toBe('/DIR/get_book.pl?ref=1');
  expect(keyOf('/dir/get_book.pl?Ref=1')).toBe('/dir/get_book.pl?Ref=1');
  expect(keyOf('/forum_old/showthread.php?s=1&t=2')).toBe('/forum_old/showthread.php?t=2');
});

const text = fc.string({
  unit: fc.constantFrom('a', 'Z', '0', '%', '4', '1', 'b', '/', '.', '~', '?', '&', '=', 'я', ' ', '+', '"', '#', ';'),
});
const address = fc.tuple(text, text).map(([path, query]) => `https://example.com/${path}?${query}`);

test('the key of a key is the key', () => {
  fc.assert(
    fc.property(address, (url) => {
      const key = urlKey(url) ?? '';
      expect(urlKey(key)).toBe(key);
    }),
    { numRuns: 2_000 },
  );
});

test('the order of the parameters, the fragment and the case of the host make no difference', () => {
  const parameters = fc.array(fc.stringMatching(/^[a-d]=[0-9]$/), { maxLength: 6 });
  const shuffled = parameters.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  fc.assert(
    fc.property(shuffled, fc.stringMatching(/^[a-z]{0,4}$/), ([one, other], fragment) => {
      const key = urlKey(`https://example.com/x?${one.join('&')}`);
      expect(urlKey(`https://EXAMPLE.com:443/x?${other.join('&')}#${fragment}`)).toBe(key);
    }),
  );
});

test('a key leads to the same resource: path and decoded parameters are those of the URL', () => {
  const decoded = (encoded: string) => {
    try {
      return decodeURIComponent(encoded.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    } catch {
      return null;
    }
  };
  fc.assert(
    fc.property(address, (url) => {
      const one = new URL(url);
      const other = new URL(urlKey(url) ?? '');
      expect(decoded(other.pathname)).toBe(decoded(one.pathname));
      const list = ({ search }: URL) => search.slice(1).split('&').filter(Boolean).map(decoded).sort();
      expect(list(other)).toEqual(list(one));
    }),
    { numRuns: 1_000 },
  );
});

test('a URL is shown in the letters of its site, and nothing in it misleads the reader', () => {
  expect(shownUrl('https://xn--e1afmkfd.xn--p1ai/%D0%BD%D0%BE%D0%B2?q=%D1%8F%20%26')).toBe(
    'https://пример.рф/нов?q=я%20%26',
  );
  expect(shownUrl('https://example.com:8080/%FF%FE')).toBe('https://example.com:8080/%FF%FE');
  expect(shownUrl('https://example.com/%E2%80%AEgpj.exe')).toBe('https://example.com/%E2%80%AEgpj.exe');
  expect(shownUrl('no address')).toBe('no address');
});

test('what is shown has the key of the URL', () => {
  fc.assert(
    fc.property(address, (url) => expect(urlKey(shownUrl(url))).toBe(urlKey(url))),
    { numRuns: 1_000 },
  );
});

test('numbers of a path are one pattern, and percent-encoded letters are no numbers', () => {
  expect(pathPattern('https://example.com/2026/05/news-7?page=3')).toBe('/:n/:n/news-:n');
  expect(pathPattern('https://example.com/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D1%8C-12')).toBe('/новость-:n');
  expect(pathPattern('https://example.com/%FF12')).toBe('/%FF:n');
});
