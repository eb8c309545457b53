import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { billing, type catalog, identity } from '@platform/contracts';
import type { ApplicationContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { anAdmin, type StartServiceOptions, startService, type TestService } from '@platform/testing';
import { catalogService } from '../src/service.ts';

export interface Catalog extends TestService<typeof catalog> {
  /** Where its uploaded files are. */
  filesDir: string;
}
export const owner = anAdmin();

export const signingKeys = ['k2', 'k1']
  .map((kid, at) => `${kid}:${Buffer.alloc(32, at + 1).toString('base64')}`)
  .join(',');

/**
 * The service under test, with an identity service that knows every user but {@link unknownUser},
 * and three users of {@link issuerWithUsers}.
 */
export async function startCatalog(options: StartServiceOptions = {}): Promise<Catalog> {
  const filesDir = await mkdtemp(join(tmpdir(), 'platform-files-'));
  const t = await startService(catalogService, {
    ...options,
    env: { SNAPSHOT_SIGNING_KEYS: signingKeys, STORAGE_URL: pathToFileURL(filesDir).href, ...options.env },
  });
  await t.answer(identity.queries.userExists, ({ user_id }) => ({ exists: user_id !== unknownUser }));
  await t.answer(identity.queries.findUsersBySubject, ({ subject, issuer }) => ({
    users: (usersBySubject.get(subject) ?? []).filter((user) => (issuer ?? user.issuer) === user.issuer),
  }));
  await t.answer(identity.queries.countUsersOfIssuer, ({ issuer }) => ({
    user_count: issuer === issuerWithUsers ? 3 : 0,
  }));
  await t.answer(identity.queries.hasUsers, ({ application_id }) => ({ has_users: withUsers.has(application_id) }));
  await t.answer(billing.queries.findSoldPrices, ({ plan_price_ids }) => ({
    plan_price_ids: plan_price_ids.filter((id) => soldPrices.has(id)),
  }));
  await t.answer(billing.commands.settleOpenPayments, () => ({ paid: [], closed_payment_ids: [] }));
  return {
    ...t,
    filesDir,
    async stop() {
      await rm(filesDir, { recursive: true, force: true });
      await t.stop();
    },
  };
}

/**
 * Registers the hooks of a suite: one service for all of its tests, and an application for each test.
 * @param use keeps them
 */
export function useCatalog(use: (t: Catalog, application: GivenApplication) => void): void {
  let t: Catalog;
  beforeAll(async () => {
    t = await startCatalog();
  });
  beforeEach(async () => use(t, await givenApplication(t)));
  afterAll(() => t.stop());
}

/** Users that identity knows by their subject. */
export const usersBySubject = new Map<string, { user_id: string; issuer: string }[]>();

/** Applications with users, and prices that payments refer to. */
export const withUsers = new Set<string>();
export const soldPrices = new Set<string>();

export const unknownUser = newId();
/** The issuer that has users, in every application. */
export const issuerWithUsers = 'https://used.example/';

export const admin = (t: Catalog) => t.as({ admin: owner });

/** A code that no other test uses. */
export const aCode = (what: string): string => `${what}_${newId().slice(-12)}`;

type Create = Parameters<ReturnType<Catalog['as']>['createApplication']>[0]['body'];

export async function givenApplication(t: Catalog, changes: Partial<Create> = {}) {
  const { status, data, body } = await admin(t).createApplication({
    body: { code: aCode('app'), name: 'Demo', ...changes },
  });
  if (status !== 201) throw new Error(`the application was not made: ${JSON.stringify(body)}`);
  const context: ApplicationContext = { id: data.id, code: data.code };
  return { ...data, context, params: { application_id: data.id } };
}

export type GivenApplication = Awaited<ReturnType<typeof givenApplication>>;

export async function givenEntitlement(t: Catalog, application: GivenApplication, code = aCode('right')) {
  const { data } = await admin(t).createEntitlement({
    params: application.params,
    body: { code, name: `The ${code}` },
  });
  return data;
}

type PlanCreate = Parameters<ReturnType<Catalog['as']>['createPlan']>[0]['body'];

/** A monthly plan on sale. */
export async function givenPlan(t: Catalog, application: GivenApplication, changes: Partial<PlanCreate> = {}) {
  const body: PlanCreate = {
    code: aCode('plan'),
    name: 'Pro',
    billing_type: 'recurring',
    duration_days: 30,
    // A plan that grants nothing is not sold.
    entitlement_codes: changes.entitlement_codes ?? [(await givenEntitlement(t, application)).code],
    ...changes,
  };
  const { data, status, body: answer } = await admin(t).createPlan({ params: application.params, body });
  if (status !== 201) throw new Error(`the plan was not made: ${JSON.stringify(answer)}`);
  return { ...data, params: { ...application.params, plan_id: data.id } };
}

export type GivenPlan = Awaited<ReturnType<typeof givenPlan>>;
type PriceCreate = Parameters<ReturnType<Catalog['as']>['createPlanPrice']>[0]['body'];

export async function givenPrice(t: Catalog, plan: GivenPlan, changes: Partial<PriceCreate> = {}) {
  const { data, status, body } = await admin(t).createPlanPrice({
    params: plan.params,
    body: { amount: 990, currency: 'RUB', ...changes },
  });
  if (status !== 201) throw new Error(`the price was not made: ${JSON.stringify(body)}`);
  return { ...data, params: { ...plan.params, plan_price_id: data.id } };
}

/** A page of a list in one call and the rest in the next ones. */
export async function everyPage<T>(
  read: (cursor: string | undefined) => Promise<{ data: T[]; next_cursor: string | null | undefined }>,
): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    rows.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
