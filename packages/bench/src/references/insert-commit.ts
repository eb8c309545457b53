import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

/**
 * Inserts and commits rows for each request, one after the other (`COMMITS`, 1 when absent): the lower bound for durable
 * records that depend on each other.
 */
const commits = Number(process.env.COMMITS ?? 1);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query('DROP TABLE IF EXISTS public.bench_acceptances');
await pool.query('CREATE TABLE public.bench_acceptances (id bigserial PRIMARY KEY, body jsonb NOT NULL)');

createServer(async (req, res) => {
  const body = await text(req);
  for (let commit = 0; commit < commits && req.method === 'POST'; commit += 1)
    await pool.query({
      name: 'accept',
      text: 'INSERT INTO public.bench_acceptances (body) VALUES ($1)',
      values: [body],
    });
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end('{"data":{}}');
}).listen(Number(process.env.PORT), '127.0.0.1');
