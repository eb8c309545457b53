import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { openBrowser } from '@platform/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  type CompiledClient,
  compileClient,
  type FragileNetwork,
  runJourney,
  serveFiles,
  startFragileNetwork,
  startOutside,
} from './client-world.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

/** The client of application developers, compiled as it is published, against the real platform. */

let t: TestPlatform;
let client: CompiledClient;
let network: FragileNetwork;
let outside: Awaited<ReturnType<typeof startOutside>>;
beforeAll(async () => {
  [t, client] = await Promise.all([startTestPlatform(), compileClient()]);
  network = await startFragileNetwork(t.baseUrl);
  outside = await startOutside(t, network);
});
afterAll(async () => {
  await network.close();
  await outside.close();
  await client.remove();
  await t.stop();
});

const optionsOf = (username: string, baseUrl = t.baseUrl) => ({
  baseUrl,
  username,
  applicationCode: t.demo.application_code,
  publicKey: t.demo.public_key,
  controlUrl: outside.controlUrl,
});

/** The steps until the payment page. */
const bought = [
  ['new', false, true],
  ['refused', 2],
  ['registered', true, false],
  ['reconsent', true, false],
  ['paywall', 'network', 'pending', true],
];

/** The pinned Node, and that of the machine, which may be older. */
const nodes = [
  process.execPath,
  ...(process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .slice(0, 1),
];

/** React Native has neither. */
const lacking = ['crypto', 'ReadableStream'];
const surroundings: [node: string, without: string[]][] = [
  ...nodes.map((node): [string, string[]] => [node, []]),
  [process.execPath, lacking],
];

test.each(surroundings)(
  'a person registers, buys, works offline and leaves, on %s without %j',
  async (node, without) => {
    const options = { ...optionsOf(`journey-${newId()}`), without };
    const first = await runJourney(client, node, 'buy', options);
    expect(first.answer).toEqual(bought);
    const paid = await runJourney(client, node, 'settle', { ...options, stored: first.stored });
    expect(paid.answer).toEqual(['succeeded', true, 'none', 1]);
    const offline = { ...options, isOffline: true };
    const start = await runJourney(client, node, 'start', { ...offline, stored: paid.stored });
    expect(start.answer).toEqual({ paid: true, free: true });
    const left = await runJourney(client, node, 'leave', { ...options, stored: paid.stored });
    expect(left.answer).toEqual(['lifetime', true, 'open', false]);
    const after = await runJourney(client, node, 'start', { ...offline, stored: left.stored });
    expect(after.answer).toEqual({ paid: false, free: true });
  },
);

/** Names of the events of the person of a journey, in the order of their times. */
const eventsOf = async (username: string): Promise<string[]> => {
  const { authorization = '' } = await t.userHeaders(username);
  const { sub } = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString());
  const rows = await t.database.query<{ event: string }>(
    `SELECT e.event FROM analytics.events AS e JOIN identity.users AS u ON u.id = e.user_id
    WHERE u.subject = $1 ORDER BY e.occurred_at, e.event_id`,
    [sub],
  );
  return rows.map(({ event }) => event);
};
const visited = ['app_opened', 'landing_seen', 'paywall_viewed', 'app_opened'];

test.each(nodes)(
  'what a guest did belongs to the person of the next start, and a guest sees flags, on %s',
  async (node) => {
    const options = optionsOf(`visit-${newId()}`);
    await fetch(`${outside.controlUrl}/flag`, { method: 'POST' });
    const visit = await runJourney(client, node, 'visit', options);
    expect(visit.answer).toBe(true);
    expect(await eventsOf(options.username)).toEqual([]);
    const entered = await runJourney(client, node, 'enter', { ...options, stored: visit.stored });
    expect(entered.answer).toEqual([true, true]);
    expect(await eventsOf(options.username)).toEqual(visited);
  },
);

describe('while connections are cut at any moment', () => {
  test('two hundred payments have one outcome each, the right one', async () => {
    network.failing(200);
    const started = new Date();
    const options = optionsOf(`cut-${newId()}`, network.baseUrl);
    const payments = async () =>
      (
        await t.database.query<{ users: number; payments: number; paid: number }>(`
          SELECT count(DISTINCT user_id)::int AS users, count(*)::int AS payments,
            count(*) FILTER (WHERE status = 'succeeded')::int AS paid
          FROM billing.payments WHERE created_at >= '${started.toISOString()}'`)
      )[0];
    const { answer } = await runJourney(client, process.execPath, 'buyManyTimes', options, 200);
    network.failing(null);
    expect(answer).toEqual({ 'succeeded true': 200 });
    expect(await payments()).toEqual({ users: 200, payments: 200, paid: 200 });
    expect(network.cuts()).toBeGreaterThan(20);
  });

  test('a thousand events are stored once each', async () => {
    const before = network.cuts();
    const options = optionsOf(`events-${newId()}`, network.baseUrl);
    const { answer } = await runJourney(client, process.execPath, 'trackManyEvents', options, 1_000);
    expect(answer).toBe(0);
    const [row] = await t.database.query<{ stored: number; numbers: number }>(`
      SELECT count(*)::int AS stored, count(DISTINCT properties ->> 'number')::int AS numbers
      FROM analytics.events WHERE event = 'journey_event'`);
    expect(row).toEqual({ stored: 1_000, numbers: 1_000 });
    expect(network.cuts() - before).toBeGreaterThanOrEqual(50);
  });
});

