import { expect, test } from '@jest/globals';
import { growthOf, linearGrowth } from '@platform/testing';
import { renderMarkdown } from './render-markdown.ts';
import { cleanText } from './text-policy.ts';

const render = (...lines: string[]) => renderMarkdown(lines.join('\n'), { embed_providers: [] });
const htmlOf = (...lines: string[]) => render(...lines).html.trim();

test('headings get the ids of GitHub, repeated ones a number, and all are in the table of contents', () => {
  const { html, toc, has_h1 } = render(
    '## Установка и настройка',
    '### Шаг 1',
    '## Установка и `настройка`',
    '#### What’s `new` in v1.0?',
  );
  expect(toc).toEqual([
    { id: 'установка-и-настройка', text: 'Установка и настройка', level: 2 },
    { id: 'шаг-1', text: 'Шаг 1', level: 3 },
    { id: 'установка-и-настройка-1', text: 'Установка и настройка', level: 2 },
    { id: 'whats-new-in-v10', text: 'What’s new in v1.0?', level: 4 },
  ]);
  for (const { id, level } of toc) expect(html).toContain(`<h${level} id="${id}">`);
  expect(has_h1).toBe(false);
});

test('the former ids of headings are anchors, so that old links to them work', () => {
  const { html } = render('## Установка и настройка', '## Установка и настройка', '## plain', '## stripFinalNewline');
  expect(html).toContain(
    '<h2 id="установка-и-настройка"><span id="ustanovka-i-nastroyka"></span>Установка и настройка</h2>',
  );
  expect(html).toContain('<span id="ustanovka-i-nastroyka-2"></span>');
  expect(html).toContain('<h2 id="plain">plain</h2>');
  expect(html).toContain('<h2 id="stripfinalnewline"><span id="strip-final-newline"></span>stripFinalNewline</h2>');
});

test('the table of contents leaves out levels 1, 5 and 6 and empty headings; all levels have ids', () => {
  const { html, toc, has_h1, headings_text } = render('Title', '=====', '##', '## Part', '##### Note');
  expect(html).toContain('<h1 id="title">Title</h1>');
  expect(html).toContain('<h5 id="note">Note</h5>');
  expect(toc).toEqual([{ id: 'part', text: 'Part', level: 2 }]);
  expect(has_h1).toBe(true);
  expect(headings_text).toBe('Title\nPart\nNote');
});

test.each([
  ['# Title\n\nText', true],
  ['<!-- note -->\n\n# Title', true],
  ['## Part\n\n# Title', false],
  ['Text\n\n# Title', false],
  ['![](/assets/cms/a.png)\n\n# Title', false],
  ['---\n\n# Title', false],
  ['#\n\nText', false],
])('a text has a title of its own only where it starts with one: %j', (text, has) => {
  expect(render(text).has_h1).toBe(has);
});

test('a table of contents has the first 1,000 headings', () => {
  const { toc } = render(...Array.from({ length: 1_200 }, (_, at) => `## Part ${at}\n`));
  expect(toc.length).toBe(1_000);
  expect(toc.at(-1)?.text).toBe('Part 999');
});

