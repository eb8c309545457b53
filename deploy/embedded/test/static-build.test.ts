import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rateClasses } from '@platform/contracts';
import { type CompiledClient, compileClient, runJourney } from './client-world.ts';
import { ok } from './front-door.ts';
import { wire } from './probes.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

/** A site of 401 posts is built under the limits that every installation has, by its owner alone. */

const postCount = 401;
const { public_sites, back_ends } = rateClasses;
const origin = 'https://notes.example.com';

let t: TestPlatform;
let client: CompiledClient;
let send: ReturnType<typeof wire>;
let site: { code: string; publicKey: string; serverKey: string; slugs: string[] };

beforeAll(async () => {
  const limits = Object.entries(rateClasses).filter(([name]) => name !== 'admin');
  const env = limits.map(([name, { perMinute }]) => [`RATE_LIMIT_${name.toUpperCase()}`, String(perMinute)]);
  [t, client] = await Promise.all([startTestPlatform({ env: Object.fromEntries(env) }), compileClient()]);
  send = wire(t.baseUrl);
  const admin = t.client(await t.adminHeaders());
  const made = ok(await admin.createSite({ body: { name: 'Notes', website_url: origin } }));
  const params = { site_id: made.id };
  const serverKey = ok(await admin.rotateSiteKey({ params, body: { kind: 'server' } })).site_key;
  const slugs: string[] = [];
  for (let number = 1; number <= postCount; number += 1) {
    const body = { title: `Post ${number}`, body: `## ${number}\n\nIt **works**.` };
    const { id, slug } = ok(await admin.createPost({ params, body }));
    ok(await admin.publishContent({ params: { ...params, item_id: id }, headers: { 'if-match': '*' } }));
    slugs.push(slug);
  }
  site = { code: made.code, publicKey: made.site_key, serverKey, slugs };
});
afterAll(async () => {
  send.close();
  await client.remove();
  await t.stop();
});

/** Runs a build in a program of its own, with the client as it is published. */
async function build(journey: 'buildByReads' | 'buildByLists', siteKey: string) {
  const options = { baseUrl: t.baseUrl, controlUrl: '', applicationCode: '', publicKey: '', username: '' };
  const { answer } = await runJourney(
    client,
    process.execPath,
    journey,
    options,
    { siteCode: site.code, siteKey },
    site.slugs,
  );
  return answer as { texts: string[]; statuses: number[] };
}
const isWhole = (texts: string[]) =>
  new Set(texts).size === postCount && texts.every((text) => text.includes('<strong>works</strong>'));

test('a build reads every post one by one with the server key, and no read is refused', async () => {
  const { texts, statuses } = await build('buildByReads', site.serverKey);
  expect(isWhole(texts)).toBe(true);
  expect(statuses).toEqual(Array(postCount).fill(200));
});

test('a build reads every post with its text from lists in ten reads at most, with the public key', async () => {
  const { texts, statuses } = await build('buildByLists', site.publicKey);
  expect(isWhole(texts)).toBe(true);
  expect(statuses).toEqual(Array(Math.ceil(postCount / 100)).fill(200));
});

const read = (key: string, headers: Record<string, string> = {}) =>
  send({ method: 'GET', target: `/v1/sites/${site.code}/blog/posts`, headers: { 'x-public-key': key, ...headers } });

const remaining = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['ratelimit-remaining']);

test('a read with a server key that is not modified counts as well, and each key has the budget of its kind', async () => {
  const first = await read(site.serverKey);
  expect(first.headers['ratelimit-limit']).toBe(String(back_ends.perMinute));
  const again = await read(site.serverKey, { 'if-none-match': String(first.headers.etag) });
  expect([again.status, remaining(again)]).toEqual([304, remaining(first) - 1]);
  expect((await read(site.publicKey)).headers['ratelimit-limit']).toBe(String(public_sites.perMinute));
});

test('an office behind one address makes five times as many reads of texts that are in memory', async () => {
  const target = `/v1/sites/${site.code}/blog/posts/${site.slugs[0]}`;
  const open = (headers: Record<string, string> = {}) =>
    send({ method: 'GET', target, headers: { 'x-public-key': site.publicKey, ...headers } });
  const first = await open();
  for (let count = 0; count < 2 * public_sites.perMinute; count += 1) {
    const { status, headers } = await open(count % 2 === 0 ? {} : { 'if-none-match': String(first.headers.etag) });
    expect([count, status, headers['cache-status']]).toEqual([count, count % 2 === 0 ? 200 : 304, 'platform; hit']);
  }
  expect(remaining(await open())).toBeGreaterThan(public_sites.perMinute / 4);
});

test('a server key in a page is refused with a reason that the script of the page can read', async () => {
  const refused = await read(site.serverKey, { origin });
  expect([refused.status, refused.error]).toEqual([403, 'server_key_refused']);
  expect(refused.headers['access-control-allow-origin']).toBe('*');
  expect(String(refused.json.message)).toContain(origin);
  expect((await read(site.publicKey, { origin })).status).toBe(200);
});

test('a stranger reads no more new answers than the limit says, with conditions too', async () => {
  const search = (number: number) =>
    send({
      method: 'GET',
      target: `/v1/sites/${site.code}/search?q=stranger${number}`,
      headers: { 'x-public-key': site.publicKey, 'if-none-match': '*' },
    });
  const answers: number[] = [];
  for (let at = 0; at < public_sites.perMinute + 20; at += 1) answers.push((await search(at)).status);
  expect(answers.filter((status) => status === 304).length).toBeLessThan(public_sites.perMinute);
  expect(answers.at(-1)).toBe(429);
});
