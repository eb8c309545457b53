import { expect, test } from '@jest/globals';
import { growthOf, linearGrowth } from '@platform/testing';
import { addQueryToLinks, sanitizeBannerHtml } from './banner.ts';
import { findBannerWarnings } from './banner-warnings.ts';

test('colours, sizes, spacing and alignment of a banner stay', () => {
  const style =
    'color:red;background-color:#ff000080;font-size:1.5rem;font-weight:700;font-style:italic;text-align:center;' +
    'padding:0 4px 2% 1em;margin:0 auto;margin-top:8px;border:1px solid rgb(1, 2, 3);border-radius:50%;width:100%;' +
    'max-width:400px;height:auto;line-height:1.4;display:inline-block;color:rgba(0 0 0 / 50%)';
  expect(sanitizeBannerHtml(`<div style="${style}">a</div>`)).toBe(`<div style="${style}">a</div>`);
});

test('declarations are read in any case and with an important mark', () => {
  expect(sanitizeBannerHtml('<p style=" COLOR : Red !important ;; Font-Size: 12PX; ">a</p>')).toBe(
    '<p style="color:red;font-size:12px">a</p>',
  );
});

test.each([
  'position:fixed',
  'z-index:9',
  'color:url(x)',
  'color:var(--x)',
  'color:expression(1)',
  'background-image:url(https://x.example/a.png)',
  'margin:-9px',
  'width:calc(100% + 1px)',
  'width:99999px',
  'font-size:12',
  'display:none;display:contents',
  'c\\6flor:red',
  'color:/**/red',
  'constructor:red',
  '__proto__:red',
  'transform:scale(9)',
  'border:1px solid url(x)',
])('the style %s of a banner is left out', (style) => {
  expect(sanitizeBannerHtml(`<p style="${style}">a</p>`)).toBe('<p>a</p>');
});

test.each([
  'background:red',
  'background:#f00',
  'background:rgb(1 2 3 / 50%)',
  'background:none',
  'background:linear-gradient(#f00, blue)',
  'background:linear-gradient(to right top, #f00 0%, rgba(1, 2, 3, 0.5) 50%, blue)',
  'background-image:linear-gradient(45deg, #f00, #00f)',
  'background:radial-gradient(circle, white, black 80%)',
])('the background %s of a banner stays', (style) => {
  expect(sanitizeBannerHtml(`<p style="${style}">a</p>`)).toBe(`<p style="${style}">a</p>`);
});

test.each([
  'background:url(https://x.example/a.png)',
  'background:red url(x)',
  'background:linear-gradient(red)',
  'background:linear-gradient(url(x), red)',
  'background:image-set("a.png" 1x)',
  'background:element(#a)',
])('the background %s of a banner is left out', (style) => {
  expect(sanitizeBannerHtml(`<p style="${style}">a</p>`)).toBe('<p>a</p>');
});

test('what readers of a banner do not get is named with its line, and nothing else is', () => {
  const html = [
    '<!-- a note --><div class="modal" style="background:#f00; position:fixed; color:red">',
    '<button onclick="x()">Buy</button> <input name="a">',
    '<a href="javascript:x()">a</a> <a href="/b" rel="nofollow" target="_blank">b</a>',
    '<img src="data:image/png;base64,AA"> <img src="/assets/cms/a.png" width="10px" alt="">',
    '<svg><g class="x"><path d="M0"/></g></svg>',
    '<p style="display:flex" title="t">c</p></div>',
  ].join('\n');
  expect(
    findBannerWarnings(html).map(({ code, message, line }) => [code, line, message.replace(' is left out.', '')]),
  ).toEqual([
    ['html_dropped', 1, 'The attribute class of <div>'],
    ['html_dropped', 1, 'The style position of <div>'],
    ['html_dropped', 2, 'The element <button>'],
    ['html_dropped', 2, 'The element <input>'],
    ['link_dropped', 3, 'The link to javascript:x()'],
    ['image_dropped', 4, 'The image data:image/png;base64,AA'],
    ['html_dropped', 4, 'The attribute width of <img>'],
    ['html_dropped', 5, 'The element <svg>'],
  ]);
});

