import { expect, test } from '@jest/globals';
import { campaignName, pagePath } from './page-path.ts';

test.each([
  ['https://notes.example.com/prices?email=a@b.com#form', '/prices'],
  ['https://notes.example.com/', '/'],
  ['https://notes.example.com/u/ada@example.com/ask', '/u/*/ask'],
  ['https://notes.example.com/u/ada%40example.com', '/u/*'],
  ['https://notes.example.com/call/+79161234567', '/call/*'],
  ['https://notes.example.com/call/8-916-123-45-67', '/call/*'],
  ['https://notes.example.com/2026/03', '/2026/03'],
  [`https://notes.example.com/${'a'.repeat(300)}`, null],
  [undefined, null],
])('the path of %s is kept as %s', (url, path) => {
  expect(pagePath(url)).toBe(path);
});

test('a campaign that looks like a person is no name', () => {
  expect(['spring', 'ada@example.com', '+7 916 123-45-67', undefined].map(campaignName)).toEqual([
    'spring',
    null,
    null,
    null,
  ]);
});
