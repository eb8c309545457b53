import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { writeZip, type ZipEntry } from './write-zip.ts';

const entry = (name: string, chunks: ZipEntry['chunks']): ZipEntry => ({
  name,
  mtime: new Date(0),
  isPacked: true,
  chunks,
});
const fine = entry('fine.bin', async function* () {
  yield Buffer.alloc(70_000, 1);
});
const lost = entry('lost.bin', async function* () {
  yield Buffer.alloc(10);
  await sleep(1);
  throw new Error('the stored file is not there');
});

/** Reads slowly, so that an error arrives while nothing is asked for. */
async function readAll(entries: readonly ZipEntry[]): Promise<number> {
  let length = 0;
  for await (const chunk of writeZip(entries)) {
    length += chunk.length;
    await sleep(5);
  }
  return length;
}

test('an archive holds its files', async () => {
  expect(await readAll([fine, fine])).toBeGreaterThan(140_000);
});

test.each([[[lost]], [[fine, lost]], [[lost, fine]], [[lost, lost]]])(
  'a file that breaks off ends the archive with its error, and not the process',
  async (entries) => {
    await expect(readAll(entries)).rejects.toThrow('the stored file is not there');
    // An error without a listener is thrown in a turn of its own.
    await sleep(10);
  },
);
