import type { catalog } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import {
  type Database,
  fail,
  isUniqueViolation,
  newId,
  type PageQuery,
  readCursor,
  type Tx,
  toPage,
} from '@platform/runtime';
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { catalogChanged, requireApplication } from '../applications/application.ts';
import { entitlements } from '../schema.ts';

type Endpoints = typeof catalog.endpoints;

/** One page of the entitlements of an application, newest first. */
export async function listEntitlements({ db }: Pick<App, 'db'>, applicationId: string, page: PageQuery) {
  await requireApplication(db, applicationId);
  const after = readCursor(page.cursor);
  const rows = await db
    .select()
    .from(entitlements)
    .where(and(eq(entitlements.application_id, applicationId), after ? lt(entitlements.id, after) : undefined))
    .orderBy(desc(entitlements.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, (row) => row);
}

/** @throws AppError `application_not_found`, `conflict` for a code that is taken */
export async function createEntitlement(
  app: App,
  applicationId: string,
  input: EndpointRequest<Endpoints['createEntitlement']>['body'],
) {
  return app.db
    .transaction(async (tx) => {
      await requireApplication(tx, applicationId);
      const row = { id: newId(), application_id: applicationId, ...input, created_at: app.clock.now() };
      await tx.insert(entitlements).values(row);
      await catalogChanged(app, tx, applicationId);
      await app.audit.record(tx, { before: null, after: row });
      return row;
    })
    .catch((error) =>
      isUniqueViolation(error, 'entitlements_code')
        ? fail('conflict', { message: `The entitlement code ${input.code} is taken.` })
        : Promise.reject(error),
    );
}

/** @throws AppError `entitlement_not_found` */
export async function updateEntitlement(
  app: App,
  target: { application_id: string; entitlement_id: string },
  changes: EndpointRequest<Endpoints['updateEntitlement']>['body'],
) {
  return app.db.transaction(async (tx) => {
    await requireApplication(tx, target.application_id);
    const mine = and(
      eq(entitlements.id, target.entitlement_id),
      eq(entitlements.application_id, target.application_id),
    );
    const [before] = await tx.select().from(entitlements).where(mine).for('no key update');
    const [row] = await tx
      .update(entitlements)
      // Naming the row's own id keeps an empty change a valid statement.
      .set({ id: target.entitlement_id, ...changes })
      .where(mine)
      .returning();
    if (!before || !row) return fail('entitlement_not_found');
    await catalogChanged(app, tx, target.application_id);
    await app.audit.record(tx, { before, after: row });
    return row;
  });
}

/**
 * Ids of entitlements by their codes.
 * @throws AppError `entitlement_not_found` that names the first code the application does not have
 */
export async function requireEntitlements(
  db: Database | Tx,
  applicationId: string,
  codes: readonly string[],
): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await db
    .select({ id: entitlements.id, code: entitlements.code })
    .from(entitlements)
    .where(and(eq(entitlements.application_id, applicationId), inArray(entitlements.code, [...codes])));
  const known = new Map(rows.map((row) => [row.code, row.id]));
  return [...new Set(codes)].map(
    (code) => known.get(code) ?? fail('entitlement_not_found', { message: `There is no entitlement ${code}.` }),
  );
}
