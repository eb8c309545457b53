import { createServer } from 'node:http';
import pg from 'pg';
import { Pool } from 'undici';

/**
 * Lower bound of sending posts with a record of each: insert a row, POST, update the row, ten posts at a
 * time. It answers the number of posts a second.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const bot = new Pool(String(process.env.TARGET), { connections: 64 });
const posts = Number(process.env.POSTS);
await pool.query('DROP TABLE IF EXISTS public.bench_posts');
await pool.query('CREATE TABLE public.bench_posts (id int PRIMARY KEY, body text NOT NULL, mid text)');

const sendOne = async (id: number): Promise<void> => {
  const body = JSON.stringify({ text: `post ${id}`, format: 'html' });
  const insert = 'INSERT INTO public.bench_posts (id, body) VALUES ($1, $2)';
  await pool.query({ name: 'insert', text: insert, values: [id, body] });
  const headers = { 'content-type': 'application/json' };
  const answer = await bot.request({ method: 'POST', path: '/messages?chat_id=-1', headers, body });
  const { message } = (await answer.body.json()) as { message: { body: { mid: string } } };
  const update = 'UPDATE public.bench_posts SET mid = $2 WHERE id = $1';
  await pool.query({ name: 'update', text: update, values: [id, message.body.mid] });
};

createServer(async (req, res) => {
  if (req.url !== '/run') return void res.writeHead(200).end();
  const began = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let id = next++; id < posts; id = next++) await sendOne(id);
  };
  await Promise.all(Array.from({ length: 10 }, work));
  const per_second = posts / ((performance.now() - began) / 1_000);
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ per_second }));
}).listen(Number(process.env.PORT), '127.0.0.1');
