import { afterEach, expect, test } from '@jest/globals';
import { createSite, mutate } from './seeded-site.ts';
import { type SiteServer, startSiteServer } from './site-server.ts';

let server: SiteServer | undefined;
afterEach(() => server?.close());

test('equal seeds give equal sites, and other seeds other texts', () => {
  const bytes = (seed: number) =>
    [...mutate(seed, 'https://a.example').answers].map(([path, { body }]) => `${path} ${body}`).join('\n');
  expect(bytes(3)).toBe(bytes(3));
  expect(bytes(3)).not.toBe(bytes(4));
});

test('a mended defect leaves every other page as it was', () => {
  const origin = 'https://a.example';
  const before = createSite({ seed: 9, defects: ['no_h1', 'no_title'], origin });
  const after = createSite({ seed: 9, defects: ['no_h1'], origin });
  const changed = [...before.answers].filter(([path, { body }]) => !after.answers.get(path)?.body.equals(body));
  expect(changed.map(([path]) => path)).toEqual([
    before.manifest.find(({ defect }) => defect === 'no_title')?.issues[0]?.path,
  ]);
});

test('a site is served on loopback, and a defect is mended while it runs', async () => {
  server = await startSiteServer({ seed: 9, defects: ['no_h1', 'broken_connection', 'active_http'] });
  const { origin } = server;
  const [noH1, broken] = server.site().manifest.map(({ issues }) => origin + issues[0]?.path);
  // http has no mixed content.
  expect(server.site().manifest.map(({ defect }) => defect)).toEqual(['no_h1', 'broken_connection']);
  const read = async () => (await fetch(noH1 ?? '')).text();
  expect(await read()).not.toContain('<h1>');
  await expect(fetch(broken ?? '')).rejects.toThrow();
  expect((await fetch(`${origin}/__ctl/fix/no_h1`, { method: 'POST' })).status).toBe(200);
  expect(await read()).toContain('<h1>');
  expect((await fetch(`${origin}/__ctl/fix/no_h1`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${origin}/nothing-here`)).status).toBe(404);
  expect(server.journal()).toContain('/nothing-here');
});
