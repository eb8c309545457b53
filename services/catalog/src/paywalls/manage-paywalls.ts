import { isDeepStrictEqual } from 'node:util';
import type { catalog } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  type Database,
  fail,
  findRow,
  isUniqueViolation,
  newId,
  type PageQuery,
  readPageRows,
  type Tx,
  toPage,
  withIsoTimes,
} from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { catalogChanged, requireApplication, requireOpenApplication } from '../applications/application.ts';
import { refuseTakenCode } from '../applications/taken-code.ts';
import { changedField, refuseInUse } from '../plans/in-use.ts';
import { paywall_items, paywalls, plan_prices } from '../schema.ts';
import { readItems } from './shown-items.ts';

type Status = PaywallRow['status'];
type Body<K extends 'createPaywall' | 'updatePaywall' | 'setPaywallItems'> = EndpointRequest<
  (typeof catalog.endpoints)[K]
>['body'];
type PaywallRow = typeof paywalls.$inferSelect;
interface PaywallTarget {
  application_id: string;
  paywall_id: string;
}

/** One page of paywalls with their items, newest first. */
export async function listPaywalls(
  { db }: Pick<App, 'db'>,
  applicationId: string,
  { status, ...page }: PageQuery & { status?: Status },
) {
  await requireApplication(db, applicationId);
  const rows = await readPageRows(db, paywalls, { application_id: applicationId, status }, page);
  const { items, next_cursor } = toPage(rows, page.limit, (row) => row);
  return { items: await withItems(db, items), next_cursor };
}

/** A paywall with its items, in any status. */
export async function getPaywallById({ db }: Pick<App, 'db'>, target: PaywallTarget) {
  await requireApplication(db, target.application_id);
  return requireFirst(await withItems(db, await db.select().from(paywalls).where(isTarget(target))));
}

/** @throws AppError `application_not_found`, `conflict` for a code that is taken */
export async function createPaywall(app: App, applicationId: string, input: Body<'createPaywall'>) {
  return app.db
    .transaction(async (tx) => {
      await requireOpenApplication(tx, applicationId);
      const now = app.clock.now();
      const counted = { version: 1, created_at: now, updated_at: now };
      const row = { id: newId(), application_id: applicationId, ...input, ...counted };
      await tx.insert(paywalls).values(row);
      await catalogChanged(app, tx, applicationId);
      const created = { ...withIsoTimes(row), items: [], shown_items: 0 };
      await app.audit.record(tx, { before: null, after: created });
      return created;
    })
    .catch((error) => refuseTaken(app, error, { application_id: applicationId, code: input.code }));
}

/** Says whose code is taken, and how it becomes free. Another error is thrown on. */
async function refuseTaken(
  { db }: Pick<App, 'db'>,
  error: unknown,
  key: { application_id: string; code: string },
): Promise<never> {
  if (!isUniqueViolation(error, 'paywalls_code')) throw error;
  return refuseTakenCode('paywall', key.code, await findRow(db, paywalls, key));
}

/**
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `paywall_not_found`, `precondition_failed`, `field_in_use` for the code of a
 * paywall that is served, `conflict` for a code that is taken
 */
export async function updatePaywall(
  app: App,
  target: PaywallTarget,
  changes: Body<'updatePaywall'>,
  ifMatch: number | null,
) {
  return app.db
    .transaction(async (tx) => {
      const present = await lockPaywall(tx, target);
      assertVersion(ifMatch, present.version);
      if (changedField(present, changes, ['code']) && present.status === 'active')
        return refuseInUse(
          'code',
          'clients read this active paywall by its code. Create another paywall, or make this one a draft first.',
        );
      const before = requireFirst(await withItems(tx, [present]));
      const { row, isChanged } = applyChanges(present, changes, app.clock.now());
      if (isChanged) {
        await tx.update(paywalls).set(row).where(eq(paywalls.id, target.paywall_id));
        await catalogChanged(app, tx, target.application_id);
      }
      const after = requireFirst(await withItems(tx, [row]));
      await app.audit.record(tx, { before, after });
      return after;
    })
    .catch((error) => refuseTaken(app, error, { application_id: target.application_id, code: changes.code ?? '' }));
}

/** As {@link updatePaywall}. */
export const archivePaywall = (app: App, target: PaywallTarget, ifMatch: number | null) =>
  updatePaywall(app, target, { status: 'archived' }, ifMatch);

/**
 * Replaces the offers of a paywall, in the order of their positions, or in the order of the list if they have
 * none.
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `paywall_not_found`; `precondition_failed`; `plan_price_not_found` for a price of another application
 */
export async function setPaywallItems(
  app: App,
  target: PaywallTarget,
  { items }: Body<'setPaywallItems'>,
  ifMatch: number | null,
) {
  return app.db.transaction(async (tx) => {
    const paywall = await lockPaywall(tx, target);
    assertVersion(ifMatch, paywall.version);
    const priceIds = items.map((item) => item.plan_price_id);
    const presentPrices =
      priceIds.length === 0
        ? []
        : await tx
            .select({ id: plan_prices.id })
            .from(plan_prices)
            .where(and(eq(plan_prices.application_id, target.application_id), inArray(plan_prices.id, priceIds)));
    if (presentPrices.length < priceIds.length) return fail('plan_price_not_found');
    const before = requireFirst(await withItems(tx, [paywall]));
    await tx.delete(paywall_items).where(eq(paywall_items.paywall_id, paywall.id));
    if (items.length > 0)
      await tx.insert(paywall_items).values(
        inOrder(items).map(({ hidden_reason: _, ...item }, at) => ({
          ...item,
          paywall_id: paywall.id,
          position: at + 1,
        })),
      );
    await catalogChanged(app, tx, target.application_id);
    const replaced = requireFirst(await withItems(tx, [paywall]));
    const after = isDeepStrictEqual(replaced.items, before.items)
      ? replaced
      : { ...replaced, ...(await countChange(tx, paywall, app.clock.now())) };
    await app.audit.record(tx, { before, after });
    return after;
  });
}

/** Counts a change of the items of a paywall as its version. */
async function countChange(tx: Tx, { id, version }: PaywallRow, now: Date) {
  const counted = { version: version + 1, updated_at: now };
  await tx.update(paywalls).set(counted).where(eq(paywalls.id, id));
  return withIsoTimes(counted);
}

/** Items without positions stay in the order of the list. */
const inOrder = <Item extends { position?: number }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));

const isTarget = (target: PaywallTarget) =>
  and(eq(paywalls.id, target.paywall_id), eq(paywalls.application_id, target.application_id));

async function lockPaywall(tx: Tx, target: PaywallTarget): Promise<PaywallRow> {
  await requireApplication(tx, target.application_id);
  return (await findRow(tx, paywalls, isTarget(target), 'update')) ?? fail('paywall_not_found');
}

async function withItems(db: Database | Tx, rows: PaywallRow[]) {
  const items = await readItems(
    db,
    rows.map((row) => row.id),
  );
  const byPaywall = Map.groupBy(items, (item) => item.paywall_id);
  return rows.map((row) => {
    const own = byPaywall.get(row.id) ?? [];
    const shown_items = own.filter(({ hidden_reason }) => hidden_reason === null).length;
    return { ...withIsoTimes(row), items: own, shown_items };
  });
}

const requireFirst = <T>(rows: T[]): T => rows[0] ?? fail('paywall_not_found');
