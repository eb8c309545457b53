import { describe, expect, test } from '@jest/globals';
import { aSvg, growthOf, linearGrowth } from '@platform/testing';
import fc from 'fast-check';
import { isAppError } from '../errors.ts';
import { isSvg, sanitizeDrawing, sanitizeSvg } from './svg.ts';

const svg = 'http://www.w3.org/2000/svg';
const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const clean = (text: string | Buffer): string => sanitizeSvg(Buffer.from(text)).toString();
/** The sanitized content of an SVG. */
const inside = (content: string): string => clean(aSvg(content)).replace(/^<svg [^>]*?(\/>|>)|<\/svg>$/g, '');

const refusal = (text: string | Buffer): string => {
  try {
    return `taken: ${clean(text)}`;
  } catch (error) {
    if (!isAppError(error, 'validation_failed')) throw error;
    return error.message;
  }
};

describe('a drawing is kept', () => {
  test.each([
    '<path d="M0 0h16v16H0z" fill="#fff" stroke-width="1.5"/>',
    '<g transform="matrix(1 0 0 1 -2 3) rotate(45, 8, 8)" opacity=".5"><circle cx="8" cy="8" r="4"/></g>',
    '<defs><linearGradient id="a" gradientUnits="userSpaceOnUse" x1="0"><stop offset="0" stop-color="rgb(0,0,0)"/></linearGradient></defs><rect width="16" height="16" fill="url(#a)"/>',
    '<clipPath id="Clip 1"><rect width="8" height="8"/></clipPath>',
    '<symbol id="s" viewBox="0 0 8 8"><path d="M0 0"/></symbol><use href="#s" x="4"/>',
    '<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="2"/><feMerge><feMergeNode in="SourceGraphic"/></feMerge></filter>',
    '<text x="1" font-family="PT Sans, sans-serif">Заметки <tspan dy="2">&amp; &lt;b&gt;</tspan></text>',
    '<title>Notes</title><desc>An icon</desc><path d="M0 0" class="a b" aria-label="&quot;x&quot;"/>',
    '<path d="M0 0" style="fill:#fff;stroke:url(#a)"/>',
    '<style>.a{fill:url(#g)}.b,#c,path.d{opacity:.5;mix-blend-mode:multiply}</style><path class="a" d="M0 0"/>',
  ])('%s', (content) => {
    expect(inside(content)).toBe(content);
  });

  test('of Inkscape without what Inkscape keeps for itself', () => {
    const drawing = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="48" height="48" viewBox="0 0 48 48" version="1.1" id="svg5" inkscape:version="1.2" sodipodi:docname="/home/anna/icon.svg"
  inkscape:export-filename="file:///home/anna/icon.png" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns="${svg}" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <sodipodi:namedview id="v" pagecolor="#ffffff"><inkscape:grid type="xygrid"/></sodipodi:namedview>
  <metadata><rdf:RDF><rdf:li rdf:resource="http://example.test/anna"/></rdf:RDF></metadata>
  <g inkscape:label="Layer 1" id="layer1"><rect style="fill:#00f;-inkscape-stroke:none;stroke-width:0.5" id="r" width="9" x="1"/></g>
</svg>`;
    expect(clean(drawing)).toBe(
      `<svg xmlns="${svg}" width="48" height="48" viewBox="0 0 48 48" version="1.1" id="svg5"><g id="layer1"><rect style="fill:#00f;stroke-width:0.5" id="r" width="9" x="1"/></g></svg>`,
    );
  });

  test('of Illustrator, whose style sheet and document type are simple ones', () => {
    const drawing = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="${svg}" ${xlink} x="0px" viewBox="0 0 16 16" style="enable-background:new 0 0 16 16;" xml:space="preserve">
<style type="text/css"><![CDATA[ /* colours */ .st0{fill:#FFFFFF;} @media print { .st0{fill:none} } .st1{clip-path:url(#c_1_);} g > path{fill:red} .st2:hover{fill:red}]]></style>
<clipPath id="c_1_"><use xlink:href="#p" style="overflow:visible;"/></clipPath><path id="p" class="st0" d="M1,1"/></svg>`;
    expect(clean(drawing)).toBe(
      `<svg xmlns="${svg}" version="1.1" id="Layer_1" x="0px" viewBox="0 0 16 16" style="enable-background:new 0 0 16 16"><style type="text/css">.st0{fill:#FFFFFF}.st1{clip-path:url(#c_1_)}</style><clipPath id="c_1_"><use href="#p" style="overflow:visible"/></clipPath><path id="p" class="st0" d="M1,1"/></svg>`,
    );
  });

  test('without links, and with what they were around', () => {
    expect(inside('<a href="https://example.test/" target="_blank"><path d="M0 0"/></a>')).toBe(
      '<g><path d="M0 0"/></g>',
    );
  });

  test('without animation', () => {
    expect(
      inside('<rect width="9"><animate attributeName="width" to="1"/><set attributeName="x" to="1"/></rect>'),
    ).toBe('<rect width="9"/>');
  });
});

