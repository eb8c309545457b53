import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { addPrice, adminOf, type Buyer, openShop, paidBack, refundInCabinet, type Shop } from './shop.ts';
import { type ModelGrant, walkHours } from './term-model.ts';
import type { PlatformClient } from './test-platform.ts';

/*
 * Random histories of one user against an independent model: purchases, activations, grants, refunds,
 * revocations and reads, sequential and concurrent. SEED=… repeats the calls of a history, HISTORIES=… runs
 * more.
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const app = { params: { app_code: 'demo' } };

interface Plan {
  code: string;
  days: number | null;
  codes: string[];
  amount: number;
  prices: string[];
}

let t: Shop;
let plans: Plan[];
beforeAll(async () => {
  t = await openShop();
  const demo = { codes: ['export_pdf', 'notes_unlimited'] };
  plans = [
    { code: 'monthly', days: 30, amount: 299, ...demo, prices: [await t.priceOf('monthly')] },
    { code: 'lifetime', days: null, amount: 4990, ...demo, prices: [await t.priceOf('lifetime')] },
    { code: 'week', days: 7, amount: 99, codes: ['notes_basic', 'notes_unlimited'], prices: [] },
    { code: 'quarter', days: 90, amount: 700, codes: ['export_pdf'], prices: [] },
  ];
  const admin = await adminOf(t);
  const params = { application_id: t.demo.application_id };
  for (const { code, days, codes } of plans.slice(2)) {
    const plan = {
      code,
      name: code,
      billing_type: 'recurring' as const,
      duration_days: days,
      entitlement_codes: codes,
    };
    const reply = await admin.createPlan({ params, body: plan, headers: { 'idempotency-key': newId() } });
    expect(reply.status).toBe(201);
  }
  // A second price allows a second open payment for the same plan.
  for (const plan of plans) plan.prices.push(await addPrice(t, plan.code, plan.amount));
});
afterAll(() => t.stop());

/**
 * Numbers from 0 to 1 that follow from a seed (https://en.wikipedia.org/wiki/Linear_congruential_generator).
 */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return { next, pick: <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)] };
}
type Random = ReturnType<typeof createRandom>;

interface Sale {
  payment_id: string;
  provider_payment_id: string;
  plan: Plan;
  isPaid: boolean;
}

/** The history of a user, as far as the platform has no endpoint to read it. */
interface History {
  user: Buyer;
  random: Random;
  admin: PlatformClient;
  sales: Sale[];
  keys: { id: string; key: string; isActivated: boolean }[];
  windows: Map<string, { starts_at: number; ends_at: number }>;
}

const onPaid = (history: History): Sale | undefined =>
  history.random.pick(history.sales.filter(({ isPaid }) => isPaid));
const userParams = ({ user }: History) => ({ application_id: t.demo.application_id, user_id: user.user_id });
const onceHeaders = () => ({ 'idempotency-key': newId() });

function payOne(sale: Sale | undefined): void {
  const atProvider = t.sandboxes.yookassa.payments().find(({ id }) => id === sale?.provider_payment_id);
  // The provider closes a payment after an hour.
  if (!sale || atProvider?.status !== 'pending') return;
  t.sandboxes.yookassa.pay(sale.provider_payment_id);
  sale.isPaid = true;
}

