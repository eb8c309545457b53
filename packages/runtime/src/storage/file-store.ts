/**
 * Where files are kept. A key is never given other bytes: callers name files by their content (see
 * assets.ts), so writing one again, also by two processes at once, changes nothing.
 */
export interface FileStore {
  /**
   * Resolves when the file would outlive a crash. @throws AppError `service_unavailable` when the store is
   * down
   */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /**
   * The whole file, or null when there is none. @throws AppError `service_unavailable` when the store is down
   */
  get(key: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** No file is longer: an upload of the platform has at most 20 MiB. */
export const maxFileBytes = 20 * 1_048_576;

/**
 * Letters, digits, `-`, `_` and single dots inside: a key is a file name on every system, and never a path.
 */
const keyPattern = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** @throws Error for what is no key: a mistake of ours, since no key comes from outside unchecked */
export function assertKey(key: string): void {
  if (key.length > 200 || !keyPattern.test(key)) throw new Error(`${JSON.stringify(key.slice(0, 200))} is no key`);
}
