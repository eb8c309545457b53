import type { Copies } from './copies.ts';
import type { GeneratorStatement } from './generator-statement.ts';

/** The post that the platform published last, recorded before its copies exist. */
const published = '(SELECT id FROM bench.published)';
/** States of posts; none of them is due. */
const state = `(ARRAY['published','published','published','draft','published','published','canceled','published','failed','published'])[1 + n % 10]`;
const when = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`;

/** A copy for each thousandth person. */
const few = (table: string, set: Record<string, string> = {}): Copies => ({
  what: table,
  table: `social.${table}`,
  of: 'true',
  made: 'SELECT n, at, uuidv7(at - now()) AS id, variant_id FROM bench.posts WHERE n % 100 = 0',
  set: { id: 'made.id', created_at: 'made.at', ...set },
});

/**
 * Posts of a brand: one for each tenth person on its accounts one after the other, each with its idea, revision,
 * approval, attempt, slot and five snapshots of numbers; as many comments and findings.
 */
export const socialStatements: (GeneratorStatement | Copies)[] = [
  {
    what: 'original of the posts',
    text: `CREATE TABLE bench.published AS SELECT id FROM social.variants WHERE state = 'published' ORDER BY id DESC LIMIT 1`,
  },
  {
    what: 'posts of a brand',
    text: `CREATE TABLE bench.posts AS
      SELECT n, at, uuidv7(at - now()) AS idea_id, uuidv7(at + interval '1 second' - now()) AS variant_id, ${state} AS state,
             (SELECT (array_agg(id ORDER BY id))[1 + n % 5] FROM social.accounts) AS account_id
      FROM (SELECT n, date_trunc('milliseconds', now() - interval '1 year' * (($3::bigint / 10 - n + 1)::float8 / ($3::bigint / 10))) AS at
              FROM generate_series(1, $3::bigint / 10) AS n) AS posts ORDER BY n`,
  },
  {
    what: 'ideas',
    table: 'social.ideas',
    of: `id = (SELECT idea_id FROM social.variants WHERE id = ${published})`,
    made: 'SELECT * FROM bench.posts',
    set: {
      id: 'made.idea_id',
      title: `'Growth ' || made.n`,
      created_at: 'made.at',
      updated_at: 'made.at',
      state: `(ARRAY['new','planned','used','dropped'])[1 + made.n % 4]`,
    },
  },
  {
    what: 'variants',
    table: 'social.variants',
    of: `id = ${published}`,
    made: 'SELECT * FROM bench.posts',
    set: {
      id: 'made.variant_id',
      account_id: 'made.account_id',
      idea_id: 'made.idea_id',
      state: 'made.state',
      ref: `'g' || made.n`,
      created_at: 'made.at',
      updated_at: 'made.at',
      scheduled_at: 'made.at',
      late_from: 'made.at',
      published_at: when(`made.state = 'published'`, 'made.at'),
      remote_id: when(`made.state = 'published'`, `original.remote_id || '-' || made.n`),
      remote_url: when(`made.state = 'published'`, `original.remote_url || '-' || made.n`),
    },
  },
  {
    what: 'revisions of posts',
    table: 'social.variant_revisions',
    of: `variant_id = ${published}`,
    made: 'SELECT * FROM bench.posts',
    set: { id: 'uuidv7(made.at - now())', variant_id: 'made.variant_id', created_at: 'made.at' },
  },
  {
    what: 'approvals',
    table: 'social.approvals',
    of: `variant_id = ${published}`,
    made: 'SELECT * FROM bench.posts',
    set: {
      id: 'uuidv7(made.at - now())',
      variant_id: 'made.variant_id',
      created_at: 'made.at',
      state: `CASE made.state WHEN 'published' THEN 'approved' WHEN 'draft' THEN 'changes_requested' WHEN 'failed' THEN 'voided' ELSE 'rejected' END`,
    },
  },
  {
    what: 'attempts',
    table: 'social.attempts',
    of: `variant_id = ${published}`,
    made: `SELECT * FROM bench.posts WHERE state = 'published'`,
    set: {
      id: 'uuidv7(made.at - now())',
      variant_id: 'made.variant_id',
      account_id: 'made.account_id',
      started_at: 'made.at',
      sent_at: 'made.at',
      ended_at: 'made.at',
      approval_id: 'NULL',
    },
  },
  {
    what: 'slots',
    table: 'social.slots',
    of: 'variant_id IS NOT NULL',
    made: 'SELECT * FROM bench.posts',
    set: {
      id: 'uuidv7(made.at - now())',
      account_id: 'made.account_id',
      at: 'made.at',
      variant_id: 'made.variant_id',
      local_time: `to_char(made.at, 'YYYY-MM-DD"T"HH24:MI')`,
      state: `'published'`,
      created_at: 'made.at',
      updated_at: 'made.at',
    },
  },
  {
    what: 'snapshots',
    text: `INSERT INTO social.metric_snapshots (id, account_id, variant_id, origin, age_h, taken_at, views, reactions, missing)
        SELECT uuidv7(at + age_h * interval '1 hour' - now()), account_id, variant_id, 'schedule', age_h, at + age_h * interval '1 hour', n % 1000, n % 7, '{}'
        FROM bench.posts, unnest(ARRAY[1, 6, 24, 72, 168]) AS age_h WHERE state = 'published' ORDER BY n;
      INSERT INTO social.metric_snapshots (id, account_id, origin, day, taken_at, members, missing)
        SELECT uuidv7(at - now()), id, 'schedule', at::date, at, 1000, '{}' FROM social.accounts, generate_series(now() - interval '360 days', now(), '1 day') AS at`,
  },
  {
    what: 'comments',
    table: 'social.inbox_items',
    of: 'true',
    made: 'SELECT * FROM bench.posts',
    set: {
      id: 'uuidv7(made.at - now())',
      account_id: 'made.account_id',
      kind: `'comment'`,
      remote_id: `'comment-' || made.n`,
      // Sealed content is bound to its row.
      subject_id: 'NULL',
      sealed_content: 'NULL',
      text: `'Is there a desktop application?'`,
      sealed_author: 'NULL',
      created_at: 'made.at',
      updated_at: 'made.at',
      received_at: 'made.at',
      state: `(ARRAY['open','done','done','spam'])[1 + made.n % 4]`,
    },
  },
  {
    what: 'replies, findings and posts of experiments',
    text: `INSERT INTO social.inbox_replies (id, item_id, account_id, text, state, guid, outcome, created_by, created_at, sent_at, ended_at)
        SELECT uuidv7(received_at - now()), id, account_id, 'It does.', 'sent', gen_random_uuid(), 'published', 'admin@example.test', received_at, received_at, received_at
        FROM social.inbox_items WHERE state = 'done';
      INSERT INTO social.listening_items (id, brand_id, query_id, source, remote_id, text, keyword, state, published_at, created_at, updated_at)
        SELECT uuidv7(found - now()), q.brand_id, q.id, (ARRAY['inbox','rss','vk_search','threads_search'])[1 + n % 4], 'found-' || n, 'Notes on each device', 'notes',
               (ARRAY['new','seen','idea','ignored'])[1 + n / 4 % 4], found, found, found
        FROM (SELECT n, now() - (now() - at) / 5 AS found FROM bench.posts) AS posts, (SELECT * FROM social.listening_queries LIMIT 1) AS q ORDER BY n`,
  },
  few('experiments', { updated_at: 'made.at', state: `(ARRAY['draft','completed','stopped'])[1 + made.n / 100 % 3]` }),
  few('memories', { updated_at: 'made.at', kind: `(ARRAY['fact','rule','avoid','learned'])[1 + made.n / 100 % 4]` }),
  few('plan_runs'),
  few('insights', { version: '1 + made.n / 100' }),
  {
    // As many as a brand may have.
    what: 'occasions',
    table: 'social.occasions',
    of: 'true',
    made: 'SELECT n, now() AS at, gen_random_uuid() AS id FROM generate_series(1, 199) AS n',
    set: { id: 'made.id', created_at: 'made.at' },
  },
  few('strategies', { version: '1 + made.n / 100', state: `'archived'`, updated_at: 'made.at' }),
];
