import { isDeepStrictEqual } from 'node:util';
import type { catalog } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import {
  endFormerKeys,
  fail,
  findRow,
  hourMs,
  invalidField,
  type KeyEnd,
  prolongFormerKey,
  readPageRows,
  requireOpen,
  revokeFormerKey,
  toPage,
} from '@platform/runtime';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { applications, public_keys } from '../schema.ts';
import {
  type ApplicationRow,
  applicationChanged,
  livePublicKeys,
  newPublicKey,
  type PublicKeyRow,
  requireApplication,
  toPublicKey,
} from './application.ts';

type Writer = Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>;

interface KeyName {
  application_id: string;
  key_id: string;
}

/**
 * One page of the public keys of an application, ended ones too, newest first.
 * @throws AppError `application_not_found`
 */
export async function listPublicKeys(
  { db }: Pick<App, 'db'>,
  application_id: string,
  query: EndpointRequest<typeof catalog.endpoints.listPublicKeys>['query'],
) {
  await requireApplication(db, application_id);
  const rows = await readPageRows(db, public_keys, { application_id }, query);
  return toPage(rows, query.limit, toPublicKey);
}

/**
 * Makes a new public key. The present one stays valid for `graceHours`, keys that were already ending keep
 * their end. Without a grace period all of them end at once.
 * @throws AppError `application_not_found`, `conflict` when it is archived
 */
export async function rotatePublicKey(app: Writer, id: string, graceHours: number) {
  return app.db.transaction(async (tx) => {
    // Two rotations at once would leave two current keys; the second waits for the first.
    const row = await findRow(tx, applications, { id }, 'update');
    if (!row) return fail('application_not_found');
    requireOpen(row);
    const now = app.clock.now();
    const live = await livePublicKeys(tx, id, now);
    for (const { id: keyId, ...end } of endFormerKeys(live, graceHours, now))
      await tx.update(public_keys).set(end).where(eq(public_keys.id, keyId));
    await tx.insert(public_keys).values(newPublicKey(id, now));
    await applicationChanged(app, tx, row);
    const after = { public_keys: (await livePublicKeys(tx, id, now)).map(toPublicKey) };
    await app.audit.record(tx, { before: { public_keys: live.map(toPublicKey) }, after });
    return after;
  });
}

/**
 * Sets another end of the grace period of a former key.
 * @throws AppError `application_not_found`, `key_not_found`, `conflict` for the current or a revoked key
 * and for an archived application, `validation_failed` for a time that
 * is over
 */
export async function updatePublicKey(app: Writer, name: KeyName, valid_until: string) {
  const end = new Date(valid_until);
  if (end <= app.clock.now())
    return invalidField('valid_until', 'has to be in the future; to end the key now, revoke it');
  return changeKey(app, name, (key, application) => {
    requireOpen(application);
    return prolongFormerKey(key, end);
  });
}

/**
 * Revokes a former key. A repeat changes nothing.
 * @throws AppError `application_not_found`, `key_not_found`, `conflict` for the current key
 */
export const revokePublicKey = (app: Writer, name: KeyName) =>
  changeKey(app, name, (key) => revokeFormerKey(key, app.clock.now()));

/** Changes the end of a key under the lock of its application. Gateways drop the application at the commit. */
async function changeKey(
  app: Writer,
  { application_id, key_id }: KeyName,
  change: (key: PublicKeyRow, application: ApplicationRow) => KeyEnd,
) {
  return app.db.transaction(async (tx) => {
    const application = await findRow(tx, applications, { id: application_id }, 'update');
    if (!application) return fail('application_not_found');
    const key = await findRow(tx, public_keys, { id: key_id, application_id });
    if (!key) return fail('key_not_found');
    const end = change(key, application);
    const before = toPublicKey(key);
    const after = toPublicKey({ ...key, ...end });
    await tx
      .update(public_keys)
      .set({ valid_until: end.valid_until, revoked_at: end.revoked_at })
      .where(eq(public_keys.id, key_id));
    if (!isDeepStrictEqual(before, after)) await applicationChanged(app, tx, application);
    await app.audit.record(tx, { before, after });
    return after;
  });
}

/** Records the last use of a key, at most once an hour. Returns whether it wrote the time. */
export async function recordPublicKeyUse({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<boolean> {
  const now = clock.now();
  const stale = new Date(now.getTime() - hourMs);
  const { last_used_at } = public_keys;
  const written = await db
    .update(public_keys)
    .set({ last_used_at: now })
    .where(and(eq(public_keys.id, id), or(isNull(last_used_at), lte(last_used_at, stale))))
    .returning({ id: public_keys.id });
  return written.length > 0;
}
