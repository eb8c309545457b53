import { type Pumped, textOf } from './adversarial-strings.ts';

/** Replaces every match of a pattern in a text, in a worker thread. @returns the milliseconds that it took */
export function matchTime({ source, flags, family, size }: MatchTask): number {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const timeOf = (text: string): number => {
    const before = process.threadCpuUsage();
    text.replaceAll(pattern, '');
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  const text = textOf(family, size);
  // The first match compiles the pattern.
  timeOf(textOf(family, 100));
  return Math.min(timeOf(text), timeOf(text));
}

interface MatchTask {
  source: string;
  flags: string;
  family: Pumped;
  size: number;
}
