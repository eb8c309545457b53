import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

/** One event of a request inserted and committed by itself: the lower bound of an ingest without groups. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const statement = {
  name: 'event',
  text: `INSERT INTO analytics.events (application_id, event_id, event, user_id, occurred_at, received_at, installation_id, platform, app_version, properties)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

createServer(async (req, res) => {
  const body = await text(req);
  if (req.method === 'POST') {
    const sent = JSON.parse(body) as Record<string, string>;
    const now = new Date().toISOString();
    const values = [
      process.env.APPLICATION_ID,
      sent.event_id,
      sent.event,
      process.env.USER_ID,
      now,
      now,
      sent.installation_id,
      sent.platform,
      sent.app_version,
      JSON.stringify(sent.properties),
    ];
    await pool.query({ ...statement, values });
  }
  res.writeHead(req.method === 'POST' ? 202 : 200, { 'content-type': 'application/json' });
  res.end('{"data":{"accepted":1,"rejected":[]}}');
}).listen(Number(process.env.PORT), '127.0.0.1');
