import { parentPort } from 'node:worker_threads';
import { RefusedFileError } from './entry.ts';
import type { FromThread, ToThread } from './thread.ts';

/** The other side of `thread.ts`: answers calls, and asks for bytes of the stored file. */
export function answerCalls(calls: Record<string, (argument: never) => unknown>): {
  read(start: number, end: number): Promise<Buffer>;
} {
  const reads = new Map<number, { resolve(bytes: Buffer): void; reject(error: Error): void }>();
  let last = 0;
  const send = (message: FromThread) => parentPort?.postMessage(message);
  parentPort?.on('message', async (message: ToThread) => {
    if ('bytes' in message) {
      const waiting = reads.get(message.bytes);
      reads.delete(message.bytes);
      if ('error' in message) waiting?.reject(new Error(message.error));
      else waiting?.resolve(Buffer.from(message.value.buffer, message.value.byteOffset, message.value.byteLength));
      return;
    }
    try {
      send({ answer: message.call, value: await calls[message.name]?.(message.argument as never) });
    } catch (error) {
      const code = error instanceof RefusedFileError ? error.code : null;
      send({ answer: message.call, error: { message: error instanceof Error ? error.message : String(error), code } });
    }
  });
  send({ ready: true });
  return {
    read: (start, end) =>
      new Promise((resolve, reject) => {
        last += 1;
        reads.set(last, { resolve, reject });
        send({ read: last, start, end });
      }),
  };
}
