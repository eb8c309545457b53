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
import {
  changedField,
  findSoldPlans,
  isCodeReferred,
  isPlanReferred,
  plansWith,
  refuseInUse,
} from '../plans/in-use.ts';
import { renameBackfilledCode } from '../plans/plan-backfills.ts';
import { entitlements, plans } from '../schema.ts';

type Endpoints = typeof catalog.endpoints;
type EntitlementRow = typeof entitlements.$inferSelect;
interface EntitlementTarget {
  application_id: string;
  entitlement_id: string;
}

const toEntitlement = (row: EntitlementRow) => withIsoTimes(row);

const isTarget = (target: EntitlementTarget) =>
  and(eq(entitlements.id, target.entitlement_id), eq(entitlements.application_id, target.application_id));

/** One page of the entitlements of an application, newest first. */
export async function listEntitlements(
  { db }: Pick<App, 'db'>,
  applicationId: string,
  { status, ...page }: PageQuery & { status?: EntitlementRow['status'] },
) {
  await requireApplication(db, applicationId);
  const rows = await readPageRows(db, entitlements, { application_id: applicationId, status }, page);
  return toPage(rows, page.limit, toEntitlement);
}

/** @throws AppError `application_not_found`, `entitlement_not_found` */
export async function getEntitlement({ db }: Pick<App, 'db'>, target: EntitlementTarget) {
  await requireApplication(db, target.application_id);
  return toEntitlement((await findRow(db, entitlements, isTarget(target))) ?? fail('entitlement_not_found'));
}

/** @throws AppError `application_not_found`, `conflict` for a code that is taken */
export async function createEntitlement(
  app: App,
  applicationId: string,
  input: EndpointRequest<Endpoints['createEntitlement']>['body'],
) {
  return app.db
    .transaction(async (tx) => {
      await requireOpenApplication(tx, applicationId);
      const now = app.clock.now();
      const defaults = { id: newId(), application_id: applicationId, status: 'active' as const };
      const row = { ...defaults, ...input, version: 1, created_at: now, updated_at: now };
      await tx.insert(entitlements).values(row);
      await catalogChanged(app, tx, applicationId);
      await app.audit.record(tx, { before: null, after: toEntitlement(row) });
      return toEntitlement(row);
    })
    .catch((error) => refuseTaken(app, error, { application_id: applicationId, code: input.code }));
}

/** Says whose code is taken, and how it becomes free. Another error is thrown on. */
async function refuseTaken(
  { db }: Pick<App, 'db'>,
  error: unknown,
  key: { application_id: string; code: string },
): Promise<never> {
  if (!isUniqueViolation(error, 'entitlements_code')) throw error;
  return refuseTakenCode('entitlement', key.code, await findRow(db, entitlements, key));
}

/**
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `entitlement_not_found`, `precondition_failed`, `field_in_use`, `conflict` for a
 * code that is taken
 */
export async function updateEntitlement(
  app: App,
  target: EntitlementTarget,
  changes: EndpointRequest<Endpoints['updateEntitlement']>['body'],
  ifMatch: number | null,
) {
  const plansBefore = changes.code === undefined ? [] : await plansWith(app.db, target.entitlement_id);
  const sold = await findSoldPlans(app, target.application_id, plansBefore);
  return app.db
    .transaction(async (tx) => {
      await requireApplication(tx, target.application_id);
      const isTargetRow = isTarget(target);
      const before = (await findRow(tx, entitlements, isTargetRow, 'no key update')) ?? fail('entitlement_not_found');
      assertVersion(ifMatch, before.version);
      if (changedField(before, changes, ['code'])) await requireUnused(tx, before, sold);
      const { row, isChanged } = applyChanges(before, changes, app.clock.now());
      if (isChanged) {
        await tx.update(entitlements).set(row).where(isTargetRow);
        if (row.code !== before.code) await renameBackfilledCode(tx, before, row.code);
        await catalogChanged(app, tx, target.application_id);
      }
      await app.audit.record(tx, { before: toEntitlement(before), after: toEntitlement(row) });
      return toEntitlement(row);
    })
    .catch((error) => refuseTaken(app, error, { application_id: target.application_id, code: changes.code ?? '' }));
}

/**
 * Asserts that nothing refers to the code of an entitlement.
 * @param sold plans that payments refer to
 * @throws AppError `field_in_use`
 */
async function requireUnused(tx: Tx, { id, application_id, code }: EntitlementRow, sold: Set<string>): Promise<void> {
  const planIds = await plansWith(tx, id);
  const referring = planIds.length === 0 ? [] : await tx.select().from(plans).where(inArray(plans.id, planIds));
  for (const plan of referring)
    if (sold.has(plan.id) || (await isPlanReferred(tx, plan)))
      refuseInUse(
        'code',
        `the plan ${plan.code} has it and was sold or given. Create another entitlement and put it into the plans beside this one.`,
      );
  if (await isCodeReferred(tx, { application_id, code }))
    refuseInUse(
      'code',
      'grants, imported purchases or rules of feature flags have it. Create another entitlement and use it in their place.',
    );
}

/** As {@link updateEntitlement}. */
export const archiveEntitlement = (app: App, target: EntitlementTarget, ifMatch: number | null) =>
  updateEntitlement(app, target, { status: 'archived' }, ifMatch);

/**
 * Ids of entitlements by their codes, for something that is to have them.
 * @param presentCodes codes that it has already: those may be archived
 * @throws AppError `entitlement_not_found` that names the first code the application does not have,
 * `conflict` that names an archived one
 */
export async function requireEntitlements(
  db: Database | Tx,
  applicationId: string,
  codes: readonly string[],
  presentCodes: readonly string[] = [],
): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await db
    .select({ id: entitlements.id, code: entitlements.code, status: entitlements.status })
    .from(entitlements)
    .where(and(eq(entitlements.application_id, applicationId), inArray(entitlements.code, [...codes])));
  const archived = rows.find(({ code, status }) => status === 'archived' && !presentCodes.includes(code));
  if (archived)
    return fail('conflict', {
      message: `The entitlement ${archived.code} is archived: restore it first, or name another one.`,
    });
  const idsByCode = new Map(rows.map((row) => [row.code, row.id]));
  return [...new Set(codes)].map(
    (code) =>
      idsByCode.get(code) ??
      fail('entitlement_not_found', {
        message: `This application has no entitlement ${code}: create it first, or name another one.`,
      }),
  );
}
