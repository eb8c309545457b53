import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FileStore, newId } from '@platform/runtime';

export interface FileStoreUnderTest {
  /** Another one on the same files, as another process would have. */
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
    ])('%j is no name of a file', async (key) => {
      await expect(store.put(key, everyByte, 'image/png')).rejects.toThrow('is no key');
      await expect(store.get(key)).rejects.toThrow('is no key');
    });
  });
}
