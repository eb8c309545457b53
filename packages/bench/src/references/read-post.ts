import { createServer } from 'node:http';
import pg from 'pg';

/** One prepared select of a published text by its slug and its columns as JSON: the lower bound of a read. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const text =
  "SELECT slug, title, fields, body, outline, published_at, updated_at FROM cms.publications WHERE site_id = $1 AND kind = 'post' AND locale = 'ru' AND slug = $2";

createServer(async (req, res) => {
  const slug = req.url?.split('/').at(-1) ?? '';
  const { rows } = await pool.query({ name: 'post', text, values: [process.env.SITE_ID, slug] });
  const body = JSON.stringify({ data: rows[0] ?? null });
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
