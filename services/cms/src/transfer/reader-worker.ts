import type { MessagePort } from 'node:worker_threads';
import type { ImportFormat } from '@platform/contracts';
import { RefusedFileError, type SourceEntry, type SourceFile, type SourceReader } from './entry.ts';
import { ghostJson } from './readers/ghost-json.ts';
import { markdownZip } from './readers/markdown-zip.ts';
import { wordpressWxr } from './readers/wordpress-wxr.ts';
import { withStorableText } from './storable-text.ts';

/**
 * Reads the file of an import in a worker thread of its own: `open` comes first, and the other functions go on where the
 * calls before have ended. A refusal crosses as data, as an Error that crosses keeps its message alone.
 */
export type Refusable<T> = { value: T } | { refused: { code: string; message: string } };

export interface ReaderData {
  format: ImportFormat;
  size: number;
  publish: boolean;
  source_url: string | null;
}

/** What goes through the port: the need for bytes of the stored file, and these bytes. */
export interface BytesRequest {
  id: number;
  start: number;
  end: number;
}
export interface BytesAnswer {
  id: number;
  bytes: Uint8Array;
}

/** Entries that cross at once, and UTF-16 units of their texts after which no more are added. */
const entriesAtOnce = 50;
const textAtOnce = 500_000;

const readers = { markdown_zip: markdownZip, ghost_json: ghostJson, wordpress_wxr: wordpressWxr };
let reader: SourceReader;
let entries: AsyncIterator<SourceEntry>;
let bytes: AsyncIterator<Buffer>;

const refusable =
  <A extends object, T>(read: (argument: A) => T | Promise<T>) =>
  async (argument: A): Promise<Refusable<T>> => {
    try {
      return { value: await read(argument) };
    } catch (error) {
      if (!(error instanceof RefusedFileError)) throw error;
      return { refused: { code: error.code, message: error.message } };
    }
  };

/** Asks the other side of the port for bytes of the stored file. Its failures end this thread. */
function readThrough(port: MessagePort): (start: number, end: number) => Promise<Buffer> {
  const reads = new Map<number, (bytes: Buffer) => void>();
  let last = 0;
  port.on('message', ({ id, bytes: { buffer, byteOffset, byteLength } }: BytesAnswer) => {
    reads.get(id)?.(Buffer.from(buffer, byteOffset, byteLength));
    reads.delete(id);
  });
  return (start, end) =>
    new Promise((resolve) => {
      last += 1;
      reads.set(last, resolve);
      port.postMessage({ id: last, start, end } satisfies BytesRequest);
    });
}

export const open = refusable(({ port, ...data }: ReaderData & { port: MessagePort }): Promise<SourceFile> => {
  reader = readers[data.format]({ size: data.size, read: readThrough(port) }, data);
  return reader.open();
});

export const begin = refusable((_: object): void => {
  entries = reader.entries()[Symbol.asyncIterator]();
});

const lengthOf = (entry: SourceEntry): number =>
  'draft' in entry ? (entry.html?.length ?? 0) + String(entry.draft.fields.body ?? '').length : 0;

/** The next entries; none at the end. */
export const next = refusable(async (_: object): Promise<SourceEntry[]> => {
  const batch: SourceEntry[] = [];
  for (let length = 0; batch.length < entriesAtOnce && length < textAtOnce; ) {
    const entry = await entries.next();
    if (entry.done) break;
    batch.push(withStorableText(entry.value));
    length += lengthOf(entry.value);
  }
  return batch;
});

export const openBytes = refusable(({ entry }: { entry: string }): void => {
  bytes = reader.bytes(entry)[Symbol.asyncIterator]();
});

/** The next bytes of the file that is open; null at its end. */
export const nextBytes = refusable(async (_: object): Promise<Uint8Array | null> => {
  const chunk = await bytes.next();
  return chunk.done ? null : chunk.value;
});

export const closeBytes = refusable(async (_: object): Promise<void> => {
  await bytes.return?.();
});
