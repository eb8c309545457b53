import { expect, test } from '@jest/globals';
import { parseMessage } from '@platform/sandbox';
import { mapUrls, parsePost, toHtml, toPlain, toVisibleText } from './markup.ts';

test('bold, italic, strike, code, links, quotes and lists become HTML of messengers, and HTML stays text', () => {
  const runs = parsePost(
    '**b** *i* ~~s~~ `c<d>` [l](https://e.com/?a=1&b=2)\n\n> q\n\n- one\n- two **x**\n\n3. c\n4. d\n\n<b>raw</b>',
  );
  expect(toHtml(runs).html).toBe(
    '<b>b</b> <i>i</i> <s>s</s> <code>c&lt;d&gt;</code> <a href="https://e.com/?a=1&amp;b=2">l</a>\n\n<blockquote>q</blockquote>\n\n• one\n• two <b>x</b>\n\n3. c\n4. d\n\n&lt;b&gt;raw&lt;/b&gt;',
  );
  expect(toPlain(runs)).toContain('l (https://e.com/?a=1&b=2)');
});

test('formats inside of each other close in their order', () => {
  expect(toHtml(parsePost('**a *b* c** [**d** e](https://e.com/)')).html).toBe(
    '<b>a <i>b</i> c</b> <a href="https://e.com/"><b>d</b> e</a>',
  );
});

test('what readers see is what a messenger makes of the HTML', () => {
  const texts = [
    'a\nb',
    '**x** & <y> "z"',
    '> q\n> r\n\ntext',
    '- a\n  - b\n- c',
    '1) one',
    '# no heading',
    '![no](image)',
    '***',
  ];
  for (const text of texts) {
    const runs = parsePost(text);
    expect(parseMessage(toHtml(runs).html).text).toBe(toVisibleText(runs).trim());
  }
});

test('addresses are changed in links and in text, and not in code', () => {
  const runs = mapUrls(
    parsePost('See https://a.com/x, `https://a.com/x` and [y](https://a.com/x).'),
    (url) => `${url}!`,
  );
  expect(toPlain(runs)).toBe('See https://a.com/x!, https://a.com/x and y (https://a.com/x!).');
});
