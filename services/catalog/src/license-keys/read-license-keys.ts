import { type catalog, LicenseKey } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import {
  columnsEqual,
  csvFile,
  type Database,
  dayMs,
  fail,
  readCursor,
  type Tx,
  toPage,
  withIsoTimes,
} from '@platform/runtime';
import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireApplication } from '../applications/application.ts';
import { endOfCalendar } from '../grants/term.ts';
import { grants, license_activations, license_batches, license_keys, plans } from '../schema.ts';

type Query = EndpointRequest<typeof catalog.endpoints.listLicenseKeys>['query'];
type Row = Awaited<ReturnType<typeof selectLicenseKeys>>[number];

/** Keys with their batch, plan and status at a moment, newest first. */
export const selectLicenseKeys = (db: Database | Tx, now: Date, where: SQL | undefined, limit: number) =>
  db
    .select({
      id: license_keys.id,
      batch_id: license_keys.batch_id,
      batch_name: license_batches.name,
      hint: license_keys.hint,
      plan_code: plans.code,
      status: statusAt(now),
      redemptions: license_keys.redemptions,
      max_redemptions: license_batches.max_redemptions,
      max_devices: license_batches.max_devices,
      valid_until: license_batches.valid_until,
      first_activated_at: license_keys.first_activated_at,
      revoked_at: license_keys.revoked_at,
      revocation_reason: license_keys.revocation_reason,
      created_at: license_keys.created_at,
    })
    .from(license_keys)
    .innerJoin(license_batches, eq(license_batches.id, license_keys.batch_id))
    .innerJoin(plans, eq(plans.id, license_batches.plan_id))
    .where(where)
    .orderBy(desc(license_keys.id))
    .limit(limit);

/** The end of a term, at the latest that of the calendar; null before it has begun, and for a lifetime. */
export const termEnd = (startsAt: Date | null, durationDays: number | null): Date | null =>
  startsAt === null || durationDays === null
    ? null
    : new Date(Math.min(startsAt.getTime() + durationDays * dayMs, endOfCalendar));

/** A key as administrators see it. */
export const toLicenseKey = (row: Row): z.input<typeof LicenseKey> => withIsoTimes(row);

/** One page of keys, or all of them as CSV. */
export async function listLicenseKeys(
  app: Pick<App, 'db' | 'clock'>,
  application_id: string,
  query: Query,
): Promise<Page<z.input<typeof LicenseKey>> | StreamedBody> {
  const after = readCursor(query.cursor);
  await requireApplication(app.db, application_id);
  if (query.format === 'csv')
    return csvFile(
      `license-keys-${app.clock.now().toISOString().slice(0, 10)}.csv`,
      columns,
      allKeys(app, application_id, query),
    );
  const rows = await readPage(app, { ...query, application_id, after, limit: query.limit + 1 });
  return toPage(rows, query.limit, toLicenseKey);
}

type Filters = Pick<Query, 'batch_id' | 'status' | 'hint' | 'user_id'>;

interface PageOrder extends Filters {
  application_id: string;
  /** The last key of the page before; null for the first page. */
  after: string | null;
  limit: number;
}

const readPage = (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { application_id, batch_id, status, hint, user_id, after, limit }: PageOrder,
) =>
  selectLicenseKeys(
    db,
    clock.now(),
    and(
      columnsEqual(license_keys, { application_id, batch_id, hint: hint?.toUpperCase() }),
      user_id ? inArray(license_keys.id, activatedBy(db, user_id)) : undefined,
      status ? hasStatus(status, clock.now()) : undefined,
      after === null ? undefined : lt(license_keys.id, after),
    ),
    limit,
  );

const activatedBy = (db: Database, userId: string) =>
  db
    .select({ id: license_activations.license_key_id })
    .from(license_activations)
    .where(eq(license_activations.user_id, userId));

/**
 * A key with its activations, newest first, at most 200.
 * @throws AppError `application_not_found`, `license_key_not_found`
 */
