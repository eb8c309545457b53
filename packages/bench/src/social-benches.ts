import { setTimeout as sleep } from 'node:timers/promises';
import { asRole, bootstrapDatabase, createSealer, migratorRole, newId, sha256, withDatabase } from '@platform/runtime';
import { startPlatformNats } from '@platform/testing';
import pg from 'pg';
import type { Bench, BenchResult } from './bench.ts';
import { freePort, runMigrate, startNode, startService, until200 } from './children.ts';
import type { Embedded } from './embedded.ts';
import { quantile } from './wrk.ts';

const accounts = 1_000;
const postsEach = 5;
const punctualPosts = 600;
const punctualSeconds = 60;
const reference = (name: string): URL => new URL(`./references/${name}.ts`, import.meta.url);

interface World {
  /** A database that the service under measurement has for itself, as its superuser. */
  database: pg.Client;
  /**
   * Address of a bot API of MAX that takes everything. Its pace, 25 a second for each bot, limits no account
   * here.
   */
  bot: string;
  /** The same database, as the owner of its tables. */
  ownerUrl: string;
  /** Starts one process that publishes. */
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A database of its own with accounts that may publish: the embedded platform, which publishes as well, does
 * not take part.
 */
async function openWorld(embedded: Embedded, name: string, count: number): Promise<World> {
  const superuserUrl = withDatabase(embedded.databaseUrl, 'postgres');
  const { databasePasswordOf: passwordOf } = embedded;
  await bootstrapDatabase({ superuserUrl, database: name, services: ['social'], passwordOf });
  const ownDatabase = withDatabase(superuserUrl, name);
  const ownerUrl = asRole(ownDatabase, migratorRole, passwordOf(migratorRole));
  const [nats, port] = [await startPlatformNats(), await freePort()];
  await runMigrate('social', {
    ...embedded.environment,
    DATABASE_URL: ownerUrl,
    NATS_ADMIN_URL: nats.url,
  });
  const databaseUrl = asRole(ownDatabase, 'social', passwordOf('social'));
  const database = new pg.Client(ownDatabase);
  await database.connect();
  await seedAccounts(database, embedded, count);
  startNode(reference('bare-bot'), { PORT: String(port) });
  const bot = `http://127.0.0.1:${port}`;
  await until200(bot);
  return {
    database,
    bot,
    ownerUrl,
    async startWorker() {
      await startService('social', {
        ...embedded.environment,
        NATS_URL: nats.urlFor('social'),
        DATABASE_URL: databaseUrl,
        SOCIAL_MAX: 'on',
        SOCIAL_MAX_API_URL: bot,
      });
    },
    async close() {
      await database.end();
      await nats.remove();
    },
  };
}

async function seedAccounts(database: pg.Client, { environment }: Embedded, count: number): Promise<void> {
  const sealer = createSealer(String(environment.SOCIAL_ENCRYPTION_KEYS).split(','));
  const [brand_id, idea_id] = [newId(), newId()];
  await database.query(
    `INSERT INTO social.brands (id, code, name, timezone, languages, link_hosts, tone, autonomy, approval, jurisdiction,
       late_limit_min, min_gap_min, refill_days, blackouts, created_at, updated_at)
     VALUES ($1, 'bench', 'Bench', 'Europe/Moscow', '["ru"]', '["bench.example.com"]', '{}', 'manual',
       '{"required":1,"approver_ids":[],"self_approval":true,"time_tolerance_min":0}', 'RU', 1440, 0, 7, '[]', now(), now())`,
    [brand_id],
  );
  await database.query(
    `INSERT INTO social.ideas (id, brand_id, title, brief, sources, state, created_at, updated_at)
     VALUES ($1, $2, 'Bench', '', '[]', 'planned', now(), now())`,
    [idea_id, brand_id],
  );
  const rows = Array.from({ length: count }, (_, index) => {
    const [id, chat] = [newId(), String(-1_002_000_000_000 - index)];
    const token = `bench_token_${index}`;
    const sealed = sealer.seal(JSON.stringify({ access_token: token, chat_id: chat }), `social_account:${id}`);
    return { id, chat, sealed, hash: sha256(token) };
  });
  await database.query(
    `INSERT INTO social.accounts (id, brand_id, channel, name, state, sealed_credentials, credential_version, credential_hash,
       remote_id, remote, abilities, verified_at, created_at, updated_at)
     SELECT r.id, $2, 'max', r.chat, 'active', r.sealed, 1, r.hash, r.chat,
       jsonb_build_object('id', r.chat, 'title', r.chat, 'url', null, 'is_group', false),
       '{"photos":true,"reads_posts":false,"edits":true,"deletes":true}', now(), now(), now()
     FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, chat text, sealed text, hash text)`,
    [JSON.stringify(rows), brand_id],
  );
}

/** Approved posts of every account, each due at a moment of its own, so many seconds from now at most. */
async function seedPosts(database: pg.Client, { each, seconds }: { each: number; seconds: number }): Promise<void> {
  await database.query(
    `WITH made AS (
       INSERT INTO social.variants (id, brand_id, account_id, idea_id, body, buttons, is_ad, ref, state, checks, content_hash,
         scheduled_at, due_at, late_from, created_at, updated_at)
       SELECT gen_random_uuid(), a.brand_id, a.id, (SELECT id FROM social.ideas), 'Search is **fast**: https://bench.example.com/' || n,
         '[{"text":"Read","url":"https://bench.example.com/read"}]', false, substr(md5(a.id::text || n), 1, 12), 'scheduled', '[]',
         md5(a.id::text || n), at.at, at.at, at.at, now(), now()
       FROM social.accounts a CROSS JOIN generate_series(1, $1::int) AS n
         CROSS JOIN LATERAL (SELECT now() + random() * n * $2 * interval '1 s' + interval '1 ms' * n AS at) AS at
       RETURNING id, brand_id, content_hash)
     INSERT INTO social.approvals (id, brand_id, variant_id, content_hash, state, required, decisions, changed, submitted_by,
       submitted_by_id, created_at)
     SELECT gen_random_uuid(), brand_id, id, content_hash, 'approved', 1, '[]', '[]', 'bench', gen_random_uuid(), now() FROM made`,
    [each, seconds],
  );
  await database.query('ANALYZE');
}

/** Waits until so many posts are published. */
async function untilPublished(database: pg.Client, posts: number, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    const text = `SELECT count(*)::int AS published FROM social.variants WHERE state = 'published'`;
    const { rows } = await database.query<{ published: number }>(text);
    if (rows[0]?.published === posts) return;
    if (performance.now() > until) throw new Error(`${rows[0]?.published} of ${posts} posts are published`);
    await sleep(100);
  }
}

