import { ed25519Verify } from '../src/ed25519.ts';
import {
  type ClientStorage,
  createClient,
  createSiteClient,
  isPlatformError,
  memoryStorage,
  type PlatformClient,
} from '../src/index.ts';

/**
 * The way of one person through an application, as the application writes it. It runs in Node and in a
 * browser; the surroundings (identity provider, payment page, administrator) are behind `controlUrl`.
 */
export interface JourneyOptions {
  baseUrl: string;
  applicationCode: string;
  publicKey: string;
  controlUrl: string;
  username: string;
  /** Where values are stored; that of the platform the code runs on when absent. */
  storage?: ClientStorage;
  isOffline?: boolean;
  /** Without a token. */
  isGuest?: boolean;
}

const paidCode = 'export_pdf';
const labels = {
  terms_notes: 'I accept the terms',
  personal_data_consent: 'Take my data',
  license_offer: 'I accept the offer',
};

async function outside<T>(options: JourneyOptions, path: string): Promise<T> {
  const response = await fetch(options.controlUrl + path, { method: 'POST' });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

let tokens: Record<string, string> = {};

/** A client of the person; the token is remembered as an application remembers it. */
export function open(options: JourneyOptions): PlatformClient {
  const { baseUrl, applicationCode, publicKey, storage, username } = options;
  const noNetwork = () => Promise.reject(new TypeError('offline'));
  return createClient({
    baseUrl,
    applicationCode,
    publicKey,
    storage,
    platform: 'web',
    appVersion: '1.0.0',
    freeEntitlements: ['notes_basic'],
    ...('crypto' in globalThis ? {} : { verify: ed25519Verify }),
    ...(options.isOffline ? { fetch: noNetwork } : {}),
    async getToken() {
      if (options.isGuest) return null;
      const known = tokens[username] ?? globalThis.sessionStorage?.getItem(username);
      if (known) return known;
      const { access_token } = await outside<{ access_token: string }>(options, `/token?username=${username}`);
      tokens = { ...tokens, [username]: access_token };
      globalThis.sessionStorage?.setItem(username, access_token);
      return access_token;
    },
  });
}

/** From the first start to a paid plan. Answers what happened, step by step. */
export async function buy(options: JourneyOptions): Promise<unknown[]> {
  const steps: unknown[] = [];
  const p = open(options);
  await p.ready();
  steps.push(['new', p.has(paidCode), p.has('notes_basic')]);
  const refusal = await p.register().catch((error: unknown) => error);
  steps.push(['refused', isPlatformError(refusal) && refusal.is('consents_required') && refusal.body.missing.length]);
  const form = await p.legal.form('registration');
  const registered = await p.register({ consents: form.accept(labels), utm_source: 'search' });
  steps.push(['registered', registered.created, registered.needs_reconsent]);

  await outside(options, '/publish');
  const again = await p.register();
  const accepted = await p.reconsent.accept(labels);
  steps.push(['reconsent', again.needs_reconsent, accepted.needs_reconsent]);

  const paywall = await p.paywall('main');
  const item = paywall.paywall_items.find(({ plan }) => plan.code === 'monthly');
  const offer = await p.legal.form('checkout');
  const payment = await p.checkout.start({
    plan_price_id: item?.plan_price_id ?? '',
    return_url: 'https://app.example.test/return',
    consents: offer.accept(labels),
  });
  steps.push(['paywall', paywall.source, payment.status, payment.confirmation_url !== null]);
  await outside(options, `/pay?id=${payment.provider_payment_id}`);
  p.stop();
  return steps;
}

/** A visit before the sign-in. Answers the flag that the visitor sees. The page is left without an end. */
export async function visit(options: JourneyOptions): Promise<boolean> {
  const p = open({ ...options, isGuest: true });
  await p.ready({ timeoutMs: 30_000 });
  p.track('landing_seen');
  await p.paywall('main');
  await p.flush();
  return p.feature('guest_banner', false);
}

/** The page after the sign-in: the person registers. Answers the flag before and after it. */
export async function enter(options: JourneyOptions): Promise<boolean[]> {
  const p = open(options);
  await p.ready({ timeoutMs: 30_000 });
  const before = p.feature('guest_banner', false);
  const form = await p.legal.form('registration');
  await p.register({ consents: form.accept(labels) });
  await p.flush();
  const after = p.feature('guest_banner', false);
  await p.signOut();
  p.stop();
  return [before, after];
}

/** After the return from the payment page: a new start of the application. */
export async function settle(options: JourneyOptions): Promise<unknown[]> {
  const p = open(options);
  await p.ready();
  const { status } = await p.checkout.settle();
  const result = [status, p.has(paidCode), (await p.checkout.settle()).status];
  await p.devices.register();
  const { items } = await p.devices.list();
  await p.flush();
  p.stop();
  return [...result, items.length];
}

/** A start of the application: what is open. */
export async function start(options: JourneyOptions): Promise<{ paid: boolean; free: boolean }> {
  const p = open(options);
  await p.ready({ timeoutMs: 30_000 });
  p.stop();
  return { paid: p.has(paidCode), free: p.has('notes_basic') };
}

/** A license key, a ticket, and the erasure. */
export async function leave(options: JourneyOptions): Promise<unknown[]> {
  const p = open(options);
  await p.ready();
  const { key } = await outside<{ key: string }>(options, '/license');
  const { license } = await p.licenses.activate(key);
  const ticket = await p.support.create({ subject: 'Good bye', message: 'Thank you.' });
  const steps = [license.plan_code, p.has(paidCode), ticket.status];
  await p.erase();
  p.stop();
  return [...steps, p.has(paidCode)];
}

/** Buys as many persons, each with a reload before the outcome, while the network fails at any moment. */
export async function buyManyTimes(options: JourneyOptions, count: number): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isPlatformError(error) || (error.status > 0 && error.status < 500)) throw error;
      }
    }
  };
  const one = async (number: number) => {
    const own = { ...options, username: `${options.username}-${number}`, storage: memoryStorage() };
    const p = open(own);
    const form = await insist(() => p.legal.form('registration'));
    await insist(() => p.register({ consents: form.accept(labels) }));
    const paywall = await insist(() => p.paywall('main'));
    const offer = await insist(() => p.legal.form('checkout'));
    const price = paywall.paywall_items.find(({ plan }) => plan.code === 'monthly')?.plan_price_id ?? '';
    const order = {
      plan_price_id: price,
      return_url: 'https://app.example.test/return',
      consents: offer.accept(labels),
    };
    const payment = await insist(() => p.checkout.start(order));
    p.stop();
    await outside(own, `/pay?id=${payment.provider_payment_id}`);
    const after = open(own);
    let { status } = await after.checkout.settle();
    while (status === 'pending') ({ status } = await after.checkout.settle());
    // On a busy machine a grant may need longer than the ten seconds that `settle` waits for it.
    while (status === 'succeeded' && !after.has(paidCode)) await insist(() => after.refresh());
    const outcome = `${status} ${after.has(paidCode)}`;
    after.stop();
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  let next = 0;
  const worker = async () => {
    while (next < count) await one(next++);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return outcomes;
}

/** Sends so many events through a network that fails, and answers how many were dropped. */
export async function trackManyEvents(options: JourneyOptions, count: number): Promise<number> {
  const p = open({ ...options, storage: memoryStorage() });
  const form = await p.legal.form('registration');
  await p.register({ consents: form.accept(labels) });
  await outside(options, '/cut?every=40');
  for (let sent = 0; sent < count; sent += 10) {
    for (let at = sent; at < sent + 10; at += 1) p.track('journey_event', { number: at });
    await p.flush();
  }
  await outside(options, '/cut');
  await p.flush();
  await p.flush();
  p.stop();
  return p.droppedEvents;
}

/** A site, as the program that builds its pages knows it. */
export interface BuiltSite {
  siteCode: string;
  siteKey: string;
}

/** A client of a site, and the statuses of the answers that it got. */
function openSite({ baseUrl }: JourneyOptions, site: BuiltSite) {
  const statuses: number[] = [];
  const countingFetch: typeof fetch = async (...call) => {
    const response = await fetch(...call);
    statuses.push(response.status);
    return response;
  };
  return { statuses, client: createSiteClient({ baseUrl, ...site, fetch: countingFetch }) };
}

/** Builds a page of each post, with one read each. Answers the texts and the statuses of the reads. */
export async function buildByReads(options: JourneyOptions, site: BuiltSite, slugs: string[]) {
  const { client, statuses } = openSite(options, site);
  const texts: string[] = [];
  for (const slug of slugs) texts.push((await client.blog.post(slug, { format: 'html' })).html ?? '');
  return { texts, statuses };
}

/** The same from lists that have the texts. */
export async function buildByLists(options: JourneyOptions, site: BuiltSite) {
  const { client, statuses } = openSite(options, site);
  const texts: string[] = [];
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof client.blog.posts>> = await client.blog.posts({
      limit: 100,
      format: 'html',
      cursor,
    });
    for (const { html } of page.items) texts.push(html ?? '');
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return { texts, statuses };
}
