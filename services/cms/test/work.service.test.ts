import { expect, test } from '@jest/globals';
import {
  createLog,
  createMetrics,
  findRow,
  newId,
  openDatabase,
  type WorkPlatform,
  WorkRunner,
  withOwnMetrics,
} from '@platform/runtime';
import { createTestDatabase, fakeClock } from '@platform/testing';
import { workConformance } from '@platform/testing/work-conformance';
import type { App } from '../src/app.ts';
import { mailKind } from '../src/mails/send-mails.ts';
import { cmsMetrics } from '../src/metrics.ts';
import { imports, mails, sites } from '../src/schema.ts';
import { importKind } from '../src/transfer/import-runner.ts';

/** A site for each group. */
const siteIds = Array.from({ length: 10 }, () => newId());

const appOf = (platform: WorkPlatform): App =>
  ({
    ...platform,
    metrics: withOwnMetrics(platform.metrics as App['metrics'], cmsMetrics),
    mailer: { send: async () => {}, close: () => {} },
    files: { delete: async () => {} },
  }) as unknown as App;

async function insertSite({ db }: WorkPlatform, group: number): Promise<string> {
  const id = siteIds[group] ?? newId();
  const now = new Date();
  await db
    .insert(sites)
    .values({ id, code: `site-${group}`, name: `Site ${group}`, status: 'active', created_at: now, updated_at: now })
    .onConflictDoNothing();
  return id;
}

workConformance('on mails', {
  service: 'cms',
  kind: (platform) => mailKind(appOf(platform)),
  finished: { status: 'sent' },
  async insertDue(platform, { due_at, group }) {
    const id = newId();
    await platform.db.insert(mails).values({
      id,
      site_id: await insertSite(platform, group),
      kind: 'test_note',
      sealed: '',
      status: 'queued',
      due_at,
      created_at: due_at,
    });
    return id;
  },
});

async function insertImport(platform: WorkPlatform, { due_at, group }: { due_at: Date; group: number }) {
  const id = newId();
  await platform.db.insert(imports).values({
    id,
    site_id: await insertSite(platform, group),
    format: 'ghost_json',
    dry_run: false,
    publish: false,
    fetch_images: false,
    file_name: 'a.json',
    size_bytes: 1,
    file: `imports/${id}`,
    status: 'queued',
    due_at,
    created_at: due_at,
    created_by: 'ada@example.com',
  });
  return id;
}

workConformance('on imports', {
  service: 'cms',
  kind: (platform) => importKind(appOf(platform)),
  finished: { status: 'finished' },
  insertDue: insertImport,
});

test('an import waits as queued for its next try and behind a stop, so that the release before takes it', async () => {
  const database = await createTestDatabase();
  const log = createLog('test', 'silent');
  const handle = openDatabase({ url: database.urlFor('cms'), poolSize: 4, service: 'cms', log });
  const platform = { db: handle.db, clock: fakeClock(), log, metrics: createMetrics() };
  const stateOf = async (id: string) => {
    const row = await findRow(handle.db, imports, { id });
    return { status: row?.status, lease_until: row?.lease_until, isWaiting: row?.due_at !== null };
  };
  const waiting = { status: 'queued', lease_until: null, isWaiting: true };
  const failed = await insertImport(platform, { due_at: platform.clock.now(), group: 0 });
  const failing = new WorkRunner(platform, {
    ...importKind(appOf(platform)),
    run: async () => {
      throw new Error('the database is away');
    },
  });
  await failing.runDue({ budgetMs: 60_000 });
  expect(await stateOf(failed)).toEqual(waiting);
  const stopped = await insertImport(platform, { due_at: platform.clock.now(), group: 1 });
  const { promise: isRunning, resolve: begin } = Promise.withResolvers<void>();
  const stopping = new WorkRunner(platform, {
    ...importKind(appOf(platform)),
    async run({ signal }) {
      begin();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      signal.throwIfAborted();
    },
  });
  const running = stopping.runDue({ budgetMs: 60_000 });
  await isRunning;
  expect(await stateOf(stopped)).toMatchObject({ status: 'running', lease_until: expect.any(Date) });
  await stopping.stop();
  await running;
  expect(await stateOf(stopped)).toEqual(waiting);
  await handle.close();
  await database.drop();
});
