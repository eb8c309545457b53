import { cutText } from '@platform/contracts/cut-text';

/**
 * Where files are stored. A key is never given other bytes: callers name files by their content (see
 * assets.ts) or by a new id, so writing one again, also by two processes at once, changes nothing.
 */
export interface FileStore {
  /**
   * Resolves when the file would outlive a crash. @throws AppError `service_unavailable` when the store is
   * down
   */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /**
   * As `put`, for a file of any length, in constant memory. The file is there when the chunks have ended, and
   * not before; nothing is there when they fail.
   * @throws AppError `service_unavailable` when the store is down, and what the chunks throw
   */
  putStream(key: string, chunks: AsyncIterable<Buffer>, contentType: string): Promise<void>;
  /**
   * The whole file, or null when there is none. @throws AppError `service_unavailable` when the store is down
   */
  get(key: string): Promise<Buffer | null>;
  /**
   * A file of any length, or a part of it, in constant memory; null when there is none. The chunks are to be
   * read to their end, or left by `return` of their iterator after a first `next`.
   * @param range first and last byte, both included and inside the file; all of it when absent
   * @throws AppError `service_unavailable` when the store is down
   */
  getStream(key: string, range?: ByteRange): Promise<FileStream | null>;
  /** Removes a file. A missing file is not a failure. @throws AppError `service_unavailable` */
  delete(key: string): Promise<void>;
  /**
   * Removes what uploads left that a crash ended more than a day ago. No reader ever saw it.
   * @returns how many there were
   */
  sweepDrafts(now?: Date): Promise<number>;
  close(): Promise<void>;
}

export interface ByteRange {
  start: number;
  end: number;
}

export interface FileStream {
  /** Bytes of the whole file. */
  size: number;
  chunks: AsyncIterable<Buffer>;
}

/** No upload takes longer: an older draft is one that a crash left. */
export const draftLifeMs = 86_400_000;

/** No file that is read at once is longer, in bytes; longer ones are streamed. */
export const maxFileBytes = 20 * 1_048_576;

/**
 * Letters, digits, `-`, `_` and single dots inside: a key is a file name on every system, and never a path.
 */
const keyPattern = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

export const isKey = (key: string): boolean => key.length <= 200 && keyPattern.test(key);

/**
 * @throws Error for an invalid key. This is a bug of the caller: keys from outside are checked before.
 */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`${JSON.stringify(cutText(key, 200))} is not a valid key`);
}
