import { MessageChannel } from 'node:worker_threads';
import { fail } from '@platform/runtime';
import { ThreadLimitError, Threads } from '@platform/threads';
import type { App } from '../app.ts';
import { fileTooSlow, RefusedFileError, type SourceEntry, type SourceFile } from './entry.ts';
import type * as worker from './reader-worker.ts';
import type { BytesAnswer, BytesRequest, ReaderData, Refusable } from './reader-worker.ts';

/** The file of an import, read in a separate thread. */
export interface OpenSource extends SourceFile {
  entries(): AsyncGenerator<SourceEntry>;
  /**
   * Bytes of a file in the archive. Read one file at a time, and not while `entries` loads its next batch.
   */
  bytes(entry: string): AsyncGenerator<Buffer>;
}

/** Time limit of opening. The whole file is read once: 100 MB, or 500 MB inflated, on a busy machine. */
const openMs = 120_000;
const stepMs = 30_000;
const refusals = {
  time: fileTooSlow,
  memory: () => new RefusedFileError('too_large', 'The file needs too much memory to be read.'),
};

/**
 * Opens a stored file, passes it to `work`, and closes it.
 * @throws RefusedFileError for a file with another content than its type claims, or one that takes too much time or memory,
 * AppError `service_unavailable` when the store is down, and what `work` throws
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
  const threads = new Threads<typeof worker>({
    program: new URL('reader-worker.ts', import.meta.url),
    name: 'the reader of an import',
    timeoutMs: stepMs,
    memoryMb: 160,
    youngMb: 32,
    idleMs: Number.POSITIVE_INFINITY,
  });
  const { port1: port, port2 } = new MessageChannel();
  // What the thread knows of the file ends with it.
  const over = new AbortController();
  port.on('message', ({ id, start, end }: BytesRequest) =>
    read(start, end).then(
      (bytes) => port.postMessage({ id, bytes } satisfies BytesAnswer),
      (error: unknown) => over.abort(error),
    ),
  );
  const settle = async <T>(answer: Promise<Refusable<T>>): Promise<T> => {
    const answered = await answer.catch((error: unknown) => {
      const refusal = error instanceof ThreadLimitError ? refusals[error.limit]() : error;
      over.abort(refusal);
      throw refusal;
    });
    if ('value' in answered) return answered.value;
    throw new RefusedFileError(answered.refused.code, answered.refused.message);
  };
  const { signal } = over;
  try {
    const options = { timeoutMs: openMs, transfer: [port2], signal };
    const facts = await settle(threads.run('open', { ...data, port: port2 }, options));
    return await work({
      ...facts,
      async *entries() {
        await settle(threads.run('begin', {}, { signal }));
        for (;;) {
          const batch = await settle(threads.run('next', {}, { signal }));
          if (batch.length === 0) return;
          yield* batch;
        }
      },
      async *bytes(entry) {
        await settle(threads.run('openBytes', { entry }, { signal }));
        try {
          for (;;) {
            const chunk = await settle(threads.run('nextBytes', {}, { signal }));
            if (chunk === null) return;
            yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
          }
        } finally {
          await threads.run('closeBytes', {}, { signal }).catch(() => {});
        }
      },
    });
  } finally {
    port.close();
    await threads.close();
  }
}
