import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. Its bytes are asked for when its turn comes. */
export interface ZipEntry {
  name: string;
  mtime: Date;
  /** Bytes that are packed already. */
  isPacked: boolean;
  chunks: () => AsyncIterable<Buffer>;
}

/**
 * A zip archive, written as it is read: the next bytes are made when the reader asks for them. It holds the
 * names of the files in memory, for the directory at the end, and one piece of one file.
 * @throws what the chunks throw
 */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // Streams call back from other contexts; statements belong to the call that reads.
  const inCall = AsyncLocalStorage.snapshot();
  const open = new Set<Readable>();
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, mtime, isPacked, chunks } of entries)
    zip.addReadStreamLazy(name, { mtime, mode: 0o100644, compress: !isPacked, forceDosTimestamp: true }, (give) =>
      inCall(() => {
        const bytes = Readable.from(chunks(), { objectMode: false });
        open.add(bytes);
        bytes.once('close', () => open.delete(bytes));
        // yazl does not listen to it: without a listener the error ends the process.
        bytes.once('error', (error) => output.destroy(error));
        give(null, bytes);
      }),
    );
  zip.end();
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    for (const bytes of open) bytes.destroy();
    output.destroy();
  }
}
