import { limits } from './cases.ts';
import { growthOf } from './measure.ts';
import { runSize, type SizeResult } from './run-size.ts';

/**
 * `make bench-growth`: a platform for each number of people, filled with their rows, and the time of every
 * read, user action and scheduled call there. Prints how much each grew from the smallest to the largest, and
 * ends with 1 for a user path or an administrator's list that grew over its limit. SIZES=10000,100000 makes
 * it smaller. ONLY=listUsers,searchPayments measures these operations alone.
 */
const sizes = (process.env.SIZES || '10000,100000,1000000').split(',').map(Number);
const only = process.env.ONLY ? process.env.ONLY.split(',') : null;
const began = performance.now();
const print = (text: string) =>
  process.stderr.write(`  · ${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

const results: SizeResult[] = [];
for (const [at, people] of sizes.entries()) {
  print(`${people} people`);
  // The limits are about the smallest and the largest; those between show where a time begins to grow.
  const enoughMs = at === 0 || at === sizes.length - 1 ? 600 : 80;
  results.push(await runSize(people, { smallest: results[0], enoughMs, only, print }));
}

const [smallest, largest] = [results[0], results.at(-1)];
const grown: string[] = [];
for (const [id, timing] of largest?.times ?? []) {
  const { growth } = timing;
  const factor = growthOf(smallest?.times.get(id) ?? timing, timing);
  const limit = growth === 'job' ? null : limits[growth];
  const isOver = limit !== null && factor > limit;
  const times = results.map(({ times }) => (times.get(id)?.ms ?? Number.NaN).toFixed(1).padStart(9)).join(' ');
  process.stdout.write(`${growth.padEnd(7)}${times} ms  ×${factor.toFixed(2)}${isOver ? ' !' : ''}  ${id}\n`);
  if (isOver) grown.push(`${id}: ×${factor.toFixed(2)}, limit ×${limit}`);
}
for (const { people, bytes } of results) {
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  process.stdout.write(`\n${people} people: ${Math.round(total / people)} bytes each\n`);
  const largestTables = [...bytes].sort(([, a], [, b]) => b - a).slice(0, 60);
  for (const [table, size] of largestTables) process.stdout.write(`  ${Math.round(size / people)}  ${table}\n`);
}
process.stdout.write(
  `\n${grown.length} over the limit in ${((performance.now() - began) / 60_000).toFixed(1)} minutes\n`,
);
for (const line of grown) process.stdout.write(`  ${line}\n`);
process.exitCode = grown.length > 0 ? 1 : 0;
