import { describe, expect, test } from '@jest/globals';
import { aPng, aSvg, aWebpOf } from '@platform/testing';
import { detectContent, maxImageBytes } from './detect-content.ts';

const kindOf = (head: Buffer | string, size = 1_000) => {
  const found = detectContent(Buffer.from(head), size);
  return found.kind === 'image' ? found.format : found.kind;
};

describe('the kind of an uploaded file follows from its content', () => {
  test.each([
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'jpeg'],
    ['a PNG', aPng(), 'png'],
    ['a WebP', aWebpOf(), 'webp'],
    ['a GIF', 'GIF89a', 'gif'],
    ['an AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0mif1avif', 'latin1'), 'avif'],
    ['an AVIF of another major brand', Buffer.from('\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'latin1'), 'avif'],
    ['an SVG', aSvg(), 'svg'],
    ['a PDF', '%PDF-1.7', 'pdf'],
    ['a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'file'],
    ['a TIFF, as raw photos are', Buffer.from('II*\0', 'latin1'), 'file'],
    ['a page with an SVG in it', `<!doctype html><body>${aSvg()}`, 'file'],
    ['a zip', 'PK\u0003\u0004', 'file'],
    ['one byte', '\0', 'file'],
    ['four bytes', '\0\0\0\0', 'file'],
  ])('of %s', (_what, head, kind) => {
    expect(kindOf(head)).toBe(kind);
  });

  test('and a picture that is too long for memory is a file, but not a PDF', () => {
    expect([aPng(), aSvg(), '%PDF-'].map((head) => kindOf(head, maxImageBytes + 1))).toEqual(['file', 'file', 'pdf']);
  });
});
