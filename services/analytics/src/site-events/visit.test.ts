import { describe, expect, test } from '@jest/globals';
import { readVisit } from './visit.ts';

const nothing = {
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
};

test('of a page only its path is kept', () => {
  const url = 'https://anna:secret@www.example.test:8443/блог/post?token=1&email=a@b.c#end';
  expect(readVisit({ url })).toEqual({ path: '/%D0%B1%D0%BB%D0%BE%D0%B3/post', referrer_host: null, ...nothing });
});

test.each([
  ['https://www.google.com/search?q=secret', 'google.com'],
  ['https://News.Example.org/a', 'news.example.org'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['https://example.test/other', null],
  ['https://www.example.test/other', null],
  ['', null],
  ['no address', null],
  [undefined, null],
  [42, null],
])('of the referrer %s the host is kept: %s', (referrer, host) => {
  expect(readVisit({ url: 'https://example.test/', referrer }).referrer_host).toBe(host);
});

test('a referrer whose host is longer than the name of a host may be says nothing', () => {
  const host = Array.from({ length: 4 }, () => 'x'.repeat(62)).join('.');
  expect(readVisit({ referrer: `https://${host}.y/` }).referrer_host).toBe(`${host}.y`);
  const grows = Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x4e00 + at * 131)).join('');
  for (const longer of [`${host}.yy`, grows, 'x'.repeat(9_000)])
    expect(readVisit({ referrer: `https://${longer}/` }).referrer_host).toBeNull();
});

describe('campaigns', () => {
  test('are kept as they are, and an empty one is none', () => {
    expect(readVisit({ url: 'https://a.test/', utm_source: ' mail ', utm_medium: '', utm_term: '  ' })).toMatchObject({
      ...nothing,
      utm_source: 'mail',
    });
  });

  test('that are no text or too long are none', () => {
    expect(readVisit({ utm_source: 'x'.repeat(201), utm_medium: ['a'], utm_campaign: 1 })).toMatchObject(nothing);
  });
});

test('without an address the page is the first one', () => {
  for (const url of [undefined, null, 5, 'relative/path', `https://a.test/${'x'.repeat(3_000)}`])
    expect(readVisit({ url }).path).toBe('/');
});
