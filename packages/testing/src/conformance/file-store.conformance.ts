import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FileStore, newId } from '@platform/runtime';

export interface FileStoreUnderTest {
  /** Opens another store on the same files, like another process. */
  open(): FileStore;
  close(): Promise<void>;
}

/** The contract of every file store. */
export function fileStoreConformance(name: string, start: () => Promise<FileStoreUnderTest>): void {
  describe(`files ${name}`, () => {
    let under: FileStoreUnderTest;
    let store: FileStore;
    beforeAll(async () => {
      under = await start();
      store = under.open();
    });
    afterAll(async () => {
      await store.close();
      await under.close();
    });

    const aKey = () => `${newId()}.png`;
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, at) => at));

    test('a file that was never written is null', async () => {
      expect(await store.get(aKey())).toBeNull();
    });

    test('a file is read as it was written, byte by byte, also by another process', async () => {
      const key = aKey();
      await store.put(key, everyByte, 'image/png');
      expect(await store.get(key)).toEqual(everyByte);
      const other = under.open();
      expect(await other.get(key)).toEqual(everyByte);
      await other.close();
    });

    test('a file of a megabyte and an empty one are kept', async () => {
      for (const bytes of [Buffer.alloc(1_048_576, 7), Buffer.alloc(0)]) {
        const key = aKey();
        await store.put(key, bytes, 'image/png');
        expect((await store.get(key))?.equals(bytes)).toBe(true);
      }
    });

    test('a file that is written again, also by many at once, is the same file', async () => {
      const key = aKey();
      await Promise.all(Array.from({ length: 10 }, () => store.put(key, everyByte, 'image/png')));
      expect(await store.get(key)).toEqual(everyByte);
    });

    test('a read never returns half of a file, however often it is written', async () => {
      const key = aKey();
      const bytes = Buffer.alloc(500_000, 9);
      const seen: (number | null)[] = [];
      const writing = Promise.all(Array.from({ length: 5 }, () => store.put(key, bytes, 'image/png')));
      while (seen.length < 40) seen.push((await store.get(key))?.length ?? null);
      await writing;
      expect(new Set(seen.filter((length) => length !== null && length !== bytes.length))).toEqual(new Set());
    });

    async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const readAll = async (key: string, range?: { start: number; end: number }) => {
      const stored = await store.getStream(key, range);
      if (!stored) return null;
      const chunks: Buffer[] = [];
      for await (const chunk of stored.chunks) chunks.push(chunk);
      return { size: stored.size, bytes: Buffer.concat(chunks) };
    };
    /** Longer than two parts of a multipart upload, and no multiple of one. */
    const long = Buffer.alloc(17 * 1_048_576 + 11, everyByte);

    test.each([
      ['short', everyByte, 100],
      ['empty', Buffer.alloc(0), 1],
      ['of several parts', long, 1_000_001],
      ['of whole parts', long.subarray(0, 16 * 1_048_576), 65_536],
    ])('a streamed file that is %s is read as it was written', async (_what, bytes, size) => {
      const key = aKey();
      await store.putStream(key, inChunks(bytes, size), 'image/png');
      const read = await readAll(key);
      expect([read?.size, read?.bytes.equals(bytes)]).toEqual([bytes.length, true]);
    });

    test('a part of a file is read alone, with the size of the whole', async () => {
      const key = aKey();
      await store.put(key, everyByte, 'image/png');
      for (const [start, end] of [
        [0, 0],
        [10, 19],
        [250, 255],
        [0, 255],
      ] as const) {
        const expected = { size: 256, bytes: everyByte.subarray(start, end + 1) };
        expect(await readAll(key, { start, end })).toEqual(expected);
      }
    });

    test('a stream of a file that was never written is null', async () => {
      expect(await store.getStream(aKey())).toBeNull();
      expect(await store.getStream(aKey(), { start: 0, end: 1 })).toBeNull();
    });

    test('a reader that leaves in the middle of a stream leaves the file whole', async () => {
      const key = aKey();
      await store.putStream(key, inChunks(long, 1_048_576), 'image/png');
      for (let times = 0; times < 20; times += 1)
        for await (const _ of (await store.getStream(key))?.chunks ?? []) break;
      expect((await readAll(key))?.bytes.equals(long)).toBe(true);
    });

    test('a stream that fails in the middle leaves no file, and no draft of it', async () => {
      async function* failing() {
        yield* inChunks(long, 1_048_576);
        throw new Error('the client disconnected');
      }
      const key = aKey();
      await expect(store.putStream(key, failing(), 'image/png')).rejects.toThrow('the client disconnected');
      expect(await store.get(key)).toBeNull();
      expect(await store.sweepDrafts(inTwoDays())).toBe(0);
    });

    test('a streamed file is not there before its last byte, and a draft of yesterday is swept', async () => {
      const key = aKey();
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
      const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
      async function* waiting() {
        yield* inChunks(long, 1_048_576);
        sent();
        await isOver;
      }
      const writing = store.putStream(key, waiting(), 'image/png');
      await isSent;
      expect(await store.getStream(key)).toBeNull();
      expect(await store.sweepDrafts()).toBe(0);
      expect(await store.sweepDrafts(inTwoDays())).toBe(1);
      end();
      // The draft is gone, so this upload fails instead of creating a partial file.
      await expect(writing).rejects.toThrow();
      expect(await store.getStream(key)).toBeNull();
    });

    test('a deleted file is gone, and so is one that never was', async () => {
      const key = aKey();
      await store.put(key, everyByte, 'image/png');
      await store.delete(key);
      expect([await store.get(key), await store.getStream(key)]).toEqual([null, null]);
      await store.delete(key);
    });

    const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000);

    test.each([
      '',
      '.',
      '..',
      '../x',
      'a/b',
      'a\\b',
      '/etc/passwd',
      '.hidden',
      'a..b',
      'a\0b',
      'a%2fb',
      'A.png',
      'x'.repeat(300),
    ])('%j is not a valid key', async (key) => {
      await expect(store.put(key, everyByte, 'image/png')).rejects.toThrow('is not a valid key');
      await expect(store.get(key)).rejects.toThrow('is not a valid key');
      await expect(store.getStream(key)).rejects.toThrow('is not a valid key');
      await expect(store.delete(key)).rejects.toThrow('is not a valid key');
      await expect(store.putStream(key, inChunks(everyByte, 9), 'image/png')).rejects.toThrow('is not a valid key');
    });
  });
}
