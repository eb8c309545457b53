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
import { entitlements } from '../schema.ts';

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
    .catch((error) =>
      isUniqueViolation(error, 'entitlements_code')
        ? fail('conflict', { message: `The entitlement code ${input.code} is taken: choose another code.` })
        : Promise.reject(error),
    );
}

/**
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `entitlement_not_found`, `precondition_failed`
 */
export async function updateEntitlement(
  app: App,
  target: EntitlementTarget,
  changes: EndpointRequest<Endpoints['updateEntitlement']>['body'],
  ifMatch: number | null,
) {
  return app.db.transaction(async (tx) => {
    await requireApplication(tx, target.application_id);
    const isTargetRow = isTarget(target);
    const before = (await findRow(tx, entitlements, isTargetRow, 'no key update')) ?? fail('entitlement_not_found');
    assertVersion(ifMatch, before.version);
    const { row, isChanged } = applyChanges(before, changes, app.clock.now());
    if (isChanged) {
      await tx.update(entitlements).set(row).where(isTargetRow);
      await catalogChanged(app, tx, target.application_id);
    }
    await app.audit.record(tx, { before: toEntitlement(before), after: toEntitlement(row) });
    return toEntitlement(row);
  });
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
