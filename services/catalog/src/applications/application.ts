import { catalog } from '@platform/contracts';
import {
  afterCommit,
  type Database,
  fail,
  findRow,
  newId,
  randomBase62,
  requireOpen,
  type Tx,
  withIsoTimes,
} from '@platform/runtime';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { applications, public_keys } from '../schema.ts';

export type ApplicationRow = typeof applications.$inferSelect;
export type PublicKeyRow = typeof public_keys.$inferSelect;

export const toApplication = (row: ApplicationRow) => withIsoTimes(row);

export const toPublicKey = (row: PublicKeyRow) => ({
  id: row.id,
  key: row.key,
  created_at: row.created_at.toISOString(),
  valid_until: row.valid_until?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

/** A new current key, `svc_pub_` and 190 random bits. */
export const newPublicKey = (application_id: string, created_at: Date): PublicKeyRow => ({
  id: newId(),
  application_id,
  key: `svc_pub_${randomBase62(32)}`,
  created_at,
  valid_until: null,
  revoked_at: null,
  last_used_at: null,
});

/** Keys of an application that are valid at `now`, newest first. */
export const livePublicKeys = (db: Database | Tx, applicationId: string, now: Date): Promise<PublicKeyRow[]> =>
  db
    .select()
    .from(public_keys)
    .where(
      and(
        eq(public_keys.application_id, applicationId),
        or(isNull(public_keys.valid_until), gt(public_keys.valid_until, now)),
      ),
    )
    .orderBy(desc(public_keys.id));

/**
 * The application, in any status.
 * @throws `application_not_found`
 */
export async function requireApplication(db: Database | Tx, id: string): Promise<ApplicationRow> {
  return (await findRow(db, applications, { id })) ?? fail('application_not_found');
}

/**
 * The application, in which something new may be created; it is not archived before the transaction ends.
 * @throws `application_not_found`, `conflict` when it is archived
 */
export async function requireOpenApplication(tx: Tx, id: string): Promise<ApplicationRow> {
  const row = (await findRow(tx, applications, { id }, 'share')) ?? fail('application_not_found');
  requireOpen(row);
  return row;
}

/** What a change of public content needs: the public reads of this process are invalidated at its commit. */
export type PublicWriter = Pick<App, 'emit' | 'clock' | 'publicReads'>;

/** Publishes a change of an application itself: gateways and caches invalidate their entries of it. */
export async function applicationChanged(
  app: PublicWriter,
  tx: Tx,
  row: Pick<ApplicationRow, 'id' | 'code'>,
): Promise<void> {
  const about = { application_id: row.id, occurred_at: app.clock.now() };
  await app.emit(tx, catalog.events.applicationUpdated, { application_id: row.id, code: row.code }, about);
  afterCommit(tx, () => app.publicReads.invalidate(row.id));
}

/** Publishes a change of plans, prices, entitlements or paywalls of an application. */
export async function catalogChanged(app: PublicWriter, tx: Tx, applicationId: string): Promise<void> {
  const about = { application_id: applicationId, occurred_at: app.clock.now() };
  await app.emit(tx, catalog.events.catalogUpdated, { application_id: applicationId }, about);
  afterCommit(tx, () => app.publicReads.invalidate(applicationId));
}
