import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assertKey, type FileStore } from './file-store.ts';

/**
 * Files in one folder, created on demand. A file gets its name only when all of its bytes are on the disk: a
 * crash in the middle leaves a `.new` behind that is never read.
 */
export function diskStore(folder: string): FileStore {
  return {
    async put(key, bytes) {
      assertKey(key);
      await mkdir(folder, { recursive: true });
      // A dot in front is in no key, so a half-written file cannot be asked for.
      const draft = join(folder, `.${key}.${randomUUID()}.new`);
      try {
        await writeThrough(draft, bytes);
        await rename(draft, join(folder, key));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },
    async get(key) {
      assertKey(key);
      return readFile(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async close() {},
  };
}

async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The new name is on the disk only with its folder. Windows cannot open one. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP'].includes(code)) throw error;
  } finally {
    await handle?.close();
  }
}