export async function getLicenseKey(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { application_id, license_key_id }: { application_id: string; license_key_id: string },
) {
  await requireApplication(db, application_id);
  const isTargetKey = columnsEqual(license_keys, { id: license_key_id, application_id });
  const [row] = await selectLicenseKeys(db, clock.now(), isTargetKey, 1);
  if (!row) return fail('license_key_not_found');
  const activations = await db
    .select({
      user_id: license_activations.user_id,
      grant_id: grants.id,
      activated_at: license_activations.created_at,
    })
    .from(license_activations)
    .leftJoin(grants, and(eq(grants.source, 'license'), eq(grants.source_id, sql`${license_activations.id}::text`)))
    .where(eq(license_activations.license_key_id, license_key_id))
    .orderBy(desc(license_activations.id))
    .limit(200);
  return {
    ...toLicenseKey(row),
    activations: activations.map(({ activated_at, ...activation }) => ({
      ...activation,
      activated_at: activated_at.toISOString(),
    })),
  };
}

type Status = z.output<typeof LicenseKey>['status'];

/**
 * Whether the validity of an unused key, or the term of a used one, is over at a moment. The term of a key
 * for many users is its {@link termEnd}, also when its batch is for one user by now. The term of a key for one user
 * is that of its grant, which other grants of the user may move.
 */
function isOver(now: Date): SQL {
  const at = now.toISOString();
  return sql`CASE WHEN ${license_keys.redemptions} = 0 THEN coalesce(${license_batches.valid_until} <= ${at}::timestamptz, false)
    WHEN ${license_batches.max_redemptions} = 1 AND ${license_keys.redemptions} = 1
      THEN coalesce((SELECT ${grants.expires_at} FROM ${license_activations} JOIN ${grants}
              ON ${grants.source} = 'license' AND ${grants.source_id} = ${license_activations.id}::text
             WHERE ${license_activations.license_key_id} = ${license_keys.id}) <= ${at}::timestamptz, false)
    ELSE coalesce(${license_keys.first_activated_at} + ${plans.duration_days} * interval '24 hours' <= ${at}::timestamptz, false)
  END`;
}

/** Status of a key at a moment. */
const statusAt = (now: Date): SQL<Status> => sql`CASE
    WHEN ${license_keys.revoked_at} IS NOT NULL THEN 'revoked'
    WHEN ${isOver(now)} THEN 'expired'
    WHEN ${license_keys.redemptions} >= ${license_batches.max_redemptions} THEN 'exhausted'
    WHEN ${license_keys.redemptions} > 0 THEN 'in_use'
    ELSE 'unused' END`;

/**
 * Keys with a status, as a condition: the same cases as {@link statusAt}, by columns that indexes know, so
 * that a page reads the newest keys of its kind and computes no status of the others.
 */
function hasStatus(status: Status, now: Date): SQL | undefined {
  if (status === 'revoked') return isNotNull(license_keys.revoked_at);
  const isUnused = eq(license_keys.redemptions, 0);
  const isUsed = gt(license_keys.redemptions, 0);
  const isFull = gte(license_keys.redemptions, license_batches.max_redemptions);
  const kinds = {
    unused: and(isUnused, not(isOver(now))),
    in_use: and(isUsed, not(isFull), not(isOver(now))),
    exhausted: and(isUsed, isFull, not(isOver(now))),
    expired: isOver(now),
  };
  return and(isNull(license_keys.revoked_at), kinds[status]);
}

const columns = LicenseKey.keyof().options;
const rowsPerPage = 1_000;

async function* allKeys(
  app: Pick<App, 'db' | 'clock'>,
  applicationId: string,
  query: Filters,
): AsyncGenerator<z.input<typeof LicenseKey>[]> {
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await readPage(app, { ...query, application_id: applicationId, after, limit: rowsPerPage });
    yield rows.map(toLicenseKey);
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerPage) return;
    after = last.id;
  }
}