describe('in a browser, from another origin', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let site: Awaited<ReturnType<typeof serveFiles>>;
  const options = () => optionsOf(username);
  const username = `browser-${newId()}`;
  beforeAll(async () => {
    site = await serveFiles(client.folder);
    browser = await openBrowser();
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(site.url);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const run = (journey: string, given: object = options()) =>
    page.evaluate(
      async ([name, input]) => {
        const path = '/test/journey.js';
        const { [name as string]: work } = await import(path);
        return work(input);
      },
      [journey, given] as const,
    );
  /** A start of the application without the platform, at a moment by the clock of the device. */
  const startOffline = async (moment?: number) => {
    if (moment !== undefined) await page.clock.setFixedTime(moment);
    await page.route(`${t.baseUrl}/**`, (route) => route.abort());
    await page.reload();
    const answer = await run('start');
    await page.unroute(`${t.baseUrl}/**`);
    return answer;
  };

  test('the same journey passes, with reloads', async () => {
    expect(await run('buy')).toEqual(bought);
    await page.reload();
    expect(await run('settle')).toEqual(['succeeded', true, 'none', 1]);
    expect(await startOffline()).toEqual({ paid: true, free: true });
  });

  test('what a visitor did before a sign-in by redirect belongs to the person who signed in', async () => {
    // A device of its own: on the other one a person has not signed out.
    const device = await browser.newContext();
    const visitor = await device.newPage();
    const options = optionsOf(`redirected-${newId()}`);
    const runIn = (journey: string) =>
      visitor.evaluate(
        async ([name, input]) => {
          const path = '/test/journey.js';
          const { [name as string]: work } = await import(path);
          return work(input);
        },
        [journey, options] as const,
      );
    await visitor.goto(site.url);
    await runIn('visit');
    await visitor.goto(`${outside.controlUrl}/authorize?redirect_uri=${encodeURIComponent(`${site.url}/`)}`);
    expect(new URL(visitor.url()).origin).toBe(site.url);
    await runIn('enter');
    await device.close();
    expect(await eventsOf(options.username)).toEqual(visited);
  });

  test('six forgeries of what is stored open nothing', async () => {
    const key = await page.evaluate(() => Object.keys(localStorage).find((name) => name.endsWith(':snapshot')) ?? '');
    const stored = JSON.parse((await page.evaluate((name) => localStorage.getItem(name), key)) ?? '') as {
      token: string;
      keys: { kid: string }[];
    };
    const [head = '', payload = '', signature = ''] = stored.token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { privateKey } = generateKeyPairSync('ed25519');
    const signed = (header: object) => {
      const content = `${encode(header)}.${payload}`;
      return `${content}.${sign(null, Buffer.from(content), privateKey).toString('base64url')}`;
    };
    const { headers } = await t.registered();
    const other = t.client(headers);
    const others = await other.getMyEntitlements({ params: { app_code: t.demo.application_code } });
    const put = (token: string) =>
      page.evaluate(([name, value]) => localStorage.setItem(name, value), [
        key,
        JSON.stringify({ ...stored, token }),
      ] as const);

    const outcomes: Record<string, unknown> = {};
    const forgeries: Record<string, string> = {
      'altered token': `${head}.${encode({ ...claims, exp: claims.exp + 86_400 })}.${signature}`,
      'other kid': signed({ alg: 'EdDSA', kid: 'another' }),
      'alg none': `${encode({ alg: 'none', kid: stored.keys[0]?.kid ?? '' })}.${payload}.`,
      'other user': others.data.snapshot_token,
    };
    for (const [name, token] of Object.entries(forgeries)) {
      await put(token);
      outcomes[name] = await startOffline();
    }
    await put(stored.token);
    const now = Date.now();
    outcomes['clock eight days ahead'] = await startOffline(now + 8 * 86_400_000);
    outcomes['clock one hour behind'] = await startOffline(now - 3_600_000);
    const closed = { paid: false, free: true };
    expect(outcomes).toEqual({
      ...Object.fromEntries(Object.keys(forgeries).map((name) => [name, closed])),
      'clock eight days ahead': closed,
      'clock one hour behind': closed,
    });
    expect(await startOffline(now)).toEqual({ paid: true, free: true });
  });

  test('another person who signs in on the device finds nothing of the first one', async () => {
    expect(await run('start', optionsOf(`second-${newId()}`))).toEqual({ paid: false, free: true });
  });

  test('a key, a ticket and the erasure work, and leave nothing of the person on the device', async () => {
    await page.clock.setFixedTime(Date.now());
    await page.reload();
    expect(await run('leave')).toEqual(['lifetime', true, 'open', false]);
    expect(await startOffline()).toEqual({ paid: false, free: true });
  });
});
