import { createHash } from 'node:crypto';
import type { PreparedBody } from '@platform/contracts/kit';
import { type FileStore, fail } from '@platform/runtime';

/** Images of posts, in the store of files. The content of a name never changes. */
export interface CoverFiles {
  /** The name of an image. The same bytes have the same name. */
  nameOf(jpeg: Buffer): string;
  /** Stores an image under its name. */
  put(jpeg: Buffer): Promise<void>;
  /** The bytes of an image; null for a name that was never given. */
  get(name: string): Promise<Buffer | null>;
  /** Removes an image. A missing image is not a failure. */
  delete(name: string): Promise<void>;
  close(): Promise<void>;
}

const namePattern = /^[0-9a-f]{40}\.jpg$/;
const nameOf = (jpeg: Buffer): string => `${createHash('sha256').update(jpeg).digest('hex').slice(0, 40)}.jpg`;

/** @param files the store, which other services may share: names are made from the content */
export const createCoverFiles = (files: FileStore): CoverFiles => ({
  nameOf,
  put: (jpeg) => files.put(nameOf(jpeg), jpeg, 'image/jpeg'),
  async get(name) {
    const bytes = namePattern.test(name) ? await files.get(name) : null;
    // What was damaged or replaced in the store is not served.
    return bytes && nameOf(bytes) === name ? bytes : null;
  },
  delete: (name) => files.delete(name),
  close: () => files.close(),
});

/**
 * The image of a post, for everyone.
 * @throws `not_found`
 */
export async function openCover(files: CoverFiles, name: string): Promise<PreparedBody> {
  const bytes = (await files.get(name)) ?? fail('not_found');
  const headers = {
    'content-type': 'image/jpeg',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  };
  return { etag: `"${name.slice(0, 40)}"`, headers, body: bytes };
}
