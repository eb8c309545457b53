import { createServer } from 'node:http';
import pg from 'pg';

/** One prepared select by an index and its rows as JSON: the lower bound of a read of entitlements. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const values = [process.env.APPLICATION_ID, process.env.USER_ID];
const text =
  'SELECT source, entitlement_codes, starts_at, expires_at FROM catalog.grants WHERE application_id = $1 AND user_id = $2';

createServer(async (_req, res) => {
  const { rows } = await pool.query({ name: 'grants', text, values });
  const body = JSON.stringify({ data: rows });
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
