import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createLog,
  createMetrics,
  type DatabaseHandle,
  hourMs,
  type Lease,
  newId,
  openDatabase,
  type WorkPlatform,
  WorkRunner,
  type WorkTable,
} from '@platform/runtime';
import { createTestDatabase, fakeClock, type TestDatabase } from '@platform/testing';
import { type WorkUnderTest, workConformance } from '@platform/testing/work-conformance';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { App } from '../src/app.ts';
import { answerKind } from '../src/inbox/answer-items.ts';
import { replyProbeKind } from '../src/inbox/probe-replies.ts';
import { queryKind } from '../src/listening/run-queries.ts';
import { snapshotKind } from '../src/metrics/take-snapshots.ts';
import { refillKind } from '../src/plan/refill-plans.ts';
import { postProbeKind } from '../src/publishing/reconcile-posts.ts';
import {
  accounts,
  brands,
  ideas,
  inbox_items,
  inbox_replies,
  listening_queries,
  metric_queue,
  strategies,
  variants,
} from '../src/schema.ts';

type Db = Pick<WorkPlatform, 'db'>['db'];

const settings = { SOCIAL_INBOX: 'on' } as App['settings'];
const timing: App['timing'] = { writeWithinMs: 5_000, claimEveryMs: 60_000 };
const appOf = (platform: object) => ({ settings, timing, ...platform }) as App;
const made = new Date('2026-03-01T10:00:00Z');
const record = { created_at: made, updated_at: made };
const brandRow = (id: string, due_at: Date): typeof brands.$inferInsert => ({
  id,
  code: id,
  name: 'Notes',
  timezone: 'Europe/Moscow',
  languages: [],
  link_hosts: [],
  tone: {} as (typeof brands.$inferInsert)['tone'],
  autonomy: 'autopilot',
  approval: {} as (typeof brands.$inferInsert)['approval'],
  jurisdiction: 'RU',
  late_limit_min: 60,
  min_gap_min: 60,
  refill_days: 7,
  blackouts: [],
  due_at,
  ...record,
});

/** The brand of a group, and its account; each group has its own. */
async function givenGroup(db: Db, group: number): Promise<{ brand_id: string; account_id: string }> {
  const id = `00000000-0000-4000-8000-${String(group).padStart(12, '0')}`;
  await db.insert(brands).values(brandRow(id, made)).onConflictDoNothing();
  const account = { id, brand_id: id, channel: 'telegram', name: 'Notes', state: 'active', ...record } as const;
  await db.insert(accounts).values(account).onConflictDoNothing();
  return { brand_id: id, account_id: id };
}

/** A post of a group. */
async function givenPost(db: Db, group: number, fields: Partial<typeof variants.$inferInsert>): Promise<string> {
  const { brand_id, account_id } = await givenGroup(db, group);
  const id = newId();
  await db.insert(ideas).values({ id, brand_id, title: 'Notes', brief: '', sources: [], state: 'used', ...record });
  const post = { id, brand_id, account_id, idea_id: id, ref: id, state: 'published' as const };
  const content = { body: 'Notes', buttons: [], is_ad: false, checks: [], content_hash: '' };
  await db.insert(variants).values({ ...post, ...content, ...record, ...fields });
  return id;
}

/** An item of a group. */
async function givenItem(db: Db, group: number, fields: Partial<typeof inbox_items.$inferInsert>): Promise<string> {
  const id = newId();
  const about = { ...(await givenGroup(db, group)), kind: 'comment', text: 'How?', state: 'open' } as const;
  await db
    .insert(inbox_items)
    .values({ id, ...about, remote_id: id, target: {}, received_at: made, ...record, ...fields });
  return id;
}

/** A kind of work, and how the release before this one claims it: rows due at `$1` until `$2`. */
interface SocialWork<T extends WorkTable> extends WorkUnderTest<T> {
  oldClaim: string;
}

