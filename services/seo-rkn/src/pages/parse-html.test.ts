import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse, serialize } from 'parse5';
import { parseHtml } from './parse-html.ts';

const isSame = (html: string): void => {
  const [made, wanted] = [parseHtml(html), parse(html)];
  expect(serialize(made)).toBe(serialize(wanted));
};

const pages = {
  'text in all its places': '<!doctype html><title>Один два</title><p>Раз <b>два</b>три</p>хвост',
  references: '<p>a&amp;b &lt;i&gt; &copy &notit; &#x1F600; &#0;</p><a href="?a=1&amp;b=2&copy=3&lt">x</a>',
  'line ends': 'a\r\nb\rc\n\n<p>d\r\n</p><pre>\r\n\r\ne</pre><a title="x\r\ny\rz">f</a><textarea>\n\ng</textarea>',
  'NUL in text, tags, values, scripts and tables':
    'a\0b<p\0 x\0="y\0z">c\0</p><script>d\0e</script><table>\0f<tr>g\0</table><svg>\0h</svg><style>i\0</style>',
  'pairs and halves of surrogates':
    'a😀b\ud800c\udc00<a title="😀\ud83d" alt=\'\udc00\'>d</a><script>"😀\ud800"</script>',
  'scripts and styles':
    '<script>if (a < b && c) d("</" + "script>"); <!-- e <script> f </script> --></script><style>g > h { i: "<" }</style>',
  'broken markup': '<table><p>a</table>b<b><i>c</b>d</i><a href=x"y\'z>e<a f="g><h \'i=\'j"k>l<',
  'foreign content': '<svg><title>a<p>b</title><![CDATA[c & d < e]]></svg><math><mi>f</mi></math>',
  'frames, templates and selects': '<template><tr><td>a</template><select><option>b<p>c<optgroup>d</select><frameset>e',
  'no markup': 'only words',
  nothing: '',
};

test.each(Object.entries(pages))('the tree of %s is that of parse5', (_, html) => isSame(html));

test('a text of more than one buffer of the tokenizer stays whole', () => {
  isSame(`<p>${'слово и другое, '.repeat(20_000)}</p><a href="${'ä'.repeat(200_000)}">x</a>`);
});

test('the tree of any pieces of markup is that of parse5', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<table>',
    '<td>',
    '</table>',
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<!--',
    '-->',
    '<svg>',
    '</svg>',
    '<![CDATA[',
    ']]>',
    '<textarea>',
    '</textarea>',
    '<title>',
    '</title>',
    '<',
    '&',
    '&amp',
    '&amp;',
    ';',
    '"',
    "'",
    ' ',
    '\t',
    '\f',
    '\n',
    '\r',
    '\r\n',
    '\0',
    '=',
    '>',
    '/',
    '<a href="',
    "<a href='",
    '<a href=',
    '<template>',
    '</template>',
    '<select>',
    '<plaintext>',
    '<noscript>',
    '<iframe>',
    '\ud800',
    '😀',
    'слово',
    'word',
    '1',
    '\u00a0',
    '\ufeff',
    '<form>',
    '<input value="a&b">',
    '<body class="x">',
    '<html lang=ru>',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => isSame(pieces.join(''))),
    { numRuns: 3_000 },
  );
});
