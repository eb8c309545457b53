/** Worker thread: replaces every match of a pattern in a text, and answers with the milliseconds that it took. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Pumped, textOf } from './adversarial-strings.ts';

const { source, flags } = workerData as { source: string; flags: string };
const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);

const timeOf = (text: string): number => {
  const before = process.threadCpuUsage();
  text.replaceAll(pattern, '');
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

parentPort?.on('message', ({ family, size }: { family: Pumped; size: number }) => {
  const text = textOf(family, size);
  // The first match compiles the pattern.
  timeOf(textOf(family, 100));
  parentPort?.postMessage(Math.min(timeOf(text), timeOf(text)));
});
