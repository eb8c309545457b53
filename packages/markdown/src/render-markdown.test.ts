import { expect, test } from '@jest/globals';
import { renderMarkdown } from './render-markdown.ts';
import { cleanText } from './text-policy.ts';

const render = (...lines: string[]) => renderMarkdown(lines.join('\n'), { embed_providers: [] });
const htmlOf = (...lines: string[]) => render(...lines).html.trim();

test('Cyrillic headings get latin ids, repeated ones a number, and both are in the table of contents', () => {
  const { html, toc, has_h1 } = render(
    '## Установка и настройка',
    '### Шаг 1',
    '## Установка и `настройка`',
    '#### Ещё',
  );
  expect(toc).toEqual([
    { id: 'ustanovka-i-nastroyka', text: 'Установка и настройка', level: 2 },
    { id: 'shag-1', text: 'Шаг 1', level: 3 },
    { id: 'ustanovka-i-nastroyka-2', text: 'Установка и настройка', level: 2 },
    { id: 'eschyo', text: 'Ещё', level: 4 },
  ]);
  for (const { id, level } of toc) expect(html).toContain(`<h${level} id="${id}">`);
  expect(has_h1).toBe(false);
});

test('the table of contents leaves out levels 1, 5 and 6 and empty headings; ids end at level 4', () => {
  const { html, toc, has_h1, headings_text } = render('Title', '=====', '##', '## Part', '##### Note');
  expect(html).toContain('<h1 id="title">Title</h1>');
  expect(html).toContain('<h5>Note</h5>');
  expect(toc).toEqual([{ id: 'part', text: 'Part', level: 2 }]);
  expect(has_h1).toBe(true);
  expect(headings_text).toBe('Title\nPart\nNote');
});

test('a table of contents has the first 1,000 headings', () => {
  const { toc } = render(...Array.from({ length: 1_200 }, (_, at) => `## Part ${at}\n`));
  expect(toc.length).toBe(1_000);
  expect(toc.at(-1)?.text).toBe('Part 999');
});

test('ids are unique: of a number that a heading has itself, of a footnote and of letters without a transliteration', () => {
  const { html } = render('## a', '## a', '## a-2', '## fn1', '## 日本語', '## !', 'b[^1]', '', '[^1]: c');
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['a', 'a-2', 'a-2-2', 'section-fn1', '日本語', 'section', 'fnref1', 'fn1']);
});

test('a long heading gets an id of at most 75 characters that ends with a whole word', () => {
  const { toc } = render(`## ${'Установка '.repeat(20)}`);
  expect(toc[0]?.id).toBe('ustanovka-ustanovka-ustanovka-ustanovka-ustanovka-ustanovka-ustanovka');
});

test('a table keeps its alignment without a style', () => {
  expect(htmlOf('| a | b |', '|---|--:|', '| 1 | 2 |')).toBe(
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n' +
      '<tbody>\n<tr>\n<td>1</td>\n<td align="right">2</td>\n</tr>\n</tbody>\n</table>',
  );
});

test('a footnote and its mark lead to each other and leave the plain text and the links alone', () => {
  const { html, plain_text, links } = render('Text[^n] and^[inline].', '', '[^n]: Note [a](/b)');
  expect(html).toContain('<sup class="footnote-ref"><a id="fnref1" href="#fn1">[1]</a></sup>');
  expect(html).toContain('<li id="fn1" class="footnote-item"><p>Note');
  expect(html).toContain('<a class="footnote-backref" href="#fnref2">');
  expect(plain_text).toBe('Text and.\nNote a\ninline');
  expect(links).toEqual(['/b']);
});

test('tasks have a checkbox that cannot be changed; other items stay as they are', () => {
  expect(htmlOf('- [ ] open', '- [x] **done**', '- [y] text', '- [ ]none')).toBe(
    '<ul class="contains-task-list">\n' +
      '<li class="task-list-item"><input type="checkbox" disabled /> open</li>\n' +
      '<li class="task-list-item"><input type="checkbox" disabled checked /> <strong>done</strong></li>\n' +
      '<li>[y] text</li>\n<li>[ ]none</li>\n</ul>',
  );
});

