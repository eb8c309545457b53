import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { BenchResult } from './bench.ts';

const file = '.platform/bench.json';

/**
 * Prints the results as a table and writes them to .platform/bench.json, instead of older ones of the
 * same ids.
 */
export async function report(results: readonly BenchResult[], goals: ReadonlyMap<string, string>): Promise<void> {
  const rows = results.map((r) => [
    r.id,
    `${r.value} ${r.unit}`,
    r.reference === null ? '–' : `${r.reference} ${r.unit}`,
    r.ratio === null ? '–' : r.ratio.toFixed(2),
    goals.get(r.id) ?? '',
    r.what,
  ]);
  const table = [['id', 'value', 'reference', 'ratio', 'goal', 'what'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
  await mkdir('.platform', { recursive: true });
  const before = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as BenchResult[],
    () => [],
  );
  const measured = new Set(results.map(({ id }) => id));
  const retained = before.filter(({ id }) => !measured.has(id));
  await writeFile(file, `${JSON.stringify([...retained, ...results], null, 2)}\n`);
}
