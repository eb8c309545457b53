import { expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { eventually } from '@platform/testing';
import { useCrashingHosts } from './crashing-hosts.ts';
import { ok } from './newsroom.ts';
import { ghostExport, ghostPosts } from './samples/ghost.ts';
import { importEnded, readImport } from './transfer-files.ts';

const texts = 90;
const crashes = 3;

const crashing = useCrashingHosts();

test('an import survives repeated crashes: other processes finish it, without duplicates and with a correct report', async () => {
  const { t, admin, startHost } = crashing;
  const client = t.as({ admin });
  const site_id = ok(await client.createSite({ body: { name: 'Notes', website_url: 'https://notes.example.com' } })).id;
  const posts = Array.from({ length: texts }, (_, at) => ({
    ...ghostPosts[3],
    id: `post-${at}`,
    type: 'post',
    title: `Text ${at}`,
    slug: `text-${at}`,
    html: `<h2>${at}</h2><p>Text</p>`,
  }));
  const file = new Blob([ghostExport(posts)]);
  const params = { site_id };
  const query = { format: 'ghost_json' as const, publish: 'true' as never };
  const done = async () => {
    const [row] = await t.database.query<{ done: string }>('SELECT count(*) AS done FROM cms.import_entries');
    return Number(row?.done);
  };
  let import_id = '';
  for (let round = 0; round < crashes; round += 1) {
    const host = await startHost();
    // The host takes the import up because it is its own, or because a call wakes it.
    if (round === 0) import_id = ok(await host.client.startImport({ params, query, file })).id;
    else {
      await t.database.query(`UPDATE cms.imports SET lease_until = now() - interval '1 second'`);
      const other = ok(await host.client.createSite({ body: { name: 'Other' } })).id;
      await host.client.startImport({
        params: { site_id: other },
        query: { format: 'ghost_json' },
        file: new Blob(['{}']),
      });
    }
    // All in the first half: on a busy machine the import goes on for a while before the kill.
    const wanted = ((round + 1) / (crashes + 1)) * (texts / 2);
    await eventually(async () => (await done()) >= wanted);
    await host.kill();
  }
  expect(ok(await client.getImport({ params: { site_id, import_id } })).status).toBe('running');
  const before = await done();
  expect(before).toBeLessThan(texts);
  await t.database.query(`UPDATE cms.imports SET lease_until = now() - interval '1 second'`);
  await importEnded(client, site_id, import_id);

  const { status, report, entries } = await readImport(client, site_id, import_id);
  expect(status).toBe('finished');
  const made = entries.filter(({ kind }) => kind === 'post');
  expect(made.map(({ source_id, outcome }) => [source_id, outcome])).toEqual(posts.map(({ id }) => [id, 'created']));
  expect(report.created + report.skipped).toBe(entries.length);
  const rows = await t.database.query<{ id: string; title: string; shown: number; revisions: number }>(
    `SELECT i.id, i.title, (SELECT count(*)::int FROM cms.publications p WHERE p.item_id = i.id) AS shown,
       (SELECT count(*)::int FROM cms.revisions r WHERE r.item_id = i.id) AS revisions
     FROM cms.items i WHERE i.site_id = $1 ORDER BY i.id`,
    [site_id],
  );
  expect(rows.map(({ title, shown, revisions }) => [title, shown, revisions])).toEqual(
    posts.map(({ title }) => [title, 1, 1]),
  );
  expect(rows.map(({ id }) => id)).toEqual(made.map(({ object_id }) => object_id));
  const told = (await t.published(cms.events.contentPublished)).map(({ item_id }) => item_id);
  expect(told.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});