async function runReference({ bot, ownerUrl }: World): Promise<number> {
  const port = await freePort();
  startNode(reference('insert-post-update'), {
    PORT: String(port),
    TARGET: bot,
    DATABASE_URL: ownerUrl,
    POSTS: String(accounts * postsEach),
  });
  await until200(`http://127.0.0.1:${port}/`);
  const answer = await fetch(`http://127.0.0.1:${port}/run`);
  return ((await answer.json()) as { per_second: number }).per_second;
}

const ratioOf = (value: number, base: number): number => Math.round((value / base) * 100) / 100;

/** Performance figures of publishing. */
export const socialBenches: Bench[] = [
  {
    id: 'social_publish',
    goal: '≥ 400 posts/s and ratio ≥ 0.4',
    async run(embedded): Promise<BenchResult> {
      const world = await openWorld(embedded, 'social_bench', accounts);
      try {
        const base = await runReference(world);
        await world.startWorker();
        const posts = accounts * postsEach;
        await seedPosts(world.database, { each: postsEach, seconds: 0 });
        await untilPublished(world.database, posts, 60_000);
        const { rows } = await world.database.query<{ seconds: number }>(
          `SELECT extract(epoch FROM max(ended_at) - min(started_at))::float8 AS seconds FROM social.attempts`,
        );
        const value = posts / (rows[0]?.seconds ?? Number.NaN);
        return {
          id: 'social_publish',
          what: `${posts} due posts of ${accounts} accounts by one process ÷ bare insert, POST, update`,
          value: Math.round(value),
          unit: 'posts/s',
          reference: Math.round(base),
          ratio: ratioOf(value, base),
        };
      } finally {
        await world.close();
      }
    },
  },
  {
    id: 'social_punctuality_p99_ms',
    goal: '≤ 1,500 ms',
    async run(embedded): Promise<BenchResult> {
      const world = await openWorld(embedded, 'social_bench_punctual', punctualPosts);
      try {
        await world.startWorker();
        await seedPosts(world.database, { each: 1, seconds: punctualSeconds });
        await untilPublished(world.database, punctualPosts, (punctualSeconds + 30) * 1_000);
        const { rows } = await world.database.query<{ ms: number }>(
          `SELECT extract(epoch FROM published_at - scheduled_at)::float8 * 1000 AS ms FROM social.variants`,
        );
        const late = quantile(
          rows.map(({ ms }) => ms),
          0.99,
        );
        return {
          id: 'social_punctuality_p99_ms',
          what: `${punctualPosts} posts at moments of one minute: how long after it each is published`,
          value: Math.round(late),
          unit: 'ms',
          reference: null,
          ratio: null,
        };
      } finally {
        await world.close();
      }
    },
  },
];
