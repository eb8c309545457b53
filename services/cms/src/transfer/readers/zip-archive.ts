import { Readable } from 'node:stream';
import { cutText } from '@platform/contracts/cut-text';
import { maxArchiveBytes, maxArchiveEntries } from '@platform/contracts/transfer-limits';
import yauzl, { type Entry, validateFileName, type ZipFile } from 'yauzl';
import { RefusedFileError, type SourceBytes } from '../entry.ts';
import { zipEntryName } from './zip-entry-name.ts';

/** A zip archive whose directory was checked. Bytes are inflated when they are asked for. */
export interface ZipArchive {
  names: string[];
  has(name: string): boolean;
  /** Bytes of a file; none are more than the directory says. */
  open(name: string): AsyncIterable<Buffer>;
  close(): void;
}

const megabyte = 1_048_576;
const symbolicLink = 0o120000;
const typeMask = 0o170000;

/** Reads the stored file in pieces of a megabyte, and caches two of them. */
class StoredReader extends yauzl.RandomAccessReader {
  readonly #bytes: SourceBytes;
  readonly #pieces = new Map<number, Promise<Buffer>>();

  constructor(bytes: SourceBytes) {
    super();
    this.#bytes = bytes;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const number = Math.floor(at / megabyte);
      const piece = await this.#piece(number);
      const from = at - number * megabyte;
      const part = piece.subarray(from, Math.min(piece.length, from + end - at));
      if (part.length === 0) throw new Error('the archive ends too early');
      // The stream may hand its memory on, and the piece is read again.
      yield Buffer.from(part);
      at += part.length;
    }
  }

  #piece(number: number): Promise<Buffer> {
    const cachedPiece = this.#pieces.get(number);
    if (cachedPiece) return cachedPiece;
    for (const old of [...this.#pieces.keys()].slice(0, -1)) this.#pieces.delete(old);
    const read = this.#bytes.read(number * megabyte, Math.min(this.#bytes.size, (number + 1) * megabyte));
    this.#pieces.set(number, read);
    return read;
  }
}

const refuse = (code: string, message: string): never => {
  throw new RefusedFileError(code, message);
};

/**
 * Opens an archive and inflates all of it once, so that a lie in its directory is found before anything is
 * written. Bounds: files, inflated bytes, names; no links, no encryption, no name twice.
 * @throws RefusedFileError
 */
export async function openZip(bytes: SourceBytes): Promise<ZipArchive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true } as const;
    yauzl.fromRandomAccessReader(new StoredReader(bytes), bytes.size, options, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  }).catch((error: Error) => refuse('archive_unreadable', `This is not a zip archive: ${error.message}`));
  const entries = await readDirectory(zip);
  const archive: ZipArchive = {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    open: (name) => inflate(zip, entries.get(name) ?? refuse('archive_unreadable', `${name} is not in the archive`)),
    close: () => zip.close(),
  };
  let total = 0;
  for (const name of archive.names) {
    try {
      for await (const chunk of archive.open(name)) {
        total += chunk.length;
        if (total > maxArchiveBytes) tooLarge();
      }
    } catch (error) {
      if (error instanceof RefusedFileError) throw error;
      refuse('archive_unreadable', `${shown(name)} cannot be read: ${(error as Error).message}`);
    }
  }
  return archive;
}

const shown = (name: string): string => JSON.stringify(cutText(name, 100));
const tooLarge = () =>
  refuse('archive_too_large', `The archive has more than ${maxArchiveBytes / megabyte} MiB when it is decompressed.`);

function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxArchiveEntries) tooMany();
  const entries = new Map<string, Entry>();
  let count = 0;
  let declared = 0;
  const take = (entry: Entry) => {
    const name = zipEntryName(entry).normalize('NFC');
    const fault = validateFileName(name);
    if (fault !== null) refuse('archive_unsafe', `The archive: ${cutText(fault, 200)}`);
    count += 1;
    declared += entry.uncompressedSize;
    if (count > maxArchiveEntries) tooMany();
    if (declared > maxArchiveBytes) tooLarge();
    const type = (entry.externalFileAttributes >>> 16) & typeMask;
    if (type === symbolicLink) refuse('archive_unsafe', `${shown(name)} is a link.`);
    if ((entry.generalPurposeBitFlag & 1) === 1) refuse('archive_encrypted', `${shown(name)} is encrypted.`);
    if (name.endsWith('/')) return;
    if (entries.has(name)) refuse('archive_unsafe', `${shown(name)} is in the archive twice.`);
    entries.set(name, entry);
  };
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      try {
        take(entry);
        zip.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', (error: Error) => reject(new RefusedFileError('archive_unsafe', `The archive: ${error.message}`)));
    zip.readEntry();
  });
}

const tooMany = () => refuse('archive_too_large', `The archive has more than ${maxArchiveEntries} files.`);

async function* inflate(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } finally {
    stream.destroy();
  }
}

/** The whole text of a file. @throws Error for one that is too long or is not UTF-8 */
export async function readText(archive: ZipArchive, name: string, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of archive.open(name)) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the file is too long');
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
