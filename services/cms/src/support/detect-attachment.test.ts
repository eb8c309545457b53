import { describe, expect, test } from '@jest/globals';
import { checkText, detectAttachment } from './detect-attachment.ts';

const detect = (bytes: Buffer, isText = false) => detectAttachment(bytes, bytes.length, isText);

describe('a file for a ticket', () => {
  test.each([
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), { kind: 'image', format: 'png' }],
    ['a PDF', Buffer.from('%PDF-1.7'), { kind: 'file', content_type: 'application/pdf' }],
    ['a ZIP', Buffer.from('PK\x03\x04', 'latin1'), { kind: 'file', content_type: 'application/zip' }],
    ['an empty ZIP', Buffer.from('PK\x05\x06', 'latin1'), { kind: 'file', content_type: 'application/zip' }],
  ])('is known by its content: %s', (_, bytes, found) => {
    expect(detect(bytes)).toEqual(found);
  });

  test('that is text is plain text, HTML and SVG too', () => {
    for (const text of ['Привет', '<script>alert(1)</script>', '<svg xmlns="http://www.w3.org/2000/svg"/>'])
      expect(detect(Buffer.from(text), true)).toEqual({ kind: 'file', content_type: 'text/plain; charset=utf-8' });
  });

  test('of any other kind is refused', () => {
    for (const bytes of ['MZ\x90\x00', '\x7fELF', '\x00\x00\x00\x1cftypavif', 'Rar!\x1a\x07', 'PK\x07\x08'])
      expect(detect(Buffer.from(bytes, 'latin1'))).toBeNull();
  });
});

describe('text', () => {
  const isText = (...chunks: Buffer[]) => {
    const check = checkText();
    for (const chunk of chunks) check.add(chunk);
    return check.end();
  };

  test('may have any script, tabs and line ends, and a character may come in two parts', () => {
    const bytes = Buffer.from('Ёлка\t🎄\r\n');
    for (let at = 0; at <= bytes.length; at += 1) expect(isText(bytes.subarray(0, at), bytes.subarray(at))).toBe(true);
  });

  test('has no zero, no other control character, and no byte outside of UTF-8', () => {
    expect(isText(Buffer.from('a\0b'))).toBe(false);
    expect(isText(Buffer.from('a\x1b[31mb'))).toBe(false);
    expect(isText(Buffer.from([0x61, 0xff, 0x62]))).toBe(false);
    expect(isText(Buffer.from('good'), Buffer.from([0xd0]))).toBe(false);
  });
});
