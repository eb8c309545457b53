import { readFile } from 'node:fs/promises';
import type { Chromium } from './launch-chromium.ts';

/** Between two looks, in milliseconds. */
const lookMs = 500;

/**
 * Ends a browser whose processes take more memory than it may: the kernel would end this process with it.
 * Without `/proc` nothing is watched.
 * @param maxMemory bytes, memory that processes share not counted
 */
export function watchMemory({ browser, pid, end }: Chromium, maxMemory: number): void {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    if ((await memoryOf(pid)) > maxMemory) await end();
    isLooking = false;
  };
  const timer = setInterval(() => void look(), lookMs).unref();
  browser.once('disconnected', () => clearInterval(timer));
}

/** Bytes of memory of their own of a process and its descendants. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const own = Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = children.split(' ').filter((one) => one !== '');
  const below = await Promise.all(pids.map((child) => memoryOf(Number(child))));
  return below.reduce((sum, bytes) => sum + bytes, own);
}
