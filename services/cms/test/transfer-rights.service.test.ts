import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anAdmin } from '@platform/testing';
import { type Newsroom, ok, openNewsroom } from './newsroom.ts';
import { exportOf, importInto, unzip, zipOf } from './transfer-files.ts';

/** An archive comes from elsewhere: it changes neither rights nor places that visitors are led to. */

let n: Newsroom;
let archive: Buffer;
let locales: string[];
beforeAll(async () => {
  n = await openNewsroom({ description: 'Заметки' });
  const foreign = await unzip(await exportOf(n.t, anAdmin(), n.at.site_id));
  const site = JSON.parse(String(foreign.get('site.json')));
  ({ locales } = site.site);
  Object.assign(site.site, {
    staff_may_publish: true,
    allowed_origins: ['https://evil.test'],
    embed_providers: ['youtube'],
    links: [{ label: 'Pay', url: 'https://evil.test/pay' }],
    url_templates: { post: '/evil/{slug}' },
    accent_color: '#123456',
  });
  site.redirects = [
    { from: '/pay', to: 'https://evil.test/pay', status: 302 },
    { from: '/old', to: '/new', status: 301 },
    { from: '/own', to: 'https://notes.example.com/there', status: 301 },
  ];
  archive = await zipOf({ 'site.json': JSON.stringify(site) });
});
afterAll(() => n.stop());

const emptySite = async () =>
  ok(await n.admin.createSite({ body: { name: 'Target', website_url: 'https://notes.example.com', locales } })).id;
const settings = async (site_id: string) => {
  const { staff_may_publish, allowed_origins, embed_providers, links, url_templates, accent_color, version } = ok(
    await n.admin.getSite({ params: { site_id } }),
  );
  return {
    rights: { staff_may_publish, allowed_origins, embed_providers, links, url_templates },
    accent_color,
    version,
  };
};
const redirectsOf = async (site_id: string) =>
  ok(await n.admin.listRedirects({ params: { site_id } }))
    .map(({ from }) => from)
    .toSorted();
const named = ['url_templates', 'links', 'allowed_origins', 'staff_may_publish', 'embed_providers'];

test('an import leaves rights, links and origins of the site as they are, and names each difference', async () => {
  const site_id = await emptySite();
  const before = await settings(site_id);
  for (const dry_run of [true, false]) {
    const { entries } = await importInto(n.admin, site_id, archive, { format: 'markdown_zip', dry_run });
    const { warnings } = entries.find(({ kind }) => kind === 'site') ?? { warnings: [] };
    expect(warnings.map(({ code }) => code)).toEqual(named.map(() => 'setting_kept'));
    for (const [at, name] of named.entries()) expect(warnings[at]?.message).toContain(`take=${name}`);
    expect(JSON.stringify(warnings)).toContain('https://evil.test/pay');
    expect(entries.find(({ title }) => title.includes('/pay'))).toMatchObject({
      outcome: 'skipped',
      reason: { code: 'not_named' },
    });
  }
  const after = await settings(site_id);
  expect(after.rights).toEqual(before.rights);
  // The rest arrives.
  expect(after.accent_color).toBe('#123456');
  expect(await redirectsOf(site_id)).toEqual(['/old', '/own']);
});

test('an import takes the settings that it names, and no other ones', async () => {
  const site_id = await emptySite();
  const before = await settings(site_id);
  const options = { format: 'markdown_zip', take: 'links,external_redirects' } as const;
  const { entries, take } = await importInto(n.admin, site_id, archive, options);
  expect(take).toEqual(['links', 'external_redirects']);
  expect(entries.find(({ kind }) => kind === 'site')?.warnings).toHaveLength(4);
  const { rights } = await settings(site_id);
  expect(rights).toEqual({ ...before.rights, links: [{ label: 'Pay', url: 'https://evil.test/pay' }] });
  expect(await redirectsOf(site_id)).toEqual(['/old', '/own', '/pay']);
  // A later import of the same file may name more.
  await importInto(n.admin, site_id, archive, { format: 'markdown_zip', take: named.join(',') });
  expect((await settings(site_id)).rights).toMatchObject({
    staff_may_publish: true,
    allowed_origins: ['https://evil.test'],
    embed_providers: ['youtube'],
    url_templates: { post: '/evil/{slug}' },
  });
});

test('a named setting is taken over one that was changed here, and the others stay', async () => {
  const site_id = await emptySite();
  ok(await n.admin.updateSite({ params: { site_id }, body: { accent_color: '#abcdef' } }));
  const untouched = await importInto(n.admin, site_id, archive, { format: 'markdown_zip' });
  expect(untouched.entries.find(({ kind }) => kind === 'site')).toMatchObject({
    outcome: 'skipped',
    reason: { code: 'edited' },
    warnings: named.map(() => ({ code: 'setting_kept' })),
  });
  const options = { format: 'markdown_zip', take: 'embed_providers' } as const;
  for (const outcome of ['updated', 'skipped']) {
    const { entries } = await importInto(n.admin, site_id, archive, options);
    expect(entries.find(({ kind }) => kind === 'site')?.outcome).toBe(outcome);
  }
  expect(await settings(site_id)).toMatchObject({
    accent_color: '#abcdef',
    rights: { embed_providers: ['youtube'], staff_may_publish: false },
  });
});

test('an unknown name of a setting is refused', async () => {
  const sent = {
    params: { site_id: await emptySite() },
    file: new Blob([new Uint8Array(archive)]),
    query: { format: 'markdown_zip', take: 'links,name' } as never,
  };
  expect(await n.admin.startImport(sent)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
});
