import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchResult, benches } from './benches.ts';
import { stopChildren } from './children.ts';
import { startEmbedded } from './embedded.ts';

/** `make bench`, or `make bench ONLY=id,id`: prints a table and writes .platform/bench.json. */
const only = (process.env.ONLY ?? '').split(',').filter((id) => id !== '');
const unknown = only.filter((id) => !benches.some((bench) => bench.id === id));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench ${unknown.join(', ')}; there are ${benches.map(({ id }) => id).join(', ')}.\n`,
  );
  process.exit(1);
}

const dataDir = await mkdtemp(join(tmpdir(), 'platform-bench-'));
const results: BenchResult[] = [];
let failed = false;
try {
  const embedded = await startEmbedded(dataDir);
  for (const bench of benches.filter(({ id }) => only.length === 0 || only.includes(id))) {
    process.stderr.write(`  · ${bench.id}\n`);
    results.push(await bench.run(embedded));
    // What one bench leaves running would take its time from the next; the platform itself stays.
    await stopChildren(1);
  }
} catch (error) {
  failed = true;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
} finally {
  await stopChildren();
  await rm(dataDir, { recursive: true, force: true });
}

const goals = new Map(benches.map(({ id, goal }) => [id, goal]));
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
for (const row of table)
  process.stdout.write(
    `${row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()}\n`,
  );
await mkdir('.platform', { recursive: true });
await writeFile('.platform/bench.json', `${JSON.stringify(results, null, 2)}\n`);
process.exit(failed ? 1 : 0);
