import { readdir, readFile } from 'node:fs/promises';
import type { Chromium } from './launch-chromium.ts';

/** Between two checks, in milliseconds. */
const checkEveryMs = 500;

/**
 * Ends a browser whose processes take more memory than it may: the kernel would end this process with it.
 * Without `/proc` nothing is watched.
 * @param maxMemory bytes
 */
export function watchMemory({ browser, pid, end }: Chromium, maxMemory: number): void {
  let isChecking = false;
  const checkMemory = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    if ((await memoryOf(pid)) > maxMemory) await end();
    isChecking = false;
  };
  const timer = setInterval(() => void checkMemory(), checkEveryMs).unref();
  browser.once('disconnected', () => clearInterval(timer));
}

/**
 * Bytes of memory of a process and its descendants. Memory that they share counts once, by the process that
 * has most of it: pictures of a page lie there.
 */
async function memoryOf(pid: number): Promise<number> {
  const processes = await processesOf(pid);
  return processes.reduce((sum, { own }) => sum + own, 0) + Math.max(...processes.map(({ shared }) => shared));
}

async function processesOf(pid: number): Promise<{ own: number; shared: number }[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1_024;
  // Each thread has children of its own.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const below = await Promise.all(
    children.flatMap((line) => line.split(' ').filter((one) => one !== '')).map((child) => processesOf(Number(child))),
  );
  return [{ own: bytes('RssAnon'), shared: bytes('RssShmem') }, ...below.flat()];
}
