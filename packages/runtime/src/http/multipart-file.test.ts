import { expect, test } from '@jest/globals';
import { openFilePart } from './multipart-file.ts';

const head = '--b\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n';

/** Reads a form that arrives in these pieces. */
async function readForm(...pieces: string[]): Promise<string> {
  const body = async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  };
  const { fileName, chunks } = await openFilePart(body(), 'multipart/form-data; boundary=b');
  const bytes: Buffer[] = [];
  for await (const chunk of chunks) bytes.push(chunk);
  return `${fileName} ${Buffer.concat(bytes)}`;
}

test('a form is read with all that RFC 7578 allows around its file, wherever its pieces end', async () => {
  const form = `preamble\r\n${head}content-type: x/y\r\n\r\nabc\r\n--c\r\n-\r\n--b--`;
  expect(await readForm(form)).toBe('a.txt abc\r\n--c\r\n-');
  expect(await readForm(...form)).toBe('a.txt abc\r\n--c\r\n-');
  expect(await readForm(form, '\r\n', 'epilogue')).toBe('a.txt abc\r\n--c\r\n-');
});

const second = '\r\n--b\r\ncontent-disposition: form-data; name="g"\r\n\r\nx';
test.each([
  ['ends in the middle of a second part', ['the file\r\n', second], 'send exactly one file and nothing else'],
  ['has a second part', [`abc${second}\r\n--b--`], 'send exactly one file and nothing else'],
  ['ends before its file does', ['abc'], 'is in a form that cannot be read'],
  ['ends in the middle of its end', ['abc\r\n--b-'], 'is in a form that cannot be read'],
])('a form that %s is refused once its file is read', async (_, pieces, reason) => {
  await expect(readForm(`${head}\r\n`, ...pieces)).rejects.toThrow(`The file ${reason}`);
});

const longLine = `x: ${'y'.repeat(9_000)}\r\n`;
test.each([
  ['has a long preamble', `${'x'.repeat(9_000)}\r\n${head}\r\nabc\r\n--b--`],
  ['has long headers', `${head}${longLine}\r\nabc\r\n--b--`],
  ['has a part that says nothing about itself', '--b\r\n\r\nabc\r\n--b--'],
  ['has a part that ends in its headers', `--b\r\nx: y\r\n--b--\r\n`],
])('a form that %s is broken', async (_, form) => {
  await expect(readForm(form)).rejects.toThrow('The file is in a form that cannot be read');
});
