/** Program: writes the readable page of the table. */
import { writeFileSync } from 'node:fs';
import { type ForeignBytes, foreignBytes } from './rows.ts';

export const pageFile = new URL('../../../foreign-bytes.md', import.meta.url);
const ways: Record<ForeignBytes['way'], string> = {
  linear: 'at once',
  turns: 'with turns of the event loop',
  thread: 'worker thread',
};

/** The table as Markdown. */
export function writePage(): string {
  const lines = foreignBytes.map(
    ({ what, from, code, bound, way, cost }) =>
      `| ${what} | ${from} | \`${code}\` | ${bound} | ${ways[way]} | ${cost} |`,
  );
  return `${[
    '# Bytes from outside',
    '',
    'Every place that reads them, with its largest input and what it costs. The table is data of',
    '`deploy/embedded/test/foreign-bytes/rows.ts`, whose test feeds inputs that are made to be slow; this page is written by',
    '`node deploy/embedded/test/foreign-bytes/page.ts`. Times of worker threads are processor time.',
    '',
    '| What | From | Code | Bound | Read | Cost |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')}\n`;
}

if (import.meta.main) writeFileSync(pageFile, writePage());
