import { newId, type WorkPlatform, withOwnMetrics } from '@platform/runtime';
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

workConformance('on imports', {
  service: 'cms',
  kind: (platform) => importKind(appOf(platform)),
  finished: { status: 'finished' },
  async insertDue(platform, { due_at, group }) {
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
  },
});
