import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { useCrashingHosts } from './crashing-hosts.ts';
import { ifMatch, ok } from './newsroom.ts';

const rounds = 5;
const textsOfRound = 40;

const crashing = useCrashingHosts();

test('a crash at any moment of two hundred publications and schedules loses none that was answered, shows none in part, and tells of each once', async () => {
  const { t, admin, startHost } = crashing;
  const site_id = ok(await t.as({ admin }).createSite({ body: { name: 'Notes' } })).id;
  const params = { site_id };
  const published: string[] = [];
  const scheduled: string[] = [];
  let next = startHost();
  for (let round = 0; round < rounds; round += 1) {
    const host = await next;
    // It reads its modules while this one works.
    if (round + 1 < rounds) next = startHost();
    const enough = Promise.withResolvers<void>();
    let left = Math.floor(((round + 1) / (rounds + 1)) * textsOfRound);
    const calls = Array.from({ length: textsOfRound }, async (_, at) => {
      const title = `Text ${round} ${at}`;
      const post = await host.client.createPost({ params, body: { title, body: `## ${title}` } }).catch(() => null);
      const id = post?.data?.id;
      if (id === undefined) return;
      const item = { params: { ...params, item_id: id }, headers: ifMatch('*') };
      const isScheduled = at % 3 === 0;
      const scheduled_at = new Date(Date.now() + 500).toISOString();
      const reply = await (isScheduled
        ? host.client.scheduleContent({ ...item, body: { scheduled_at } })
        : host.client.publishContent(item)
      ).catch(() => null);
      if (reply?.status === 200) (isScheduled ? scheduled : published).push(id);
      // What is due is published by this process and by the test's own, at the same time.
      if (at % 10 === 9) await host.client.tickCms().catch(() => null);
      left -= 1;
      if (left === 0) enough.resolve();
    });
    await Promise.race([enough.promise, Promise.all(calls)]);
    await sleep(Math.random() * 60);
    await host.kill();
    await Promise.all(calls);
  }
  await sleep(600);
  for (let more = 1; more > 0; ) more = ok(await t.as({}).tickCms()).published;

  const rows = await t.database.query<Record<'id' | 'status', string> & Record<'revision' | 'shown', number | null>>(
    `SELECT i.id, i.status, i.published_revision AS revision, p.revision AS shown
     FROM cms.items i LEFT JOIN cms.publications p ON p.item_id = i.id`,
  );
  const live = rows.filter(({ status }) => status === 'published').map(({ id }) => id);
  process.stdout.write(`  ${published.length} publications and ${scheduled.length} schedules were answered\n`);
  expect(published.length + scheduled.length).toBeGreaterThan(rounds);
  expect(live).toEqual(expect.arrayContaining([...published, ...scheduled]));
  for (const { id, status, revision, shown } of rows) {
    const isLive = status === 'published';
    expect({ id, revision, shown }).toEqual({ id, revision: isLive ? 1 : null, shown: isLive ? 1 : null });
  }
  const told = (await t.published(cms.events.contentPublished)).map(({ item_id }) => item_id);
  expect(told.toSorted()).toEqual(live.toSorted());
});
