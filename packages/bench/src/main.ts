import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchResult } from './bench.ts';
import { benches } from './benches.ts';
import { stopChildren } from './children.ts';
import { startEmbedded } from './embedded.ts';
import { report } from './report.ts';

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
    // A leftover process of one bench would take CPU time from the next; the platform itself stays.
    await stopChildren(1);
  }
} catch (error) {
  failed = true;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
} finally {
  await stopChildren();
  await rm(dataDir, { recursive: true, force: true });
}

await report(results, new Map(benches.map(({ id, goal }) => [id, goal])));
process.exit(failed ? 1 : 0);
