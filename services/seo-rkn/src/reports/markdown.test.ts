import { expect, test } from '@jest/globals';
import { codeSpan, plainText, shellWord } from './markdown.ts';

/** Text of a code span by CommonMark §6.1; null where the whole is not one. */
function readCodeSpan(markdown: string): string | null {
  const [, fence = '', inner = ''] = /^(`+)(.*?[^`])\1(?!`)$/s.exec(markdown) ?? [];
  if (fence === '' || inner.includes('\n')) return null;
  const isPadded = inner.startsWith(' ') && inner.endsWith(' ');
  return isPadded ? inner.slice(1, -1) : inner;
}

test.each([
  '<img src=x onerror=alert(1)>',
  '[link](javascript:alert(1)) ![image](https://evil.example/pixel)',
  '@maintainer closes #12',
  '``` code ``',
  '`',
  'a` <script>`` b',
  '\\`',
])('the text %s of a stranger is one code span', (text) => {
  const span = codeSpan(text);
  expect(readCodeSpan(span)).toBe(text);
});

test('a text of a stranger ends no line and starts no block', () => {
  expect(codeSpan('one\n\n# two\r\n- [ ] three\u2028> four\u202Efive')).toBe('`one # two - [ ] three > four five`');
  expect(codeSpan(' \n ')).toBe('—');
});

test('a text of the platform has no markup', () => {
  expect(plainText('link rel="canonical" <head> *a* _b_ [c] `d` # | ~')).toBe(
    'link rel="canonical" \\<head\\> \\*a\\* \\_b\\_ \\[c\\] \\`d\\` \\# \\| \\~',
  );
});

test('an address is one word of a shell', () => {
  expect(shellWord("https://example.com/?q=';rm -rf $(HOME)`id`")).toBe(
    "'https://example.com/?q=%27;rm%20-rf%20$(HOME)`id`'",
  );
});
