import { createServer } from 'node:http';
import pg from 'pg';

/**
 * Reads the ledger of an application in parts, by the same key, and drops the rows: the lower bound of a
 * verification.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
const batchSize = 1_000;
const text = `SELECT * FROM identity.consent_ledger
  WHERE owner_type = 'application' AND owner_id = $1 AND seq > $2 ORDER BY seq LIMIT ${batchSize}`;

createServer(async (req, res) => {
  let entries = 0;
  for (let rows = req.url === '/ready' ? 0 : batchSize; rows === batchSize; entries += rows) {
    const result = await pool.query({
      name: 'batch',
      text,
      values: [process.env.OWNER_ID, entries],
      rowMode: 'array',
      types: { getTypeParser: () => (value: string | Buffer) => value },
    });
    rows = result.rows.length;
  }
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ data: { entries } }));
}).listen(Number(process.env.PORT), '127.0.0.1');