test('ids are unique: of a number that a heading has itself, of a footnote, of the author and of former ids', () => {
  const { html } = render(
    '## a',
    '## a',
    '## a-1',
    '## fn1',
    '## 日本語',
    '## !',
    '<p id="a">',
    '',
    'b[^1]',
    '',
    '[^1]: c',
  );
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['a', 'a-1', 'a-2', 'a-1-1', 'section-fn1', '日本語', 'section', 'fnref1', 'fn1']);
  expect(new Set(ids).size).toBe(ids.length);
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

test('harmless html of the author passes, with its harmless attributes alone', () => {
  expect(
    htmlOf('H<sub>2</sub>O, 10<sup>6</sup>, <kbd onclick="x()" style="color:red">Ctrl</kbd>, <mark>m</mark>'),
  ).toBe('<p>H<sub>2</sub>O, 10<sup>6</sup>, <kbd>Ctrl</kbd>, <mark>m</mark></p>');
  expect(htmlOf('<details open><summary>More</summary>', '', '**b**', '', '</details>')).toBe(
    '<details open><summary>More</summary>\n<p><strong>b</strong></p>\n</details>',
  );
  expect(htmlOf('| a |', '|---|', '| b<br>c |')).toContain('<td>b<br />c</td>');
  expect(htmlOf('<p align="center"><a href="/a" target="_blank"><img src="b.png" width="40" alt="B"></a></p>')).toBe(
    '<p align="center"><a href="/a"><img src="b.png" alt="B" width="40" /></a></p>',
  );
});

test('html comments vanish, also unfinished ones', () => {
  const { html, warnings } = render('a <!-- the lawyer has not seen it --> b', '', '<!--', 'c', '-->', '', '<!-- d');
  expect(html.trim()).toBe('<p>a  b</p>');
  expect(warnings).toEqual([]);
});

test('other elements and attributes are left out with a warning that has their line; what is no html is text', () => {
  const { html, warnings } = render(
    'List<T> and <your-name>',
    '<font color="red">x</font>',
    '',
    '<div style="color:red">',
    '<script>alert(1)</script>y',
    '</div>',
    '',
    'a <script>b</script> c',
  );
  expect(html.trim()).toBe('<p>List&lt;T&gt; and &lt;your-name&gt;\nx</p>\n<div>\ny\n</div>\n<p>a  c</p>');
  expect(warnings).toEqual([
    { code: 'html_dropped', message: 'The element <font> is left out.', line: 2 },
    { code: 'html_dropped', message: 'The attribute style of <div> is left out.', line: 4 },
    { code: 'html_dropped', message: 'The element <script> is left out.', line: 5 },
    { code: 'html_dropped', message: 'The element <script> is left out.', line: 8 },
  ]);
});

test('an anchor of the author is a target, and a link to none has a warning', () => {
  const { html, warnings } = render(
    '<a name="Setup"></a>',
    '## Настройка',
    '',
    '[a](#Setup) [b](#настройка) [c](#Настройка) [d](#nastroyka) [e](#none) [f](#)',
    '<a href="#nope">g</a>',
  );
  expect(html).toContain('<a id="Setup"></a>');
  expect(html).toContain(`<a href="#${encodeURI('настройка')}">c</a>`);
  expect(warnings).toEqual([
    { code: 'anchor_missing', message: 'The text has no heading or anchor «#none».', line: 4 },
    { code: 'anchor_missing', message: 'The text has no heading or anchor «#nope».', line: 5 },
  ]);
});

test('formulas are elements with their TeX as text, untouched', () => {
  expect(htmlOf('a $x_1 \\\\ y*z*$ b')).toBe('<p>a <span class="math">x_1 \\\\ y*z*</span> b</p>');
  expect(htmlOf('$$\\int_0^1 x^2\\,dx < 1$$')).toBe('<div class="math">\\int_0^1 x^2\\,dx &lt; 1</div>');
  expect(htmlOf('$$', '\\begin{pmatrix} a & b \\\\\\\\', 'c & d \\end{pmatrix}', '$$')).toBe(
    '<div class="math">\\begin{pmatrix} a &amp; b \\\\\\\\\nc &amp; d \\end{pmatrix}</div>',
  );
  expect(htmlOf('```math', 'a_b', '```')).toBe('<div class="math">a_b</div>');
  expect(htmlOf('so $$x$$ is')).toBe('<p>so <span class="math math-display">x</span> is</p>');
});

test.each([
  '$5 and $10',
  '$5-$10',
  'from 5$ to 10$',
  'US$5 or CA$6',
  '$HOME/$USER',
  'the ($) and the ($)',
  'a $ b $ c',
  '\\$x\\$',
  '`$a` and `$b`',
  '$$',
  '$$ and no end',
])('%s is no formula', (text) => {
  expect(htmlOf(text)).not.toContain('math');
});

test('a quote with a mark of GitHub is an alert with a title in the language of the text', () => {
  expect(htmlOf('> [!NOTE]', '> Text')).toBe(
    '<blockquote class="alert alert-note">\n<p class="alert-title">Note</p>\n<p>Text</p>\n</blockquote>',
  );
  const { html } = renderMarkdown('> [!warning]\n>\n> - a', { embed_providers: [], locale: 'ru-RU' });
  expect(html).toContain('<blockquote class="alert alert-warning">\n<p class="alert-title">Внимание</p>\n<ul>');
  expect(htmlOf('> [!OTHER]', '> Text')).not.toContain('alert');
  expect(htmlOf('> [!NOTE] Text')).not.toContain('alert');
});

test('quotes and dashes become those of the language where the site wants it', () => {
  const text = '"Ёж" -- it\'s "a \'b\' c"...';
  const typographic = (locale: string) =>
    renderMarkdown(text, { embed_providers: [], locale, typographic_quotes: true }).html.trim();
  expect(typographic('ru')).toBe('<p>«Ёж» – it’s «a „b“ c»…</p>');
  expect(typographic('en-US')).toBe('<p>“Ёж” – it’s “a ‘b’ c”…</p>');
  expect(htmlOf(text)).toBe('<p>"Ёж" -- it\'s "a \'b\' c"...</p>');
});

test('addresses that begin with www. become links', () => {
  const { links } = render('www.yandex.ru/a?b, (www.x.example) and xwww.y.example, www.');
  expect(links).toEqual(['http://www.yandex.ru/a?b', 'http://www.x.example']);
});

test('a lone image with a title is a figure with a caption', () => {
  expect(htmlOf('![a](/assets/cms/b.webp "The *title*")')).toBe(
    '<figure><img src="/assets/cms/b.webp" alt="a" /><figcaption>The *title*</figcaption></figure>',
  );
});

test('an uploaded image has its size and its widths, and all but the first image are lazy', () => {
  const images = {
    '/assets/cms/a.jpg': {
      width: 4000,
      height: 3000,
      variants: [
        { path: '/assets/cms/a4.webp', width: 480 },
        { path: '/assets/cms/a19.webp', width: 1920 },
      ],
    },
    '/assets/cms/s.png': { width: 600, height: 300, variants: [{ path: '/assets/cms/s4.webp', width: 480 }] },
    '/assets/cms/v.svg': { width: 20, height: 10, variants: [] },
  };
  const { html } = renderMarkdown(
    '![](/assets/cms/a.jpg) ![](/assets/cms/s.png) ![](/assets/cms/v.svg) <img src="/assets/cms/a.jpg" width="200">',
    { embed_providers: [], images },
  );
  expect(html).toBe(
    '<p><img src="/assets/cms/a.jpg" alt="" width="4000" height="3000" ' +
      'srcset="/assets/cms/a4.webp 480w, /assets/cms/a19.webp 1920w" sizes="(min-width: 736px) 736px, 100vw" /> ' +
      '<img src="/assets/cms/s.png" alt="" width="600" height="300" ' +
      'srcset="/assets/cms/s4.webp 480w, /assets/cms/s.png 600w" sizes="(min-width: 600px) 600px, 100vw" loading="lazy" /> ' +
      '<img src="/assets/cms/v.svg" alt="" width="20" height="10" loading="lazy" /> ' +
      '<img src="/assets/cms/a.jpg" alt="" width="200" height="150" ' +
      'srcset="/assets/cms/a4.webp 480w, /assets/cms/a19.webp 1920w" sizes="(min-width: 200px) 200px, 100vw" loading="lazy" /></p>\n',
  );
});

test('code of the languages of our users has colours', () => {
  for (const language of ['dart', 'dockerfile', 'nginx', 'powershell', '1c', 'kotlin', 'swift', 'svelte'])
    expect(htmlOf(`\`\`\`${language}`, '<b> if (x) return "y" # z', '```')).toContain('<span class="hljs-');
});

test('every mark of a footnote has its number', () => {
  const { html } = render('a[^1] b[^1] c[^1]', '', '[^1]: d');
  expect(html.match(/\[1\]<\/a>/g)).toHaveLength(3);
  expect(html).not.toContain('[1:1]');
});

test('an empty task has a box', () => {
  expect(htmlOf('- [ ]', '- [x]')).toContain('<li class="task-list-item"><input type="checkbox" disabled /> </li>');
});

test('links lead to web addresses, mail, phones, paths and targets of the page; others are left out with a warning', () => {
  const { html, links, warnings } = render(
    '# e',
    '[a](https://x.example/?a=1&b=2 "t") [b](mailto:b@x.example) [c](tel:+7495) [d](/d) [e](#e)',
    '[f](f.md) [q](?tab=2) [u](../u)',
    '[g](//x.example) [h](ftp://x.example) [i](https:x.example) [j](javascript:a) [k]()',
  );
  expect(links).toEqual([
    'https://x.example/?a=1&b=2',
    'mailto:b@x.example',
    'tel:+7495',
    '/d',
    '#e',
    'f.md',
    '?tab=2',
    '../u',
  ]);
  expect(html).toContain('<a title="t" href="https://x.example/?a=1&amp;b=2" rel="noopener">a</a>');
  expect(html).toContain('<a href="/d">d</a> <a href="#e">e</a>\n');
  expect(html).toContain('\ng h i j k</p>');
  expect(warnings.map(({ code, line }) => [code, line])).toEqual(Array.from({ length: 5 }, () => ['link_dropped', 4]));
});

test('addresses with a scheme and mail addresses become links; names of files stay text', () => {
  const { links } = render('https://x.example/a, me@x.example, README.md, node.ru, ftp://x.example, //x.example');
  expect(links).toEqual(['https://x.example/a', 'mailto:me@x.example']);
});

test('images are assets of sites, web addresses and files of the page; of others the description stays, with a warning', () => {
  const { html, images, warnings } = render(
    '![a](/assets/cms/ab12.webp "T") ![b](https://x.example/b.png)',
    '![c *d*](c.png) ![e](/e.png)',
    '![f *g*](data:image/png;base64,AA) ![h](//x.example/h.png) ![i](/assets/cms/../i.png)',
  );
  expect(images).toEqual(['/assets/cms/ab12.webp', 'https://x.example/b.png', 'c.png', '/e.png']);
  expect(html).toContain('<img src="/assets/cms/ab12.webp" alt="a" title="T" />');
  expect(html).toContain('<img src="https://x.example/b.png" alt="b" loading="lazy" />');
  expect(html).toContain('\nf <em>g</em> h i</p>');
  expect(warnings.map(({ code, line }) => [code, line])).toEqual(Array.from({ length: 3 }, () => ['image_dropped', 3]));
});

test.each(['a <!-- ', '$a ', 'x $$a ', '<a b="', '<div>\n\n<h2>'])(
  'the cost of many openings %j without an end grows no faster than their number',
  (opening) => {
    const textOf = (size: number) => opening.repeat(size);
    expect(growthOf(textOf, 1_000, (text) => renderMarkdown(text, { embed_providers: [] }))).toBeLessThan(linearGrowth);
  },
);

test('warnings are the first hundred', () => {
  const { warnings } = render(...Array.from({ length: 200 }, (_, at) => `[a](ftp://${at})\n`));
  expect(warnings.length).toBe(100);
  expect(warnings.at(-1)?.line).toBe(199);
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
    warnings: [],
  });
});

test('the last step changes nothing in a text that it has written', () => {
  const all = ['rutube', 'vk_video', 'youtube'] as const;
  const { html } = renderMarkdown(
    '# A\n\n- [x] b[^1]\n\n[^1]: c\n\n> https://x.example\n\n![d](/assets/cms/e.png)\n\n<details id="x"><summary>y</summary>\n\n$z$ <img src="e.png" width="50%">\n\n</details>\n\n> [!TIP]\n> a\n\n![f](g.png "h")\n\nhttps://youtu.be/dQw4w9WgXcQ\n\n```js\nf()\n```\n',
    { embed_providers: all },
  );
  expect(html).toContain('<iframe');
  expect(cleanText(html, { embeds: all })).toBe(html);
});

test.each(['iframe', 'svg', 'video', 'textarea', 'object', 'math'])(
  'the text between two elements %s that vanish stays',
  (name) => {
    const element = `<${name}>gone</${name}>`;
    const { html } = renderMarkdown(`Start ${element} the text ${element} end`, { embed_providers: [] });
    expect(html.replaceAll(/\s+/g, ' ')).toContain('Start the text end');
    expect(html).not.toContain('gone');
  },
);
