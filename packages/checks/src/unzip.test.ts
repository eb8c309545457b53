import { deflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { fileFromZip } from './unzip.ts';

/** An archive as `zip` writes it: for each file a header and its bytes, then the directory, then its end. */
function zipOf(files: Record<string, { bytes: Buffer; packed: boolean }>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, { bytes, packed }] of Object.entries(files)) {
    const data = packed ? deflateRawSync(bytes) : bytes;
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(packed ? 8 : 0, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(header, Buffer.from(name), data);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const zip = zipOf({
  'a/plain': { bytes: Buffer.from('as it is'), packed: false },
  'a/packed': { bytes: Buffer.from('x'.repeat(1_000)), packed: true },
});

test('a file is read out of an archive, packed or not', () => {
  expect(fileFromZip(zip, 'a/plain').toString()).toBe('as it is');
  expect(fileFromZip(zip, 'a/packed').toString()).toBe('x'.repeat(1_000));
});

test('a missing file and a file that is no archive are refused with that reason', () => {
  expect(() => fileFromZip(zip, 'b')).toThrow('no file b');
  expect(() => fileFromZip(Buffer.from('no'), 'b')).toThrow('not a zip archive');
});