function testKind<T extends WorkTable>(name: string, work: SocialWork<T>): void {
  workConformance(name, work);

  describe(`work ${name} during a rollout`, () => {
    const log = createLog('test', 'silent');
    const clock = fakeClock('2026-03-02T10:00:00.000Z');
    let database: TestDatabase;
    let handle: DatabaseHandle;
    let platform: WorkPlatform;
    beforeAll(async () => {
      database = await createTestDatabase();
      handle = openDatabase({ url: database.urlFor('social'), poolSize: 4, service: 'social', log });
      platform = { db: handle.db, clock, log, metrics: createMetrics() };
    });
    beforeEach(async () => {
      await work.clear?.(platform);
      await handle.db.delete(work.kind(platform).table);
    });
    afterAll(async () => {
      await handle.close();
      await database.drop();
    });

    const claimAsBefore = () => {
      const until = new Date(clock.now().getTime() + hourMs);
      return database.query(work.oldClaim, [clock.now(), until]);
    };
    /** A row that an update made due, as the service does. */
    async function insertDue(): Promise<void> {
      await work.insertDue(platform, { due_at: new Date(clock.now().getTime() - 2_000), group: 0 });
      const due_at = new Date(clock.now().getTime() - 1_000);
      const { table } = work.kind(platform);
      await handle.db.update(table).set({ due_at } as unknown as PgUpdateSetSource<T>);
    }
    const runDue = (run: (lease: Lease<T>) => Promise<void>) =>
      new WorkRunner<T>(platform, { ...work.kind(platform), run }).runDue({ budgetMs: 60_000 });

    test('a row that this release works on is finished by one of two releases', async () => {
      await insertDue();
      const [taken, finished] = [[] as unknown[], [] as unknown[]];
      await runDue(async (lease) => {
        taken.push(...(await claimAsBefore()));
        finished.push(...(await lease.finish(handle.db)));
      });
      expect(taken.length + finished.length).toBe(1);
    });

    test('a row that the release before works on is claimed when its time is over, and not before', async () => {
      await insertDue();
      expect(await claimAsBefore()).toHaveLength(1);
      let runs = 0;
      const run = async () => {
        runs += 1;
      };
      await runDue(run);
      expect(runs).toBe(0);
      clock.advance({ hours: 2 });
      await runDue(run);
      expect(runs).toBe(1);
    });
  });
}

testKind('on listening queries', {
  oldClaim: `UPDATE social.listening_queries SET run_at = $2, running_until = $2 WHERE run_at <= $1 AND (running_until IS NULL OR running_until <= $1) RETURNING id`,
  service: 'social',
  kind: (platform) => queryKind(appOf(platform)),
  async insertDue({ db }, { due_at, group }) {
    const id = newId();
    const { brand_id } = await givenGroup(db, group);
    const searched = { keywords: ['notes'], sources: ['inbox' as const], feed_urls: [], errors: [] };
    await db.insert(listening_queries).values({ id, brand_id, ...searched, due_at, ...record });
    return id;
  },
  isPeriodic: true,
});

testKind('on questions of the inbox', {
  oldClaim: `UPDATE social.inbox_items SET answer_at = $2 WHERE answer_at <= $1 RETURNING id`,
  service: 'social',
  kind: (platform) => answerKind(appOf(platform)),
  insertDue: ({ db }, { due_at, group }) => givenItem(db, group, { due_at }),
});

testKind('on replies with an unknown outcome', {
  oldClaim: `UPDATE social.inbox_replies SET look_at = $2, looks = looks + 1 WHERE state = 'uncertain' AND look_at <= $1 RETURNING id`,
  service: 'social',
  kind: (platform) => replyProbeKind(appOf(platform)),
  async insertDue({ db }, { due_at, group }) {
    const item_id = await givenItem(db, group, {});
    const { account_id } = await givenGroup(db, group);
    const id = newId();
    const about = { guid: id, text: 'So.', state: 'uncertain' as const, created_by: 'system', created_at: made };
    await db.insert(inbox_replies).values({ id, item_id, account_id, ...about, due_at });
    return id;
  },
});

testKind('on posts with an unknown outcome', {
  oldClaim: `UPDATE social.variants SET due_at = $2, looks = looks + 1 WHERE state = 'uncertain' AND due_at <= $1 RETURNING id`,
  service: 'social',
  kind: (platform) => postProbeKind(appOf(platform)),
  insertDue: ({ db }, { due_at, group }) => givenPost(db, group, { state: 'uncertain', due_at }),
});

testKind('on snapshots', {
  oldClaim: `UPDATE social.metric_queue SET due_at = $2, claims = claims + 1 WHERE due_at <= $1 RETURNING variant_id`,
  service: 'social',
  kind: (platform) => snapshotKind(appOf(platform)),
  async insertDue({ db }, { due_at, group }) {
    const variant_id = await givenPost(db, group, {});
    const { account_id } = await givenGroup(db, group);
    // Its last snapshot is due: what is given up leaves the queue.
    const published_at = new Date(due_at.getTime() - 1_000 * hourMs);
    await db.insert(metric_queue).values({ variant_id, account_id, remote_id: variant_id, published_at, due_at });
    return variant_id;
  },
});

testKind('on plans', {
  oldClaim: `UPDATE social.brands SET refill_at = $2 WHERE refill_at IS NULL OR refill_at <= $1 RETURNING id`,
  service: 'social',
  kind: (platform) => refillKind(appOf(platform)),
  clear: ({ db }) => db.delete(strategies),
  async insertDue({ db }, { due_at }) {
    const id = newId();
    await db.insert(brands).values(brandRow(id, due_at));
    const plan = { version: 1, source: 'rules' as const, rubrics: [], cadence: [], created_by: 'test' };
    await db.insert(strategies).values({ id, brand_id: id, state: 'active', ...plan, ...record });
    return id;
  },
  isPeriodic: true,
});
