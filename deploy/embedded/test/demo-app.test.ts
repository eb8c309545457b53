import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, openBrowser } from '@platform/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { createApp } from '../src/app-server.ts';
import { openDemoPage } from '../src/demo-pages.ts';
import { type Appearance, type AppWorld, openVisitor, startAppWorld, type Visitor } from './demo-app-world.ts';
import { ok } from './front-door.ts';

/** The demo application in Chromium, used by the keyboard alone. */

let world: AppWorld;
let browser: Browser;
beforeAll(async () => {
  world = await startAppWorld();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name });
const words = async (target: Locator): Promise<string> => ((await target.textContent()) ?? '').replace(/\s/g, ' ');
const valuesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => !/^platform:demo:(guest:|installation$)/.test(key)));

async function signIn({ page, press, type, inspect }: Visitor, name: string): Promise<void> {
  await press(button(page, 'Sign in'));
  await type(page.getByTestId('username'), name);
  await inspect('the page of the identity provider');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${world.url}/`);
}

async function register({ page, press, inspect }: Visitor): Promise<void> {
  await heading(page, 'One step before you start').waitFor();
  await button(page, 'Register').waitFor();
  await inspect('the registration');
  await press(button(page, 'Register'));
  for (const box of await page.getByRole('checkbox').all()) {
    expect(await box.isChecked()).toBe(false);
    await press(box, 'Space');
  }
  await press(button(page, 'Register'));
  await heading(page, 'Your note').waitFor();
  // The screen has changed: the focus is at its top and not lost.
  await eventually(() => page.evaluate(`document.activeElement === document.querySelector('h1')`));
}

const appearances: Appearance[] = [
  { colorScheme: 'light', width: 360, locale: 'ru-RU' },
  { colorScheme: 'dark', width: 360, locale: 'en-GB' },
  { colorScheme: 'light', width: 1280, locale: 'en-GB' },
  { colorScheme: 'dark', width: 1280, locale: 'de-DE' },
];

test.each(appearances)(
  'the whole journey passes with the keyboard alone: $colorScheme, $width px, $locale',
  async (appearance) => {
    const visitor = await openVisitor(browser, appearance);
    const { page, context, press, type, reach, inspect, refusals } = visitor;
    const name = `${appearance.colorScheme}-${appearance.width}`;
    const exportButton = button(page, 'Export to PDF');

    // First visit.
    await page.goto(world.url);
    await heading(page, 'Notes that stay yours').waitFor();
    await inspect('the welcome');
    await signIn(visitor, name);
    await register(visitor);
    expect(refusals()).toEqual([
      '400 /v1/applications/demo/users/register',
      '404 /v1/applications/demo/entitlements/me',
      '404 /v1/applications/demo/features',
    ]);

    // The flag counts, the parameter limits, the gate is closed.
    await type(page.getByLabel('Text of the note'), 'Three short words');
    await page.getByText(`3 words · 17 of 1000 characters`).waitFor();
    expect(await exportButton.count()).toBe(0);
    await press(page.getByRole('link', { name: 'See the plans' }));

    // The paywall, with prices in the language of the person.
    const price = (amount: number) =>
      new Intl.NumberFormat(appearance.locale, { style: 'currency', currency: 'RUB', minimumFractionDigits: 0 })
        .format(amount)
        .replace(/\s/g, ' ');
    const pay = button(page, /^Pay/);
    await pay.waitFor();
    expect(await words(pay)).toBe(`Pay ${price(299)}`);
    await press(page.getByRole('radio', { name: /Pro, 1 month/ }), 'ArrowDown');
    expect(await words(pay)).toBe(`Pay ${price(4990)}`);
    await page.keyboard.press('ArrowUp');
    await inspect('the paywall');
    await press(pay);
    expect(page.url()).toContain(world.url);
    const offer = page.locator('#plans').getByRole('checkbox');
    await press(offer, 'Space');
    await press(pay);

    // A person who comes back without paying, reloads, and pays after all.
    await page.getByTestId('pay-success').waitFor();
    await inspect('the payment page');
    await press(page.getByTestId('leave'));
    await page.getByText('Waiting for the outcome of your payment').waitFor();
    await page.reload();
    await page.getByText('Waiting for the outcome of your payment').waitFor();
    await inspect('the wait for a payment');
    await press(offer, 'Space');
    await press(pay);
    await press(page.getByTestId('pay-success'));
    await exportButton.waitFor();
    await page.getByText('Paid. Thank you! Your plan is active.').waitFor();
    expect(await pay.count()).toBe(0);
    await inspect('the paid application');
    await press(exportButton);
    expect(await page.locator('html').getAttribute('data-printed')).toBe('yes');

    // A question, its answer, a reply.
    await type(page.getByLabel('Subject'), `Printing ${name}`);
    await type(page.getByLabel('Question', { exact: true }), 'Where is the printer?');
    await press(button(page, 'Send'));
    const ticket = page.getByText(`Printing ${name}`, { exact: false }).first();
    await ticket.waitFor();
    await world.answerTicket(`In the menu, ${name}.`);
    await press(page.locator('summary').first());
    await page.getByText(`In the menu, ${name}.`).waitFor();
    await type(page.getByLabel(/^Reply to/), 'Thank you.');
    await press(button(page, 'Reply'));
    await page.locator('.messages').getByText('Thank you.').waitFor();
    await inspect('the ticket');

    // Without a network: the page is there after a reload, and so is what was paid.
    await eventually(() => page.evaluate(`navigator.serviceWorker.controller !== null`));
    await context.setOffline(true);
    await page.reload();
    await page.getByText('You are offline.').waitFor();
    await exportButton.waitFor();
    expect(await page.getByLabel('Text of the note').inputValue()).toBe('Three short words');
    await inspect('the application without a network');
    await context.setOffline(false);

    // A new version: the dialog has the focus, and neither Esc nor a reload is an answer to it.
    await world.publishTerms();
    await page.reload();
    const dialog = page.getByRole('dialog', { name: 'Our documents have changed' });
    await dialog.waitFor();
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await page.reload();
    await dialog.waitFor();
    await inspect('the dialog');
    for (let times = 0; times < 8; times += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(`!document.activeElement.closest('main, header')`)).toBe(true);
    }
    await press(button(page, 'Accept'));
    await press(dialog.getByRole('checkbox'), 'Space');
    await press(button(page, 'Accept'));
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await exportButton.waitFor();
    expect(await dialog.count()).toBe(0);

    // A license key, a wrong one first.
    const key = page.getByLabel('License key');
    await type(key, 'NO-KEY');
    await page.keyboard.press('Enter');
    await page.getByText('There is no such license key.').waitFor();
    await page.getByText('Reference for support').waitFor();
    await inspect('the refusal of a key');
    await reach(key);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(await world.licenseKey());
    await page.keyboard.press('Enter');
    await page.getByText('The license key is active').waitFor();
    await page.getByText('This browser').waitFor();

    // Sign out, sign in again: the device forgets, the platform does not.
    await press(button(page, 'Sign out'));
    await heading(page, 'Notes that stay yours').waitFor();
    await eventually(async () => (await valuesOf(page)).length === 0);
    await signIn(visitor, name);
    await exportButton.waitFor();
    expect(await page.getByLabel('Text of the note').inputValue()).toBe('');

    // The erasure asks first.
    const confirmation = page.getByRole('dialog', { name: 'Erase your data?' });
    await press(button(page, 'Erase my data'));
    await confirmation.waitFor();
    await inspect('the question before the erasure');
    await page.keyboard.press('Escape');
    await confirmation.waitFor({ state: 'hidden' });
    await eventually(() => page.evaluate(`document.activeElement.textContent === 'Erase my data'`));
    await page.keyboard.press('Enter');
    await press(button(page, 'Erase everything'));
    await heading(page, 'Notes that stay yours').waitFor();
    await page.getByText('Your data is erased.').waitFor();
    await eventually(async () => (await valuesOf(page)).length === 0);
    await signIn(visitor, name);
    await heading(page, 'One step before you start').waitFor();
    await inspect('the end');
    await context.close();
  },
);

describe('when something fails', () => {
  test('a stored snapshot that was altered opens nothing without a network', async () => {
    const visitor = await openVisitor(browser, { colorScheme: 'light', width: 1280, locale: 'en-GB' });
    const { page, context } = visitor;
    await page.goto(world.url);
    await signIn(visitor, 'forger');
    await register(visitor);
    const { license } = await activate(page);
    await license.waitFor();
    await context.setOffline(true);
    await page.reload();
    await button(page, 'Export to PDF').waitFor();
    await page.evaluate(() => {
      const name = Object.keys(localStorage).find((key) => key.endsWith(':snapshot')) ?? '';
      const stored = JSON.parse(localStorage.getItem(name) ?? '');
      const [head, payload, signature] = stored.token.split('.');
      const claims = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
      const forged = btoa(JSON.stringify({ ...claims, exp: claims.exp + 1 })).replace(/=+$/, '');
      const token = `${head}.${forged.replace(/\+/g, '-').replace(/\//g, '_')}.${signature}`;
      localStorage.setItem(name, JSON.stringify({ ...stored, token }));
    });
    await page.reload();
    await page.getByText('Export to PDF comes with Pro.').waitFor();
    await context.close();
  });

  test('a token that has expired is replaced without a word, and without a replacement the page says so', async () => {
    const visitor = await openVisitor(browser, { colorScheme: 'light', width: 360, locale: 'en-GB' });
    const { page, context, inspect } = visitor;
    await page.goto(world.url);
    await signIn(visitor, 'sleeper');
    await register(visitor);
    const store = (change: object): Promise<{ id_token: string }> =>
      page.evaluate((values) => {
        const name = Object.keys(localStorage).find((key) => key.startsWith('oidc.user:')) ?? '';
        const user = JSON.parse(localStorage.getItem(name) ?? '');
        localStorage.setItem(name, JSON.stringify({ ...user, ...values }));
        return user;
      }, change);
    const id_token = await expiredCopy((await store({})).id_token);
    await store({ id_token });
    await page.reload();
    await button(page, /^Pay/).waitFor();
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    await store({ id_token, refresh_token: 'unknown' });
    await page.reload();
    await page.getByText('Your sign-in is over.').first().waitFor();
    await inspect('a sign-in that is over');
    await signIn(visitor, 'sleeper');
    await button(page, /^Pay/).waitFor();
    await context.close();
  });

  test('a card that is declined, an identity provider and a platform that are away have words of their own', async () => {
    const visitor = await openVisitor(browser, { colorScheme: 'light', width: 360, locale: 'en-GB' });
    const { page, context, press, inspect } = visitor;
    await page.goto(world.url);
    await context.route('**/sandbox/idp/**', (route) => route.abort());
    await press(button(page, 'Sign in'));
    await page.getByRole('alert').waitFor();
    await inspect('an identity provider that is away');
    await context.unrouteAll();
    await signIn(visitor, 'unlucky');
    await register(visitor);

    await press(page.locator('#plans').getByRole('checkbox'), 'Space');
    await press(button(page, /^Pay/));
    await press(page.getByTestId('pay-insufficient-funds'));
    await page.getByText('there is not enough money on the card').waitFor();
    await inspect('a declined card');

    await context.route(`${world.t.baseUrl}/**`, (route) => route.abort());
    await page.getByLabel('Subject').fill('Hello');
    await page.getByLabel('Question', { exact: true }).fill('Are you there?');
    await press(button(page, 'Send'));
    await page.getByText('There is no connection to the platform.').first().waitFor();
    await context.unrouteAll();
    await press(button(page, 'Send'));
    await page.getByText('Your question is on its way.').waitFor();
    await context.close();
  });
});

