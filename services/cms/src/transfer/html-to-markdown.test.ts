import { describe, expect, test } from '@jest/globals';
import { htmlToMarkdown } from './html-to-markdown.ts';

const base = 'https://old.example.com';
const convert = (html: string) => htmlToMarkdown(html, base).markdown;
const codes = (html: string) => htmlToMarkdown(html, base).warnings.map(({ code }) => code);

test('an address in a text arrives as it is, whatever characters it has', () => {
  expect(convert('<p>See https://example.com/_a_/b*c_d, please.</p>')).toBe(
    'See <https://example.com/_a_/b*c_d>, please.',
  );
  expect(convert('<p>https://example.com/plain</p>')).toBe('https://example.com/plain');
  expect(convert('<iframe src="https://video.example.com/a_b_c"></iframe>')).toBe('<https://video.example.com/a_b_c>');
});

test('lists, headings and code in cells of a table become lines of the cell, with a warning', () => {
  const html =
    '<table><thead><tr><th>A</th><th align="right">B</th></tr></thead><tbody><tr><td><ul><li>one</li><li>two</li></ul></td><td>x<br>y|z</td></tr><tr><td><h3>Head</h3><p>p</p></td><td><pre>l1\nl2</pre></td></tr></tbody></table>';
  expect(convert(html)).toBe(
    '| A   | B   |\n| --- | ---: |\n| • one<br>• two | x<br>y\\|z |\n| **Head**<br>p | `l1 l2` |',
  );
  expect(codes(html)).toEqual(['table_flattened']);
});

test('a table without headings gets an empty row of them, and a table of one cell is its text', () => {
  expect(convert('<table><tr><td>a</td><td>b</td></tr></table>')).toBe('|     |     |\n| --- | --- |\n| a   | b   |');
  expect(convert('<table><tr><td><p>a</p><p>b</p></td></tr></table>')).toContain('a');
});

test('breaks in preformatted text are its lines', () => {
  expect(convert('<pre class="wp-block-verse">a<br>b<br/>c</pre>')).toBe('```\na\nb\nc\n```');
});

describe('emphasis', () => {
  test.each([
    ['<strong>a<br></strong>b', '**a**  \nb'],
    ['x <strong> a </strong>b', 'x **a** b'],
    ['<b>«a»</b>b', '**«a»**&#98;'],
    ['<strong>a:</strong>b', '**a:**&#98;'],
    ['x<em>(y)</em>', '&#120;*(y)*'],
    ['<b>a</b><strong>b</strong>', '**ab**'],
    ['сло<b>во</b>м', 'сло**во**м'],
    ['a<b></b>b', 'ab'],
  ])('%s is %s', (html, markdown) => {
    expect(convert(`<p>${html}</p>`)).toBe(markdown);
  });
});

test('raised, lowered and quoted words keep their meaning', () => {
  expect(convert('<p>10<sup>6</sup> H<sub>2</sub>O <q>цитата</q> <q>quote</q></p>')).toBe(
    '10<sup>6</sup> H<sub>2</sub>O «цитата» “quote”',
  );
});

test('images are found by the address of the former site, and by the attributes of lazy ones', () => {
  const html =
    '<p><img src="data:image/gif;base64,AA" data-src="/a.jpg"><img src="//cdn.example.com/b.png"><img src="/c d.png" alt="C"></p>';
  expect(htmlToMarkdown(html, base)).toMatchObject({
    markdown:
      '![](https://old.example.com/a.jpg)![](https://cdn.example.com/b.png)![C](https://old.example.com/c%20d.png)',
    warnings: [],
  });
  expect(htmlToMarkdown('<img src="/a.jpg">').warnings.map(({ code }) => code)).toEqual(['image_lost']);
});

test('cards of Ghost that are links stay links, without the words of their drawings', () => {
  const bookmark =
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://e.example.com/x"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Title</div><div class="kg-bookmark-description">Words</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://e.example.com/i.ico"></div></div></a></figure>';
  expect(convert(bookmark)).toBe('[Title](https://e.example.com/x)\n\nWords');
  const file =
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://e.example.com/f.pdf"><div class="kg-file-card-contents"><div class="kg-file-card-title">Report</div></div><div class="kg-file-card-icon"><svg><title>download-circle</title></svg></div></a></div>';
  expect(convert(file)).toBe('[Report](https://e.example.com/f.pdf)');
  expect(convert('<a href="https://e.example.com"><h2>Head</h2><p>Text</p></a>')).toBe(
    '## [Head](https://e.example.com)\n\nText',
  );
  const toggle =
    '<div class="kg-toggle-card"><h4>Question</h4><button><svg><title>icon</title></svg></button><div><p>Answer</p></div></div>';
  expect(convert(toggle)).toBe('#### Question\n\nAnswer');
});

test('an embedded tweet stays a quotation with its link, and its script is no link', () => {
  const html =
    '<blockquote class="twitter-tweet"><p>Hi</p><a href="https://twitter.com/x/status/1">d</a></blockquote><script async src="https://platform.twitter.com/widgets.js"></script>';
  expect(convert(html)).toBe('> Hi\n> \n> [d](https://twitter.com/x/status/1)');
  expect(codes(html)).toEqual(['element_lost']);
});

test('links inside of a text lead to the headings that they led to', () => {
  const html =
    '<p><a href="#настройка">go</a> <a href="#%D1%84">on</a> <a href="#none">away</a></p><h1>Top</h1><h2 id="настройка">Настройка</h2><a name="ф"></a><h3>Ещё</h3>';
  const [, first, second] = /\[go\]\(#([^)]+)\) \[on\]\(#([^)]+)\) away/.exec(convert(html)) ?? [];
  expect(first).toMatch(/^(nastroyka|настройка)/);
  expect(second).not.toBe(first);
  expect(codes(html)).toEqual(['anchor_lost']);
});