/**
 * Collected from the lists of OWASP, PortSwigger, html5sec, DOMPurify's tests and reports against image
 * uploads.
 */
const attacks: [string, string][] = [
  ['a script', aSvg('<script>alert(1)</script>')],
  ['a script of another file', aSvg('<script href="https://evil.test/x.js"/>')],
  ['a script with a prefix', `<s:svg xmlns:s="${svg}"><s:script>alert(1)</s:script></s:svg>`],
  ['a script of XHTML', aSvg('<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>')],
  ['a script in what is left out', aSvg('<metadata><script>alert(1)</script></metadata>')],
  ['a script in CDATA', aSvg('<script><![CDATA[alert(1)]]></script>')],
  ['a handler at the root', `<svg xmlns="${svg}" onload="alert(1)"/>`],
  ['a handler in other letters', `<svg xmlns="${svg}" OnLoad="alert(1)"/>`],
  ['a handler with a newline', `<svg xmlns="${svg}" onload\n=\n"alert(1)"/>`],
  ['a handler of an animation', aSvg('<animate onbegin="alert(1)" attributeName="x" dur="1s"/>')],
  ['a handler of focus', aSvg('<g onfocusin="alert(1)" tabindex="0"/>')],
  ['a handler of Tiny', aSvg('<handler type="application/ecmascript">alert(1)</handler>')],
  [
    'foreign content',
    aSvg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe/></body></foreignObject>'),
  ],
  ['a frame of XHTML', aSvg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.test/"/>')],
  ['a link that runs', aSvg('<a href="javascript:alert(1)"><text>x</text></a>')],
  ['a link that runs, written strangely', aSvg('<a href=" &#x6A;ava&#9;script&#10;:alert(1)"><text>x</text></a>')],
  ['an old link that runs', `<svg xmlns="${svg}" ${xlink}><a xlink:href="javascript:alert(1)"/></svg>`],
  ['a link to a page in data', aSvg('<a href="data:text/html,x"/>')],
  [
    'a link with another prefix',
    `<svg xmlns="${svg}" xmlns:l="http://www.w3.org/1999/xlink"><a l:href="JaVaScRiPt:alert(1)"/></svg>`,
  ],
  ['a use of another document', aSvg('<use href="https://evil.test/x.svg#a"/>')],
  ['a use of a document in data', aSvg('<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>')],
  ['a use of a path', aSvg('<use href="/v1/admin/sessions#a"/>')],
  ['a picture', aSvg('<image href="https://evil.test/pixel.png"/>')],
  ['a picture in data', aSvg('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
  ['a picture in a filter', aSvg('<filter id="f"><feImage href="https://evil.test/x"/></filter>')],
  ['a fill from outside', aSvg('<path fill="url(https://evil.test/x#a)" d="M0 0"/>')],
  ['a fill from outside in quotes', aSvg('<path fill="url( &quot;//evil.test/x#a&quot; )" d="M0 0"/>')],
  ['a filter from a file', aSvg('<path filter="url(file:///etc/passwd#a)" d="M0 0"/>')],
  ['a style from outside', aSvg('<path style="fill:URL(https://evil.test/x)" d="M0 0"/>')],
  ['an image-set', aSvg('<path style="mask:image-set(&quot;x.png&quot; 1x)" d="M0 0"/>')],
  ['a style behind a comment', aSvg('<path style="fill:url/**/(https://evil.test/x)" d="M0 0"/>')],
  ['a style sheet that imports', aSvg('<style>@import url(https://evil.test/x.css);</style>')],
  ['a style sheet that imports, in other letters', aSvg('<style>@IMPORT "//evil.test/x.css";</style>')],
  ['a style sheet with a font', aSvg('<style>@font-face{font-family:x;src:url(https://evil.test/x)}</style>')],
  ['a style sheet with an escape', aSvg('<style>@\\69mport "//evil.test/x.css";</style>')],
  ['a style sheet that loads', aSvg('<style>path{fill:url("https://evil.test/x")}</style>')],
  ['a style sheet in pieces', aSvg('<style>path{fill:ur<![CDATA[l(https://evil.test/x)]]>}</style>')],
  ['a style sheet with an end of it', aSvg('<style>&lt;/style>&lt;script>alert(1)&lt;/script></style>')],
  ['entities', `<!DOCTYPE svg [<!ENTITY x "alert(1)">]>${aSvg('<text>&x;</text>')}`],
  [
    'a billion laughs',
    `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>${aSvg('<text>&c;</text>')}`,
  ],
  ['an entity of a file', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${aSvg('<text>&x;</text>')}`],
  ['a parameter entity', `<!DOCTYPE svg [<!ENTITY % x SYSTEM "https://evil.test/x.dtd">%x;]>${aSvg()}`],
  ['an attribute by default', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${aSvg()}`],
  ['an undeclared entity', aSvg('<text>&nbsp;</text>')],
  ['UTF-16', Buffer.from(`\ufeff${aSvg('<script/>')}`, 'utf16le').toString('latin1')],
  ['another encoding', `<?xml version="1.0" encoding="utf-7"?>${aSvg('+ADw-script+AD4-')}`],
  ['XML 1.1', `<?xml version="1.1"?>${aSvg('<text>&#1;</text>')}`],
  ['two roots', `${aSvg()}${aSvg('<path d="M0 0"/>')}`],
  ['no namespace', '<svg><path d="M0 0"/></svg>'],
  ['another root', `<x xmlns="${svg}"><svg/></x>`],
  ['broken tags', aSvg('<g><path></g>')],
  ['an attribute twice', aSvg('<path d="M0 0" d="M1 1"/>')],
  ['a tag of HTML', aSvg('<img src=x onerror=alert(1)>')],
  ['depth', aSvg('<g>'.repeat(5_000) + '</g>'.repeat(5_000))],
  ['width', aSvg('<g/>'.repeat(50_000))],
  ['a use of itself', aSvg('<g id="a"><use href="#a"/></g>')],
  ['uses in a circle', aSvg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
  ['a pattern of itself', aSvg('<pattern id="p"><rect fill="url(#p)"/></pattern>')],
  ['a circle through a style sheet', aSvg('<style>.a{mask:url(#m)}</style><mask id="m"><g class="a b"/></mask>')],
  [
    'a billion uses',
    aSvg(
      `<g id="n0"><path d="M0 0"/></g>${Array.from({ length: 12 }, (_, n) => `<g id="n${n + 1}">${`<use href="#n${n}"/>`.repeat(10)}</g>`).join('')}`,
    ),
  ],
  [
    'a billion patterns',
    aSvg(
      Array.from(
        { length: 12 },
        (_, n) => `<pattern id="p${n + 1}">${`<rect fill="url(#p${n})"/>`.repeat(10)}</pattern>`,
      ).join(''),
    ),
  ],
];

test.each(attacks)('an SVG with %s is refused', (_what, text) => {
  expect(refusal(text)).toMatch(/^The file /);
});

test.each(attacks.filter(([what]) => what !== 'a picture in data'))(
  'a drawing that may have embedded images is refused with %s, too',
  (_what, text) => {
    expect(() => sanitizeDrawing(Buffer.from(text))).toThrow(/^The file /);
  },
);

test('an embedded image of a drawing is handed over, and nothing but its number stays in the drawing', () => {
  const { picture, images } = sanitizeDrawing(
    Buffer.from(aSvg('<image class="&lt;image href=&quot;data:,9&quot;" href=" data:image/png;base64,aGk= "/>')),
  );
  expect(images.map((bytes) => Buffer.from(bytes).toString())).toEqual(['hi']);
  expect(Buffer.from(picture).toString()).toContain(
    '<image href="data:,0" class="&lt;image href=&quot;data:,9&quot;"/>',
  );
});

test.each<[string, string]>([
  ['an instruction of XML', `<?xml-stylesheet href="https://evil.test/x.css"?>${aSvg('<g/>')}`],
  ['an animation towards a script', aSvg('<g><set attributeName="href" to="x"/><animate attributeName="onload"/></g>')],
  ['a discard', aSvg('<g><discard href="x"/></g>').replace(' href="x"', '')],
  ['a base', aSvg('<g xml:base="https://evil.test/"/>')],
  ['events of XML', aSvg('<g xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load"/>')],
  ['data for scripts', aSvg('<g data-x="y" tabindex="0" autofocus="" contentScriptType="text/javascript"/>')],
  ['a cursor', aSvg('<g cursor="pointer" style="cursor:pointer;position:fixed;-moz-binding:none;behavior:none"/>')],
  ['an expression', aSvg('<g style="fill:expression(alert(1));filter:progid:x(1)"/>')],
  ['an escape', aSvg('<g fill="\\75rl(x)" style="fill:\\75rl(x)"/>')],
  ['an escape in a word', aSvg('<g fill="r\\65 d" stroke="a{b}" style="fill:r\\65 d;stroke:@x"/>')],
  ['a comment', aSvg('<!--><img src=x onerror=alert(1)>--><g/>')],
  ['unknown elements', aSvg('<g/><SCRIPTS/><x:y xmlns:x="urn:x"><path d="M0 0"/></x:y>')],
])('an SVG with %s loses it', (_what, text) => {
  expect(clean(text)).toBe(`<svg xmlns="${svg}" viewBox="0 0 16 16"><g/></svg>`);
});

test('text that looks like code stays text', () => {
  expect(inside('<text>&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &amp;lt;</text>')).toBe(
    '<text>&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &amp;lt;</text>',
  );
  expect(inside('<title><![CDATA[</title><script>]]></title>')).toBe('<title>&lt;/title&gt;&lt;script&gt;</title>');
});

/** Pieces that attacks are made of, put together at random. */
const piece = fc.constantFrom(
  '<g>',
  '</g>',
  '<path d="M0 0"/>',
  '<style>',
  '</style>',
  '<text>',
  '</text>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '.a{',
  '}',
  'fill:',
  'url(',
  '#a',
  ')',
  ';',
  '@import',
  '"',
  "'",
  '\\75',
  '/*',
  '*/',
  '<a href="',
  '">',
  '/>',
  'javascript:',
  'https://evil.test',
  '<g style="',
  '<g fill="',
  ' onload="',
  '<script>',
  '&lt;',
  '&#x6a;',
  '&#10;',
  '<use href="#a"/>',
  '<g id="a">',
  '<x:g xmlns:x="urn:x">',
  ' xlink:href="',
  'data:',
  ' ',
  '\n',
  '//',
);

test('for any input, the sanitized SVG neither runs nor loads anything, and sanitizing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = aSvg(pieces.join(''));
      const outcome = refusal(text);
      if (!outcome.startsWith('taken: ')) return;
      const result = outcome.slice('taken: '.length);
      expect(clean(result)).toBe(result);
      const tags = result.match(/<[^>]*>/g)?.join('') ?? '';
      expect(tags).not.toMatch(/<script|<a[ >]|javascript:|evil|data:|<!|<\?/i);
      // In a quoted value the name of an attribute is text: `<g fill=" xlink:href="/>`.
      expect(tags.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/\son|xlink/i);
      const styles = result.match(/<style>[^<]*|(style|fill)="[^"]*"/g)?.join('') ?? '';
      expect(styles.replaceAll('url(#a)', '')).not.toMatch(/url|@|\\|\/\*|\/\/|evil/i);
    }),
    { numRuns: 3_000, examples: [[['<g fill="', ' xlink:href="', '/>']], [['<g fill="', ' onload="', '/>']]] },
  );
});

describe('a megabyte that was made to be slow is read at once', () => {
  const size = 1_000_000;
  const many = (text: string) => text.repeat(Math.floor(size / text.length));
  test.each<[string, string]>([
    ['comments that open', aSvg(`<style>${many('/*')}</style>`)],
    ['braces that open', aSvg(`<style>${many('{')}</style>`)],
    ['rules', aSvg(`<style>${many('.a{fill:red}')}</style>`)],
    ['letters in a style sheet', aSvg(`<style>${many('a')}</style>`)],
    ['letters in a path', aSvg(`<path d="${many('a')}"/>`)],
    ['parentheses', aSvg(`<path d="${many('(')}"/>`)],
    ['references that open', aSvg(`<path fill="${many('url(')}"/>`)],
    ['references with white space', aSvg(`<path fill="url(${many(' ')}"/>`)],
    ['references with quotes', aSvg(`<path fill="${many("url('#")}"/>`)],
    ['declarations', aSvg(`<path style="${many('a:b;')}"/>`)],
    ['white space in a style', aSvg(`<path style="fill:a${many(' ')}b"/>`)],
    ['white space in a reference', aSvg(`<use href="#${many('a')} "/>`)],
    ['comments before the root', `${many('<!---->')}${aSvg()}`],
    ['attributes', aSvg(`<g ${Array.from({ length: 60_000 }, (_, n) => `a${n}=""`).join(' ')}/>`)],
    [
      'names of classes',
      aSvg(`<style>.a{fill:url(#b)}</style>${`<g class="${many('a ').slice(0, 50)}"/>`.repeat(12_000)}`),
    ],
  ])('%s', (_what, text) => {
    // A parser with backtracking would not end within the timeout of this test.
    expect(refusal(text)).toMatch(/^(taken: |The file )/);
  });
});

describe('the cost of reading an SVG grows no faster than the file', () => {
  const repeated = (part: string, bytes: number) => part.repeat(Math.max(1, Math.floor(bytes / part.length)));
  const numbered = (part: string, bytes: number) =>
    Array.from({ length: Math.floor(bytes / (part.length + 4)) }, (_, at) => part.replaceAll('#', String(at))).join('');

  test.each<[string, (bytes: number) => string]>([
    [
      'with long selectors and elements of many classes',
      (bytes) =>
        `<style>${repeated(`${'.b'.repeat(100)}{fill:url(#g)}`, bytes / 2)}</style><g id="g"/>${repeated(
          `<g class="${'a '.repeat(148)}b"/>`,
          bytes / 2,
        )}`,
    ],
    ['with white space before a selector', (bytes) => `<style>a,${' '.repeat(bytes)}!{fill:red}</style>`],
    [
      'with a rule that refers to thousands of elements',
      (bytes) =>
        `<style>.b{${numbered('fill:url(#q#);'.replace('#q', 'HASHq'), bytes / 3).replaceAll('HASH', '#')}}</style>` +
        `<g>${numbered('<g id="q#"/>', bytes / 3)}</g>${repeated('<g class="b"/>', bytes / 3)}`,
    ],
    ['with brackets without an end', (bytes) => `<path fill="${repeated('rgb  (', bytes)}"/>`],
  ])('%s', (_, content) => {
    expect(growthOf((bytes) => aSvg(content(bytes)), 200_000, refusal)).toBeLessThan(linearGrowth);
  });

  test('a file of document types without an end is no SVG, at the cost of its length', () => {
    const text = (bytes: number) => Buffer.from(repeated('<!DOCTYPE[>', bytes));
    expect(growthOf(text, 1_048_576, isSvg)).toBeLessThan(linearGrowth);
  });
});
