import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/**
 * The largest heap of a program that holds 50 MB and makes garbage. In one thread its collections are the
 * same.
 */
async function largestHeap(begin: string): Promise<number> {
  const program = `${begin}
    import { getHeapStatistics } from 'node:v8';
    const kept = Array.from({ length: 400_000 }, (_, at) => ({ at, text: 'x' + at }));
    const ring = new Array(200_000);
    let largest = 0;
    for (let at = 0; at < 12_000_000; at += 1) {
      ring[at % ring.length] = { at, list: [at] };
      if (at % 50_000 === 0) largest = Math.max(largest, getHeapStatistics().total_heap_size);
    }
    console.log(largest, kept.length);`;
  const args = ['--input-type=module', '--single-threaded', '--max-semi-space-size=32', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number.parseInt(stdout, 10);
}

test('a bounded heap keeps less garbage', async () => {
  const module = new URL('bound-heaps.ts', import.meta.url).href;
  const [bounded, free] = await Promise.all([
    largestHeap(`import { boundHeaps } from '${module}'; boundHeaps();`),
    largestHeap(''),
  ]);
  expect(bounded).toBeLessThan(free * 0.95);
});

test('a worker thread has the space for new objects of its own limits, not the one of the main thread', async () => {
  const module = new URL('bound-heaps.ts', import.meta.url).href;
  const largest = async (begin: string): Promise<number> => {
    const thread = `
      import { getHeapSpaceStatistics } from 'node:v8';
      import { parentPort } from 'node:worker_threads';
      const ring = new Array(100_000);
      for (let at = 0; at < 3_000_000; at += 1) ring[at % ring.length] = { at, list: [at] };
      parentPort.postMessage(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);`;
    const program = `${begin}
      import { Worker } from 'node:worker_threads';
      const thread = new Worker(new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(thread)}`)}), {
        resourceLimits: { maxYoungGenerationSizeMb: 8 },
      });
      thread.once('message', (bytes) => { console.log(bytes); process.exit(0); });`;
    const args = ['--input-type=module', '--max-semi-space-size=32', '--eval', program];
    return Number.parseInt((await promisify(execFile)(process.execPath, args)).stdout, 10);
  };
  expect(await largest(`import { boundHeaps } from '${module}'; boundHeaps();`)).toBeLessThan(12_000_000);
  expect(await largest('')).toBeGreaterThan(24_000_000);
});
