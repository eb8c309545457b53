import { inflateRawSync } from 'node:zlib';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/** @throws Error when the archive has no such file */
export function fileFromZip(zip: Buffer, wanted: string): Buffer {
  const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(endOfDirectory).buffer));
  if (end < 0) throw new Error('this is not a zip archive');
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === directoryEntry) {
    const method = zip.readUInt16LE(at + 10);
    const packedBytes = zip.readUInt32LE(at + 20);
    const nameBytes = zip.readUInt16LE(at + 28);
    const header = zip.readUInt32LE(at + 42);
    if (zip.toString('utf8', at + 46, at + 46 + nameBytes) === wanted) {
      const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      const packed = zip.subarray(start, start + packedBytes);
      return method === 0 ? packed : inflateRawSync(packed);
    }
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  throw new Error(`the archive has no file ${wanted}`);
}
