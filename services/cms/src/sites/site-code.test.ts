import { expect, test } from '@jest/globals';
import { Code } from '@platform/contracts/fields';
import { siteCode } from './site-code.ts';

test.each([
  ['Demo Notes', 'demo-notes-x7k2p'],
  ['  Ёлки & палки  ', 'yolki-and-palki-x7k2p'],
  ['Größe', 'groesse-x7k2p'],
  ['2026 — the year', 'the-year-x7k2p'],
  ['MyApp.io', 'myapp-io-x7k2p'],
  ['日本', 'site-x7k2p'],
  ['!!!', 'site-x7k2p'],
])('the code of %s is %s', (name, code) => {
  expect(siteCode(name, 'x7k2p')).toBe(code);
});

test('the code of any name is one that the contract accepts', () => {
  for (const name of ['x'.repeat(120), `${'a-'.repeat(60)}`, '-_-', '9'.repeat(50), 'Ж'.repeat(120), '\u{1f600} smile'])
    expect(Code.safeParse(siteCode(name, 'x7k2p')).success).toBe(true);
});
