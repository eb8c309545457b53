import { getHeapSpaceStatistics } from 'node:v8';
import { createLog, defineStatement, openDatabase, runInScope, runStatement } from '@platform/runtime';
import pg from 'pg';

/** Reads 300 rows many times and prints by how many bytes the old generation of the heap grew meanwhile. */
const [mode = '', url = ''] = process.argv.slice(2);
const columns = Array.from({ length: 15 }, (_, n) => `md5(n::text || '${n}') AS c${n}`);
const statement = defineStatement({
  name: 'rows_reader',
  text: `SELECT ${columns} FROM generate_series(1, 300) AS n`,
});
const database = openDatabase({
  url,
  service: 'rows-reader',
  poolSize: 2,
  reportsPoolSize: 3,
  log: createLog('rows-reader', 'silent'),
});
const scope = { request_id: 'x', reports: { statementSeconds: 2 } };
const bare = new pg.Client(url);
const reads: Record<string, () => Promise<unknown>> = {
  list: () => runInScope(scope, () => runStatement(database.db, statement, [])),
  transaction: () => database.db.transaction((tx) => runStatement(tx, statement, [])),
  bare: () => bare.query(statement),
};
const read = reads[mode];
if (!read) throw new Error(`no way to read: ${mode}`);
await bare.connect();
const oldBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? 0;
const repeat = async (times: number) => {
  for (let at = 0; at < times; at += 1) await read();
};
await repeat(100);
const before = oldBytes();
await repeat(200);
process.stdout.write(String(oldBytes() - before));
await bare.end();
await database.close();