/** The calls of a history. A call without a target does nothing. */
const actions: ((history: History) => Promise<unknown> | undefined)[] = [
  async function startPayment({ user, random, sales }) {
    const plan = random.pick(plans);
    const plan_price_id = random.pick(plan?.prices ?? []) ?? '';
    const consents = await t.consents(['license_offer']);
    const body = { plan_price_id, return_url: 'https://app.example.test/return', consents };
    const { status, data } = await user.client.createPayment({ body });
    if (!plan || status !== 201 || sales.some(({ payment_id }) => payment_id === data.payment_id)) return;
    sales.push({ ...data, plan, isPaid: false });
  },
  async function startAndPay(history) {
    await actions[0]?.(history);
    payOne(history.sales.findLast(({ isPaid }) => !isPaid));
  },
  async function payAll({ sales }) {
    for (const sale of sales.filter(({ isPaid }) => !isPaid)) payOne(sale);
  },
  function syncAsOwner({ user, random, sales }) {
    const sale = random.pick(sales);
    return sale && user.client.syncPayment({ params: { payment_id: sale.payment_id } });
  },
  function syncAsAdmin({ admin, random, sales }) {
    const sale = random.pick(sales);
    return sale && admin.syncPayment({ params: { payment_id: sale.payment_id } });
  },
  function readEntitlements({ user }) {
    return user.client.getMyEntitlements(app);
  },
  function reconcile() {
    return t.client(t.workerHeaders).reconcilePayments();
  },
  function refundAll(history) {
    const sale = onPaid(history);
    return sale && history.admin.refundPayment({ params: { payment_id: sale.payment_id }, body: {} });
  },
  function refundPart(history) {
    const sale = onPaid(history);
    const amount = history.random.pick([1, 25, sale?.plan.amount ?? 1]);
    const params = { payment_id: sale?.payment_id ?? '' };
    return sale && history.admin.refundPayment({ params, body: { amount }, headers: onceHeaders() });
  },
  async function refundInTheCabinet(history) {
    const sale = onPaid(history);
    if (!sale) return;
    const left = sale.plan.amount - sumOfRefunds(sale);
    const amount = history.random.pick([left, Math.min(left, 10)]) ?? 0;
    // Another refund may be faster, and the provider then refuses this one.
    if (amount > 0) await refundInCabinet(t, sale.provider_payment_id, amount.toFixed(2)).catch(() => {});
  },
  async function activateKey({ user, admin, random, keys }) {
    const params = { application_id: t.demo.application_id };
    const body = { plan_code: random.pick(plans)?.code ?? '' };
    const [key] = (await admin.issueLicenseKeys({ params, body, headers: onceHeaders() })).data.keys;
    if (!key) throw new Error('no key was issued');
    const { status } = await user.client.activateLicenseKey({ ...app, body: { key: key.key } });
    keys.push({ ...key, isActivated: status === 200 });
  },
  function revokeKey({ admin, random, keys }) {
    const license_key_id = random.pick(keys)?.id;
    const { application_id } = t.demo;
    return license_key_id
      ? admin.revokeLicenseKey({ params: { application_id, license_key_id }, body: { reason: 'a leak' } })
      : undefined;
  },
  function grantPlan(history) {
    const plan_code = history.random.pick(plans)?.code;
    const body = { plan_code, reason: 'a gift' };
    return history.admin.grantEntitlements({ params: userParams(history), body, headers: onceHeaders() });
  },
  async function grantWindow(history) {
    const { admin, random, windows } = history;
    const now = t.clock.now().getTime();
    const starts_at = now + (random.pick([-48, 0, 24]) ?? 0) * hourMs;
    const ends_at = starts_at + (random.pick([24, 240]) ?? 24) * hourMs;
    const dates = { starts_at: new Date(starts_at).toISOString(), expires_at: new Date(ends_at).toISOString() };
    const body = { plan_code: random.pick(plans)?.code, reason: 'a gift', ...dates };
    const reply = await admin.grantEntitlements({ params: userParams(history), body, headers: onceHeaders() });
    windows.set(reply.data.id, { starts_at, ends_at });
  },
  async function revokeGrant(history) {
    const grant = history.random.pick((await readGrants(history.user)).filter(({ plan_code }) => plan_code !== null));
    if (!grant) return;
    await history.admin.revokeGrantForReason({
      params: { ...userParams(history), grant_id: grant.id },
      body: { reason: 'a mistake' },
    });
  },
  async function restoreGrant(history) {
    const grant = history.random.pick(await readGrants(history.user));
    if (!grant) return;
    await history.admin.restoreGrant({
      params: { ...userParams(history), grant_id: grant.id },
      body: { reason: 'it was none' },
    });
  },
];

