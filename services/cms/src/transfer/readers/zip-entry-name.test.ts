import { crc32 } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { zipEntryName } from './zip-entry-name.ts';

const name = 'Папка/Ёжик.md';
const cp866 = Buffer.from([0x8f, 0xa0, 0xaf, 0xaa, 0xa0, 0x2f, 0xf0, 0xa6, 0xa8, 0xaa, 0x2e, 0x6d, 0x64]);
const entry = (bytes: Buffer, flags = 0, extraFields: { id: number; data: Buffer }[] = []) =>
  zipEntryName({ fileNameRaw: bytes, generalPurposeBitFlag: flags, extraFields });

/** The Info-ZIP Unicode Path field of a name. */
const unicodePath = (raw: Buffer, crc = crc32(raw)) => {
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt32LE(crc, 1);
  return { id: 0x7075, data: Buffer.concat([head, Buffer.from(name)]) };
};

test.each([
  ['the UTF-8 flag', entry(Buffer.from(name), 0x800)],
  ['raw UTF-8 of Unix and macOS', entry(Buffer.from(name))],
  ['CP866 of Windows', entry(cp866)],
  ['a Unicode path field', entry(Buffer.from('______'), 0, [unicodePath(Buffer.from('______'))])],
  ['a Unicode path field of another name', entry(cp866, 0, [unicodePath(cp866, 1)])],
])('a Cyrillic name arrives from an archive with %s', (_, decoded) => {
  expect(decoded).toBe(name);
});

test('a name of a western system is no Cyrillic one', () => {
  expect(entry(Buffer.from([0x43, 0x61, 0x66, 0x82, 0x2e, 0x6d, 0x64]))).toBe('Café.md');
});