test('html without a warning is the same for readers, and html with one is not', () => {
  const pieces = [
    '<p>a</p>',
    '<b style="color:red">b</b>',
    '<i class="c">c</i>',
    '<button>d</button>',
    '<a href="/e">e</a>',
  ];
  for (const piece of pieces) {
    const isSame = sanitizeBannerHtml(piece) === piece;
    expect([piece, findBannerWarnings(piece).length === 0]).toEqual([piece, isSame]);
  }
});

test('hints for the loading of an image, and comments in styles, are no loss for readers', () => {
  const html = '<img src="/assets/cms/a.png" alt="" loading="lazy" decoding="async"><p style="color:red;/* c */">a</p>';
  expect(findBannerWarnings(html)).toEqual([]);
});

test('warnings of a banner are a hundred at most', () => {
  expect(findBannerWarnings('<p class="a" id="b">x</p>\n'.repeat(1_000))).toHaveLength(100);
});

test('links of a banner lead to web addresses, mail, phones and paths; of others the text stays', () => {
  expect(
    sanitizeBannerHtml(
      '<a href=" https://x.example/?a=1&b=2 " target="_blank" rel="opener" onclick="x()">a</a><a href="mailto:b@x.example">b</a>' +
        '<a href="tel:+7495" target="_top">c</a><a href="/d">d</a><a href="#e">e</a><a href="//x.example">f</a><a>g</a>',
    ),
  ).toBe(
    '<a href="https://x.example/?a=1&amp;b=2" target="_blank" rel="noopener">a</a><a href="mailto:b@x.example">b</a>' +
      '<a href="tel:+7495">c</a><a href="/d">d</a>efg',
  );
});

test('pictures of a banner are assets of sites or web addresses', () => {
  expect(
    sanitizeBannerHtml(
      '<img src="/assets/cms/ab12.webp" width="100%" height="1;" alt="A" srcset="x 1x"><img src="https://x.example/b.png">' +
        '<img src="/other.png"><img src="//x.example/c.png"><img src="data:image/png;base64,AA==">',
    ),
  ).toBe('<img width="100%" src="/assets/cms/ab12.webp" alt="A" /><img src="https://x.example/b.png" alt="" />');
});

test('scripts, frames, forms, objects and drawings are left out of a banner; its text and layout stay', () => {
  expect(
    sanitizeBannerHtml(
      '<table><tr><td colspan="2" class="x" id="y"><b>a</b><script>1</script><style>2</style><iframe src="x">3</iframe>' +
        '<object><p>4</p></object><svg><text>5</text></svg></td></tr></table><form action="/x">b<input></form><!-- c -->',
    ),
  ).toBe('<table><tr><td colspan="2"><b>a</b></td></tr></table>b');
});

test('each web link of a banner gets the query parameter once; other links stay', () => {
  const html =
    '<a href="https://x.example">a</a><a href="http://x.example/b?c=%20d+e&amp;erid=old#f?g">b</a><a href="/h">h</a><a href="mailto:i@x.example">i</a>';
  const marked =
    '<a href="https://x.example?erid=2Vt%26z" rel="noopener">a</a><a href="http://x.example/b?c=%20d+e&amp;erid=2Vt%26z#f?g" rel="noopener">b</a>' +
    '<a href="/h">h</a><a href="mailto:i@x.example">i</a>';
  expect(addQueryToLinks(html, { erid: '2Vt&z' })).toBe(marked);
  expect(addQueryToLinks(marked, { erid: '2Vt&z' })).toBe(marked);
});

test.each([
  ['white space in a colour', (gap: string) => `color:rgb(1${gap}1${gap}1${gap}x`],
  ['white space behind an exclamation mark', (gap: string) => `color:red !${gap}x`],
  ['colours of a gradient', (gap: string) => `background:linear-gradient(${gap.replaceAll(' ', 'red,')}x)`],
  ['digits of a border', (gap: string) => `border:${gap.replaceAll(' ', '1')}px solid`],
])('the cost of a style grows no faster than its length: %s', (_, style) => {
  const styleOf = (size: number) => `<p style="${style(' '.repeat(size))}">Sale</p>`;
  expect(growthOf(styleOf, 1_600, sanitizeBannerHtml)).toBeLessThan(linearGrowth);
});