const sumOfRefunds = (sale: Sale): number =>
  paidBack(t, sale)
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount }) => sum + Number(amount.value), 0);

interface GrantRow extends Record<string, unknown> {
  id: string;
  source: string;
  source_id: string;
  plan_code: string | null;
  granted_at: Date;
  duration_ms: string | null;
  starts_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

const readGrants = ({ user_id }: Buyer) =>
  t.database.query<GrantRow>('SELECT * FROM catalog.grants WHERE user_id = $1 ORDER BY granted_at, source_id', [
    user_id,
  ]);

/** Runs a history of a new user and waits until all payments and events are settled. */
async function play(seed: number): Promise<History> {
  const random = createRandom(seed);
  const [user, admin] = [await t.registered(), await adminOf(t)];
  const history: History = { user, random, admin, sales: [], keys: [], windows: new Map() };
  for (let step = 0; step < 12; step += 1) {
    const atOnce = random.next() < 0.5 ? 1 : 2 + Math.floor(random.next() * 4);
    await Promise.all(Array.from({ length: atOnce }, () => random.pick(actions)?.(history)));
    t.clock.advance({ hours: random.pick([1, 5, 24, 72, 200]) ?? 1 });
    // The session of an administrator is over after twelve hours.
    history.admin = await adminOf(t);
  }
  // Refunds of the last calls, then their consequences.
  for (let round = 0; round < 2; round += 1) {
    t.clock.advance({ hours: 1 });
    for (const { payment_id } of history.sales) await history.admin.syncPayment({ params: { payment_id } });
    await t.client(t.workerHeaders).reconcilePayments();
    await t.untilIdle();
  }
  return history;
}

interface PaymentRow extends Record<string, unknown> {
  id: string;
  status: string;
  is_lifetime: boolean;
  refunded_amount: string;
  plan_price_id: string;
  created_at: Date;
  settled_at: Date | null;
}

/** Every payment has the state and the refunds that the provider has, and one grant if it was paid. */
async function checkMoney({ user, sales, keys }: History, grants: readonly GrantRow[]): Promise<void> {
  const rows = await t.database.query<PaymentRow>('SELECT * FROM billing.payments WHERE user_id = $1', [user.user_id]);
  for (const sale of sales) {
    const row = rows.find(({ id }) => id === sale.payment_id);
    const back = sumOfRefunds(sale);
    const paid = back === sale.plan.amount ? 'refunded' : 'succeeded';
    expect(row).toMatchObject({ refunded_amount: back.toFixed(2), status: sale.isPaid ? paid : expect.anything() });
    if (!sale.isPaid) expect(['pending', 'canceled']).toContain(row?.status);
    const granted = grants.filter(({ source_id }) => source_id === sale.payment_id);
    expect(granted.map(({ granted_at }) => granted_at)).toEqual(sale.isPaid ? [row?.settled_at] : []);
    if (row?.status === 'refunded') expect(granted[0]?.revoked_at).not.toBeNull();
  }
  expect(grants.filter(({ source }) => source === 'license')).toHaveLength(
    keys.filter(({ isActivated }) => isActivated).length,
  );
  const automatic = await t.database.query<{ payment_id: string }>(
    'SELECT payment_id FROM billing.refunds WHERE automatic_cause IS NOT NULL AND payment_id = ANY($1::uuid[])',
    [sales.map(({ payment_id }) => payment_id)],
  );
  for (const { payment_id } of automatic) {
    const paid = rows.find(({ id }) => id === payment_id);
    const paidAt = paid?.settled_at ?? new Date(0);
    const others = rows.filter(
      ({ id, settled_at }) => id !== payment_id && settled_at !== null && settled_at <= paidAt,
    );
    const isOwned = others.some(({ is_lifetime }) => is_lifetime);
    // Two open payments of one price, both paid.
    const isTwice = others.some(
      ({ plan_price_id, settled_at }) =>
        plan_price_id === paid?.plan_price_id && settled_at !== null && settled_at > paid.created_at,
    );
    expect([payment_id, isOwned || isTwice]).toEqual([payment_id, true]);
  }
}

/** Snapshot, stored terms and terms by code are those of the model. */
async function checkTerms(history: History, grants: readonly GrantRow[]): Promise<void> {
  const now = t.clock.now().getTime();
  const until = now + 400 * dayMs;
  const { active, used } = walkHours(
    grants.map((row): ModelGrant => {
      const { days = null, codes = [] } = plans.find(({ code }) => code === row.plan_code) ?? {};
      const times = { granted_at: row.granted_at.getTime(), revoked_at: row.revoked_at?.getTime() ?? Infinity };
      return { id: row.id, codes, days, window: history.windows.get(row.id) ?? null, ...times };
    }),
    until,
  );
  const { data } = await history.user.client.getMyEntitlements(app);
  expect(data.codes).toEqual([...active].flatMap(([code, hours]) => (hours.has(now) ? [code] : [])).toSorted());
  for (const { code, expires_at } of data.entitlements) {
    let end = now;
    while (active.get(code)?.has(end)) end += hourMs;
    expect([code, expires_at]).toEqual([code, end >= until ? null : new Date(end).toISOString()]);
  }
  const told = await history.admin.getUser({ params: userParams(history) });
  for (const grant of told.data.grants) {
    const row = grants.find(({ id }) => id === grant.id);
    if (!row || row.duration_ms === null) continue;
    expect([row.starts_at.toISOString(), row.expires_at?.toISOString()]).toEqual([grant.starts_at, grant.expires_at]);
    for (const { code, starts_at, expires_at } of grant.terms) {
      const span = { starts_at: Date.parse(starts_at), ends_at: Date.parse(expires_at ?? '') };
      const isEmpty = span.starts_at === span.ends_at;
      expect([grant.id, code, used.get(`${grant.id} ${code}`) ?? []]).toEqual([grant.id, code, isEmpty ? [] : [span]]);
    }
  }
}

/** The projection of analytics equals the stored data of catalog. */
async function checkProjections({ user }: History, grants: readonly GrantRow[]): Promise<void> {
  interface Projected extends Record<string, unknown> {
    key: string;
    starts_at: Date;
    expires_at: Date | null;
    ended_at: Date | null;
  }
  const rows = await t.database.query<Projected>(
    `SELECT grant_id::text AS key, starts_at, expires_at, revoked_at AS ended_at FROM analytics.grants WHERE user_id = $1
     UNION ALL SELECT payment_id::text, starts_at, expires_at, coalesce(fully_refunded_at, expires_at) FROM analytics.payments
     WHERE user_id = $1`,
    [user.user_id],
  );
  for (const grant of grants) {
    // A purchase that is refunded while it is granted covers nothing, and no event reports it.
    const isNothing = grant.revoked_at !== null && grant.revoked_at <= grant.granted_at;
    const keys = grant.source === 'payment' ? [grant.id, grant.source_id] : [grant.id];
    for (const row of rows.filter(({ key }) => keys.includes(key))) {
      if (grant.revoked_at !== null) expect([row.key, row.ended_at]).toEqual([row.key, expect.any(Date)]);
      if (grant.duration_ms === null || isNothing) continue;
      expect([row.key, row.starts_at, row.expires_at]).toEqual([row.key, grant.starts_at, grant.expires_at]);
    }
    if (!isNothing) expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
  }
}

test('any history leaves the access, the money and the figures that an independent model has', async () => {
  const first = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
  for (let seed = first; seed < first + Number(process.env.HISTORIES ?? 4); seed += 1)
    try {
      const history = await play(seed);
      const grants = await readGrants(history.user);
      await checkMoney(history, grants);
      if (grants.length > 0) await checkTerms(history, grants);
      await checkProjections(history, grants);
    } catch (cause) {
      throw new Error(`SEED=${seed} HISTORIES=1 repeats it`, { cause });
    }
});
