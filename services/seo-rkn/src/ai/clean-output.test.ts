import { expect, test } from '@jest/globals';
import { growthOf, linearGrowth } from '@platform/testing';
import { cleanOutput, cleanText } from './clean-output.ts';
import { hostsOf } from './own-hosts.ts';

const hosts = hostsOf('https://www.tea.example/shop');

test.each([
  ['<b>Tea</b> <script>alert(1)</script>', 'Tea alert(1)'],
  ['<scr<script>ipt>x</script>', 'script>x'],
  ['Tea <img src=x onerror=alert(1)', 'Tea img src=x onerror=alert(1)'],
  ['2 < 3 and 4 > 3', '2 < 3 and 4 > 3'],
  ['Read [more](https://evil.example/a) here', 'Read more here'],
  ['Read [more](//evil.example/a) and [this](javascript:alert(1))', 'Read more and this)'],
  ['![cover](https://evil.example/p.png) Tea', 'cover Tea'],
  ['See https://evil.example/?u=https://tea.example/ now', 'See  now'],
  ['See www.evil.example and //evil.example/x', 'See  and'],
  ['[a]: https://evil.example/?://tea.example/', ''],
  [
    'Our [shop](https://tea.example/green) and [cart](/cart), [evil](/\\evil.example)',
    'Our [shop](https://tea.example/green) and [cart](/cart), evil',
  ],
  ['[a](https&colon;//evil.example/) [b](&#104;ttps://evil.example/)', 'a b'],
  ['[a](/&#47;evil.example) [b](https://tea.example&#64;evil.example/)', 'a b'],
  ['[a]: https&#58;//evil.example/', ''],
  ['See https://tea.example&sol;&commat;evil.example/ now', 'See  now'],
  ['https://www.tea.example/a stays', 'https://www.tea.example/a stays'],
  ['https://tea.example.evil.example/ goes', 'goes'],
  ['https://tea.example@evil.example/ goes', 'goes'],
  ['[a](data:text/html,x) file:x', 'a x'],
  ['a\u0000b\u202ec\ud800', 'abc\ufffd'],
  ['# Чай\n\nЗелёный чай — 3/4 чашки, 24/7.', '# Чай\n\nЗелёный чай — 3/4 чашки, 24/7.'],
])('%j becomes %j', (text, clean) => {
  expect(cleanText(text, hosts)).toBe(clean);
});

test('every text inside of a value is cleaned, and nothing else changes', () => {
  const value = { n: 1, list: ['<i>a</i>', { deep: 'https://evil.example' }], none: null, yes: true };
  expect(cleanOutput(value, [])).toEqual({ n: 1, list: ['a', { deep: '' }], none: null, yes: true });
});

test('a long text of beginnings without ends is cleaned', () => {
  for (const part of ['<a ', '<', '//', 'www.', '[](', '[', 'a://', '[x]: '])
    expect(cleanText(part.repeat(3_000), hosts).length).toBeLessThanOrEqual(part.length * 3_000);
});

test.each([
  ['[![tea](/t.png)](https&colon;//evil.example/)', '[![tea](/t.png)]'],
  ['[a](<https&colon;//evil.example/(>)', 'a'],
  ['[a]( https&colon;//evil.example/ "title")', 'a'],
])('the link around another one goes, too: %j', (text, clean) => {
  expect(cleanText(text, hosts)).toBe(clean);
});

test('a scheme or a link that many others surround does not come out', () => {
  const schemes = `${'java<b'.repeat(50)}javascript:${'>script:'.repeat(50)}`;
  expect(cleanText(schemes, hosts)).not.toMatch(/\bjavascript:/);
  const links = `${'['.repeat(50)}a${'](https&colon;//evil.example/)'.repeat(50)}`;
  expect(cleanText(links, hosts)).not.toContain('](');
});

/** The largest answer of a provider. */
const size = 262_144;
test.each(['<', '<a ', '[', '[](', '![a](\t\t', '[](/a', 'da', 'data:', 'data ', '//a', 'www.', 'a://', '[x]: ', '&a'])(
  'cleaning an answer of many %j takes time in proportion to its length',
  (part) => {
    const inputOf = (length: number) => part.repeat(length / part.length);
    expect(growthOf(inputOf, size, (text) => cleanText(text, hosts))).toBeLessThan(linearGrowth);
  },
);
test('an answer of nested schemes is cleaned in time that its length bounds', () => {
  const inputOf = (length: number) => 'da<b'.repeat(length / 9) + '>ta: '.repeat(length / 9);
  expect(growthOf(inputOf, size, (text) => cleanText(text, hosts))).toBeLessThan(linearGrowth);
});
