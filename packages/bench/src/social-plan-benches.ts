import { contractClient, social } from '@platform/contracts';
import { newId } from '@platform/runtime';
import pg from 'pg';
import type { Bench, BenchResult } from './bench.ts';
import type { Embedded } from './embedded.ts';
import { latencyP99, quantile } from './wrk.ts';

const plans = 5;
const planDays = 30;
const planAccounts = 5;
const facts = 200;
const calendarSlots = 200_000;
const calendarDays = 31;
const slotsInCalendar = 300;
const calendarSeconds = 10;

async function openAdmin(embedded: Embedded) {
  const { headers } = await embedded.administrate();
  return { ...contractClient(social.endpoints, { baseUrl: embedded.demo.base_url, headers }), headers };
}
type Admin = Awaited<ReturnType<typeof openAdmin>>;

async function makeBrand(admin: Admin, accounts: number) {
  const code = `bench-${newId().slice(-12)}`;
  const { data: brand } = await admin.createSocialBrand({ body: { code, name: 'Bench', timezone: 'Europe/Moscow' } });
  const params = { brand_id: brand.id };
  const channels = ['telegram', 'vk', 'threads', 'telegram', 'vk'] as const;
  const ids: string[] = [];
  for (const channel of channels.slice(0, accounts))
    ids.push((await admin.createSocialAccount({ params, body: { channel, name: channel } })).data.id);
  return { params, brand_id: brand.id, account_ids: ids };
}

/** A brand that posts every day on each account, from facts of its memory. */
async function makePlanned(admin: Admin, database: pg.Client) {
  const { params, brand_id, account_ids } = await makeBrand(admin, planAccounts);
  const answers = { product: 'Notes that are there on each device, without a network.', audience: ['Students'] };
  const rest = { competitors: [], proofs: [], taboos: [], faq: [] };
  await admin.putSocialDiscovery({
    params,
    body: { ...answers, ...rest, goals: ['traffic'], offers: ['Free for a year'] },
  });
  await admin.generateSocialStrategy({ params, body: {} });
  const rubrics = [
    { code: 'product', weight: 60, sources: ['memory' as const] },
    { code: 'how_to', weight: 40, sources: ['memory' as const, 'faq' as const] },
  ];
  const cadence = account_ids.map((account_id) => ({ account_id, per_week: 7 }));
  await admin.updateSocialStrategy({ params: { ...params, version: 1 }, body: { rubrics, cadence } });
  await admin.activateSocialStrategy({ params, body: { version: 1 } });
  await database.query(
    `INSERT INTO social.memories (id, brand_id, kind, text, source_url, created_by, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'fact', 'Fact ' || n || '. ' || (SELECT string_agg(substr(md5(n::text || w), 1, 7), ' ')
       FROM generate_series(1, 60) AS w), 'https://bench.example.com/' || n, 'bench', now(), now()
     FROM generate_series(1, $2::int) AS n`,
    [brand_id, facts],
  );
  return params;
}

/** A brand with the slots of many years, each with a post. */
async function makeCalendar(admin: Admin, database: pg.Client, from: string) {
  const { params, brand_id, account_ids } = await makeBrand(admin, planAccounts);
  const idea_id = newId();
  await database.query(
    `INSERT INTO social.ideas (id, brand_id, title, brief, sources, state, created_at, updated_at)
     VALUES ($1, $2, 'Bench', '', '[]', 'planned', now(), now())`,
    [idea_id, brand_id],
  );
  await database.query(
    `WITH made AS (
       INSERT INTO social.variants (id, brand_id, account_id, idea_id, body, buttons, is_ad, ref, state, checks, content_hash,
         created_at, updated_at)
       SELECT gen_random_uuid(), $1::uuid, ($2::uuid[])[1 + n % $3::int], $4, 'Search is **fast** ' || n, '[]', false,
         substr(md5($1::uuid::text || n), 1, 12), 'draft', '[]', md5(n::text), now(), now()
       FROM generate_series(1, $5::int) AS n
       RETURNING id, account_id, substr(body, 20)::int AS n)
     INSERT INTO social.slots (id, brand_id, account_id, at, local_time, state, variant_id, origin, pinned, created_at, updated_at)
     SELECT gen_random_uuid(), $1::uuid, account_id, at, to_char(at AT TIME ZONE 'Europe/Moscow', 'YYYY-MM-DD"T"HH24:MI'), 'planned',
       id, 'plan', false, now(), now()
     FROM made CROSS JOIN LATERAL (
       SELECT ($6::date::timestamptz - ($5::int / 2 / $7::int) * interval '1 day' * $8::int) + n * interval '1 day' * $8::int / $7::int AS at) AS at`,
    [brand_id, account_ids, planAccounts, idea_id, calendarSlots, from, slotsInCalendar, calendarDays],
  );
  // As autovacuum leaves them: it would otherwise begin in the middle of the reads.
  await database.query('VACUUM (ANALYZE) social.slots, social.variants');
  return params;
}

async function withDatabase<T>({ databaseUrl }: Embedded, work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Performance figures of the plan and the calendar, through the gateway. */
export const socialPlanBenches: Bench[] = [
  {
    id: 'social_plan_ms',
    goal: '≤ 1,500 ms',
    run: (embedded): Promise<BenchResult> =>
      withDatabase(embedded, async (database) => {
        const admin = await openAdmin(embedded);
        const times: number[] = [];
        for (let at = 0; at < plans; at += 1) {
          const params = await makePlanned(admin, database);
          const began = performance.now();
          const { data } = await admin.generateSocialPlan({ params, body: { days: planDays, use_ai: false } });
          times.push(performance.now() - began);
          const expectedPosts = planDays * planAccounts;
          if (data.created.variants !== expectedPosts)
            throw new Error(`${data.created.variants} of ${expectedPosts} posts`);
        }
        return {
          id: 'social_plan_ms',
          what: `a plan of ${planDays} days for ${planAccounts} accounts, each with ${planDays} posts: the median of ${plans}`,
          value: Math.round(quantile(times, 0.5)),
          unit: 'ms',
          reference: null,
          ratio: null,
        };
      }),
  },
  {
    id: 'social_calendar_p99_ms',
    goal: '≤ 30 ms',
    run: (embedded): Promise<BenchResult> =>
      withDatabase(embedded, async (database) => {
        const admin = await openAdmin(embedded);
        const [from, to] = ['2027-05-01', '2027-05-31'];
        const params = await makeCalendar(admin, database, from);
        const { data } = await admin.readSocialCalendar({ params, query: { from, to } });
        if (data.slots.length < slotsInCalendar - 10) throw new Error(`${data.slots.length} slots`);
        const url = `${embedded.demo.base_url}/v1/social/brands/${params.brand_id}/calendar?from=${from}&to=${to}`;
        const load = { url, headers: admin.headers, connections: 1 };
        await latencyP99({ ...load, seconds: 2 });
        const value = Math.round(await latencyP99({ ...load, seconds: calendarSeconds }));
        return {
          id: 'social_calendar_p99_ms',
          what: `a calendar of ${calendarDays} days with ${slotsInCalendar} of ${calendarSlots} slots, one read after another`,
          value,
          unit: 'ms',
          reference: null,
          ratio: null,
        };
      }),
  },
];
