import { expect, test } from '@jest/globals';
import { readWxr, type WxrPart } from './wxr-parser.ts';

/** Parts of a file that comes in pieces of so many bytes. */
async function partsOf(file: Iterable<string>, pieceBytes = 7): Promise<WxrPart[]> {
  const parts: WxrPart[] = [];
  const pieces = async function* () {
    for (const text of file) {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    }
  };
  for await (const part of readWxr(pieces())) parts.push(part);
  return parts;
}

const channel = (inside: string) => `<rss><channel>${inside}</channel></rss>`;

test('an export with a blank line before its declaration, control characters and "]]>" is read without the characters', async () => {
  const text = `\n<!-- by a plugin --><?xml version="1.1" ?>${channel('<title>Bell \u0008 and ]]> 😀\u0085</title>')}\n`;
  expect(await partsOf([text])).toEqual([{ type: 'channel', name: 'title', text: 'Bell  and ]]> 😀\u0085' }]);
});

test('the line ends of an export are those of XML, also inside of CDATA', async () => {
  const text = channel('<title><![CDATA[a\r\nb\rc & ]]]]><![CDATA[>]]>\r\n&#8217;</title>');
  expect(await partsOf([text])).toEqual([{ type: 'channel', name: 'title', text: 'a\nb\nc & ]]>\n’' }]);
});

test.each([
  ['a text', '<title>'],
  ['CDATA', '<title><![CDATA['],
  ['a comment', '<!--'],
  ['an attribute', '<title lang="'],
  ['a document type', '<!DOCTYPE x ['],
  ['a name', '<'],
])('%s that does not end is refused long before the end of the file', async (_, opening) => {
  let read = 0;
  const file = function* () {
    yield opening === '<!DOCTYPE x [' ? opening : `<rss><channel>${opening}`;
    for (; read < 500; read += 1) yield 'a'.repeat(100_000);
  };
  await expect(partsOf(file(), 100_000)).rejects.toMatchObject({ code: 'xml_unreadable' });
  expect(read).toBeLessThan(60);
});

test.each([
  ['&nbsp;', 'undefined entity'],
  ['<a></b>', 'unexpected close tag'],
  ['<a b=c></a>', 'unquoted attribute value'],
  ['<a b="c<d"></a>', 'disallowed character'],
])('%s is refused with its reason: %s', async (inside, reason) => {
  await expect(partsOf([channel(`<title>${inside}</title>`)])).rejects.toThrow(reason);
});
