import { fail } from '@platform/runtime';
import type { App } from '../app.ts';
import type { SourceEntry, SourceFile } from './entry.ts';
import type { ReaderData } from './reader-worker.ts';
import { startThread } from './thread.ts';

/** The file of an import, read in a separate thread. */
export interface OpenSource extends SourceFile {
  entries(): AsyncGenerator<SourceEntry>;
  /**
   * Bytes of a file in the archive. Read one file at a time, and not while `entries` loads its next batch.
   */
  bytes(entry: string): AsyncGenerator<Buffer>;
}

const program = new URL('reader-worker.ts', import.meta.url);
/** Time limit of opening. The whole file is read once: 100 MB, or 500 MB inflated, on a busy machine. */
const openMs = 120_000;
const stepMs = 30_000;

/**
 * Opens a stored file, passes it to `work`, and closes it.
 * @throws RefusedFileError for a file with another content than its type claims, ThreadTooSlowError, AppError
 * `service_unavailable` when the store is down, and what `work` throws
 */
export async function withSource<T>(
  { files }: Pick<App, 'files'>,
  { file, ...data }: ReaderData & { file: string },
  work: (source: OpenSource) => Promise<T>,
): Promise<T> {
  const read = async (start: number, end: number): Promise<Buffer> => {
    const part = await files.getStream(file, { start, end: end - 1 });
    if (!part) return fail('service_unavailable', { cause: new Error('an import lost its file') });
    const chunks: Buffer[] = [];
    for await (const chunk of part.chunks) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const thread = startThread(program, data satisfies ReaderData, read);
  try {
    const facts = await thread.call<SourceFile>('open', null, openMs);
    return await work({
      ...facts,
      async *entries() {
        await thread.call('begin', null, stepMs);
        for (;;) {
          const batch = await thread.call<SourceEntry[]>('next', null, stepMs);
          if (batch.length === 0) return;
          yield* batch;
        }
      },
      async *bytes(entry) {
        await thread.call('openBytes', entry, stepMs);
        try {
          for (;;) {
            const chunk = await thread.call<Uint8Array | null>('nextBytes', null, stepMs);
            if (chunk === null) return;
            yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
          }
        } finally {
          await thread.call('closeBytes', null, stepMs).catch(() => {});
        }
      },
    });
  } finally {
    await thread.end();
  }
}
