import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assertKey, type ByteRange, draftLifeMs, type FileStore } from './file-store.ts';

/** Size of the pieces in which a file is read, in bytes. */
const chunkBytes = 262_144;

/**
 * Files in one folder, created on demand. A file gets its name only when all of its bytes are on the disk: a
 * crash in the middle leaves a `.new` behind that is never read.
 */
export function diskStore(folder: string): FileStore {
  const write = async (key: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> => {
    assertKey(key);
    await mkdir(folder, { recursive: true });
    // A dot in front is in no key, so a half-written file cannot be asked for.
    const draft = join(folder, `.${key}.${randomUUID()}.new`);
    try {
      await writeThrough(draft, content);
      await rename(draft, join(folder, key));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(folder);
  };
  return {
    put: write,
    putStream: write,
    async get(key) {
      assertKey(key);
      return readFile(join(folder, key)).catch(nullWhenAbsent);
    },
    async getStream(key, range) {
      assertKey(key);
      const path = join(folder, key);
      const stats = await stat(path).catch(nullWhenAbsent);
      return stats && { size: stats.size, chunks: read(path, range) };
    },
    async delete(key) {
      assertKey(key);
      await rm(join(folder, key), { force: true });
    },
    async sweepDrafts(now = new Date()) {
      const drafts = (await readdir(folder).catch(nullWhenAbsent))?.filter((name) => /^\..+\.new$/.test(name)) ?? [];
      let removed = 0;
      for (const name of drafts) {
        const stats = await stat(join(folder, name)).catch(nullWhenAbsent);
        if (!stats || now.getTime() - stats.mtimeMs < draftLifeMs) continue;
        await rm(join(folder, name), { force: true });
        removed += 1;
      }
      return removed;
    },
    async close() {},
  };
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Opens the file when its first part is asked for, so that chunks that are never read hold nothing. */
async function* read(path: string, range?: ByteRange): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  yield* file.createReadStream({ ...range, highWaterMark: chunkBytes });
}

async function writeThrough(path: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(content);
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