test('code of a named language has classes; other and very long code stays plain', () => {
  expect(htmlOf('```ts', 'const a = "<b>";', '```')).toBe(
    '<pre><code class="hljs language-ts"><span class="hljs-keyword">const</span> a = ' +
      '<span class="hljs-string">"&lt;b&gt;"</span>;\n</code></pre>',
  );
  expect(htmlOf('```', 'const a = 1;', '```')).toBe('<pre><code class="hljs">const a = 1;\n</code></pre>');
  expect(htmlOf('```c++', 'int a;', '```')).toContain('class="hljs language-c++"><span class="hljs-type">int</span>');
  expect(htmlOf('```unknown', 'const a = 1;', '```')).toBe(
    '<pre><code class="hljs language-unknown">const a = 1;\n</code></pre>',
  );
  expect(htmlOf('```js', 'const a = 1;\n'.repeat(5000), '```')).not.toContain('<span');
});

test('html is text', () => {
  expect(htmlOf('<b>a</b>', '', '<div>b</div>')).toBe('<p>&lt;b&gt;a&lt;/b&gt;</p>\n<p>&lt;div&gt;b&lt;/div&gt;</p>');
});

test('links lead to web addresses, mail, phones, paths and places of the text; the text of others stays', () => {
  const { html, links } = render(
    '[a](https://x.example/?a=1&b=2 "t") [b](mailto:b@x.example) [c](tel:+7495) [d](/d) [e](#e)',
    '[f](f.md) [g](//x.example) [h](ftp://x.example) [i](https:x.example)',
  );
  expect(links).toEqual(['https://x.example/?a=1&b=2', 'mailto:b@x.example', 'tel:+7495', '/d', '#e']);
  expect(html).toContain('<a title="t" href="https://x.example/?a=1&amp;b=2" rel="noopener">a</a>');
  expect(html).toContain('<a href="/d">d</a> <a href="#e">e</a>\nf g h i</p>');
});

test('addresses with a scheme and mail addresses become links; names of files stay text', () => {
  const { links } = render('https://x.example/a, me@x.example, README.md, node.ru, ftp://x.example, //x.example');
  expect(links).toEqual(['https://x.example/a', 'mailto:me@x.example']);
});

test('images are assets of sites or web addresses; of others the description stays', () => {
  const { html, images } = render(
    '![a](/assets/cms/ab12.webp "T") ![b](https://x.example/b.png)',
    '![c *d*](c.png) ![e](/e.png)',
  );
  expect(images).toEqual(['/assets/cms/ab12.webp', 'https://x.example/b.png']);
  expect(html).toContain('<img src="/assets/cms/ab12.webp" alt="a" title="T" loading="lazy" />');
  expect(html).toContain('\nc <em>d</em> e</p>');
});

test('the plain text has a line for each block, and words are counted in it', () => {
  const { plain_text, words } = render(
    '# Про *кошек*',
    '',
    'Раз  два',
    'три-четыре & `a<b`',
    '',
    '- пять',
    '  - девять',
    '- [x] шесть',
    '',
    '| 7 | 8 |',
    '|--|--|',
  );
  expect(plain_text).toBe('Про кошек\nРаз два три-четыре & a<b\nпять\nдевять\nшесть\n7 8');
  expect(words).toBe(12);
});

test('an empty text is an empty result', () => {
  expect(render('')).toEqual({
    html: '',
    toc: [],
    has_h1: false,
    plain_text: '',
    headings_text: '',
    words: 0,
    links: [],
    images: [],
  });
});

test('the last step changes nothing in a text that it has written', () => {
  const all = ['rutube', 'vk_video', 'youtube'] as const;
  const { html } = renderMarkdown(
    '# A\n\n- [x] b[^1]\n\n[^1]: c\n\n> https://x.example\n\n![d](/assets/cms/e.png)\n\nhttps://youtu.be/dQw4w9WgXcQ\n\n```js\nf()\n```\n',
    { embed_providers: all },
  );
  expect(html).toContain('<iframe');
  expect(cleanText(html, all)).toBe(html);
});