describe('two people in one browser', () => {
  const note = (page: Page): Locator => page.getByLabel('Text of the note');
  const open = async (): Promise<Visitor> => {
    const visitor = await openVisitor(browser, { colorScheme: 'light', width: 1280, locale: 'en-GB' });
    await visitor.page.goto(world.url);
    return visitor;
  };
  const enter = async (visitor: Visitor, name: string): Promise<void> => {
    await world.t.registered(name);
    await signIn(visitor, name);
    await note(visitor.page).waitFor();
  };
  const person = (page: Page, name: string): Promise<void> =>
    page.locator('header').getByText(name, { exact: true }).waitFor();
  const stored = (page: Page): Promise<[string, string]> =>
    page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user:')) ?? ['', '']);

  test('another tab that signs in another person takes the first tab along', async () => {
    const visitor = await open();
    const { page, context, refusals } = visitor;
    await enter(visitor, 'ann');
    await note(page).fill('Written by Ann');
    const former = await context.newPage();
    await former.goto(world.url);
    await person(former, 'ann');

    await button(page, 'Sign out').click();
    await heading(former, 'Notes that stay yours').waitFor();
    await enter(visitor, 'bob');
    await person(former, 'bob');
    for (const tab of [page, former]) expect(await note(tab).inputValue()).toBe('');
    expect(refusals().filter((refusal) => refusal.includes('/sandbox/idp'))).toEqual([]);
    await context.close();
  });

  test('an erasure never reaches another person than the page shows', async () => {
    const [first, second] = [await open(), await open()];
    await enter(first, 'ada');
    await enter(second, 'ben');
    const { page } = first;
    await button(page, 'Erase my data').click();
    // A change of the storage in the same tab raises no event, so the page does not know it yet.
    const [key, user] = await stored(second.page);
    await page.evaluate(([name = '', value = '']) => localStorage.setItem(name, value), [key, user]);
    await button(page, 'Erase everything').click();
    await person(page, 'ben');
    await second.page.reload();
    await note(second.page).waitFor();
    for (const { context } of [first, second]) await context.close();
  });

  test('after a refused token the next person finds no note of the former one', async () => {
    const visitor = await open();
    const { page, context } = visitor;
    await enter(visitor, 'cleo');
    await note(page).fill('Written by Cleo');
    const [key, user] = await stored(page);
    const id_token = await world.t.sandboxes.idp.mint({}, { kind: 'unknown_key', username: 'cleo' });
    const refused = JSON.stringify({ ...JSON.parse(user), id_token });
    await page.evaluate(([name = '', value = '']) => localStorage.setItem(name, value), [key, refused]);
    await page.reload();
    await page.getByText('The platform does not accept this sign-in.').first().waitFor();
    await enter(visitor, 'dan');
    expect(await note(page).inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Written by Cleo');
    await context.close();
  });

  test('two tabs whose token expires at once both go on', async () => {
    const visitor = await open();
    const { page, context } = visitor;
    await enter(visitor, 'eve');
    const tab = await context.newPage();
    await tab.goto(world.url);
    await person(tab, 'eve');
    const [key, user] = await stored(page);
    const expired = JSON.stringify({ ...JSON.parse(user), id_token: await expiredCopy(JSON.parse(user).id_token) });
    await page.evaluate(([name = '', value = '']) => localStorage.setItem(name, value), [key, expired]);
    // The first refresh ends after the platform has refused the token of the second tab.
    const refusal = tab.waitForResponse((response) => response.status() === 401);
    let refreshes = 0;
    await context.route('**/sandbox/idp/token', async (route) => {
      refreshes += 1;
      const response = await route.fetch();
      if (refreshes === 1) {
        await tab.reload();
        await refusal;
      }
      await route.fulfill({ response });
    });
    await page.reload();
    // A page shows what it has stored before the platform refuses its token.
    await eventually(async () => (await stored(page))[1] !== expired);
    for (const one of [page, tab]) {
      await button(one, /^Pay/).waitFor();
      expect(await one.getByRole('alert').allTextContents()).toEqual([]);
    }
    expect(refreshes).toBeGreaterThan(0);
    // On a busy machine the first refresh may still wait for a refusal that the second one has made needless.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  test('at the device limit the page shows the devices, and one that goes makes room', async () => {
    const visitor = await open();
    const { page, context } = visitor;
    const { application_id } = world.t.demo;
    const user = world.t.client((await world.t.registered('fay')).headers);
    const admin = world.t.client(await world.t.adminHeaders());
    const { max_active_devices } = ok(await admin.getApplication({ params: { application_id } }));
    for (let number = 0; number < max_active_devices; number += 1) {
      const device = { installation_id: randomUUID(), platform: 'ios' as const, app_version: '1.0.0' };
      ok(await user.registerDevice({ body: device }));
    }
    await signIn(visitor, 'fay');
    await page.getByText('You use as many devices as your plan allows.').waitFor();
    const removals = button(page, /^Remove the device/);
    await eventually(async () => (await removals.count()) === max_active_devices);
    expect(await page.getByText('This browser').count()).toBe(0);
    await removals.first().click();
    await page.getByText('This browser').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });
});

/** A token with the same claims, which has expired. */
async function expiredCopy(token: string): Promise<string> {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const hour = 3_600;
  return world.t.sandboxes.idp.mint({ ...claims, iat: claims.iat - 2 * hour, exp: claims.exp - 2 * hour });
}

async function activate(page: Page): Promise<{ license: Locator }> {
  await page.getByLabel('License key').fill(await world.licenseKey());
  await button(page, 'Activate').click();
  return { license: button(page, 'Export to PDF') };
}

describe('the server of the page', () => {
  const files = new Map([
    ['/index.html', Buffer.from('<!doctype html>')],
    ['/assets/index-1.js', Buffer.from('let a;')],
  ]);
  const settings = {
    api_url: 'https://api.example.test/base',
    application_code: 'notes',
    public_key: 'svc_pub_x',
    identity_provider: { authority: 'https://login.example.test/realm', client_id: 'notes' },
    snapshot_keys: [],
  };
  async function serve(build: () => Promise<typeof files>) {
    const { url, show, close } = await openDemoPage('0', 0);
    show(createApp(settings, url, build));
    const read = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, init);
    return { url, read, close: () => close(0) };
  }

  test('names what the page may load, and how long it may be kept', async () => {
    const { read, close } = await serve(async () => files);
    const page = await read('/');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' https://api.example.test https://login.example.test;");
    expect(policy).not.toContain('unsafe');
    expect([await page.text(), page.headers.get('cache-control')]).toEqual(['<!doctype html>', 'no-cache']);
    const script = await read('/assets/index-1.js');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const again = await read('/', { headers: { 'if-none-match': page.headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(await (await read('/settings.json')).json()).toEqual(settings);
    await close();
  });

  test('knows its own files alone', async () => {
    const { read, close } = await serve(async () => files);
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/assets'])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
    expect((await read('/', { method: 'POST' })).status).toBe(405);
    await close();
  });

  test('redirects a page of another host name to the address that the identity provider knows', async () => {
    const { url, read, close } = await serve(async () => files);
    const other = url.replace('localhost', '127.0.0.1');
    const ask = (path: string) => fetch(`${other}${path}`, { redirect: 'manual' });
    for (const path of ['/', '/index.html', '/?state=a&to=//example.test/']) {
      const { status, headers } = await ask(path);
      const answer = [status, headers.get('location'), headers.get('cache-control')];
      expect([path, answer]).toEqual([path, [308, `${url}/`, 'no-store']]);
    }
    expect((await ask('//example.test/')).status).toBe(404);
    expect((await ask('/settings.json')).status).toBe(200);
    expect((await read('/')).status).toBe(200);
    await close();
  });

  test('says why a build failed, and tries again', async () => {
    let builds = 0;
    const { read, close } = await serve(async () => {
      builds += 1;
      if (builds === 1) throw new Error('a comma is missing');
      return files;
    });
    const failed = await read('/');
    expect([failed.status, await failed.text()]).toEqual([500, expect.stringContaining('a comma is missing')]);
    expect((await read('/')).status).toBe(200);
    expect((await read('/')).status).toBe(200);
    expect(builds).toBe(2);
    await close();
  });
});
