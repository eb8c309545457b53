import { catalog } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, findRow, hourMs, isUniqueViolation, newId, readPageRows, toPage } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { applications, public_keys } from '../schema.ts';
import {
  applicationChanged,
  livePublicKeys,
  newPublicKey,
  requireApplication,
  toApplication,
  toPublicKey,
} from './application.ts';
import { mayBecome } from './application-status.ts';

type Endpoints = typeof catalog.endpoints;

/** One page of applications, newest first. */
export async function listApplications(
  { db }: Pick<App, 'db'>,
  query: EndpointRequest<Endpoints['listApplications']>['query'],
) {
  const rows = await readPageRows(db, applications, { status: query.status }, query);
  return toPage(rows, query.limit, toApplication);
}

/** Makes an application with its first public key. */
export async function createApplication(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>,
  input: EndpointRequest<Endpoints['createApplication']>['body'],
) {
  const now = app.clock.now();
  const row = {
    id: newId(),
    description: null,
    website_url: null,
    ...input,
    icon_url: null,
    created_at: now,
    updated_at: now,
  };
  const key = { id: newId(), application_id: row.id, key: newPublicKey(), created_at: now, valid_until: null };
  const created = { ...toApplication(row), public_keys: [toPublicKey(key)] };
  await app.db
    .transaction(async (tx) => {
      await tx.insert(applications).values(row);
      await tx.insert(public_keys).values(key);
      const about = { application_id: row.id, occurred_at: now };
      await app.emit(tx, catalog.events.applicationCreated, { application_id: row.id, code: row.code }, about);
      await app.audit.record(tx, { before: null, after: created, application_id: row.id });
    })
    .catch((error) =>
      isUniqueViolation(error, 'applications_code')
        ? fail('conflict', { message: `The application code ${input.code} is taken: choose another code.` })
        : Promise.reject(error),
    );
  return created;
}

/** @throws AppError `application_not_found` */
export async function getApplication({ db, clock }: Pick<App, 'db' | 'clock'>, id: string) {
  const row = await requireApplication(db, id);
  const keys = await livePublicKeys(db, id, clock.now());
  return { ...toApplication(row), public_keys: keys.map(toPublicKey) };
}

/** Archives an application permanently. An archived one is not changed. */
export async function archiveApplication(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>,
  id: string,
) {
  return app.db.transaction(async (tx) => {
    const current = await findRow(tx, applications, { id }, 'update');
    if (!current) return fail('application_not_found');
    const row =
      current.status === 'archived'
        ? current
        : { ...current, status: 'archived' as const, updated_at: app.clock.now() };
    if (row !== current) {
      await tx.update(applications).set(row).where(eq(applications.id, id));
      await applicationChanged(app, tx, row);
    }
    await app.audit.record(tx, { before: toApplication(current), after: toApplication(row) });
    return toApplication(row);
  });
}

/**
 * @throws AppError `application_not_found`, `conflict` when it is archived or the transition is not allowed
 */
export async function updateApplication(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>,
  id: string,
  changes: EndpointRequest<Endpoints['updateApplication']>['body'],
) {
  return app.db.transaction(async (tx) => {
    const current = await findRow(tx, applications, { id }, 'update');
    if (!current) return fail('application_not_found');
    if (current.status === 'archived')
      return fail('conflict', { message: 'An archived application cannot be changed.' });
    if (changes.status !== undefined && !mayBecome(current.status, changes.status))
      return fail('conflict', { message: `An application that is ${current.status} cannot become ${changes.status}.` });
    const [row] = await tx
      .update(applications)
      .set({ ...changes, updated_at: app.clock.now() })
      .where(eq(applications.id, id))
      .returning();
    if (!row) return fail('application_not_found');
    await applicationChanged(app, tx, row);
    await app.audit.record(tx, { before: toApplication(current), after: toApplication(row) });
    return toApplication(row);
  });
}

/**
 * Makes a new public key. The present one stays valid for `graceHours`, keys that were already ending keep
 * their end.
 * @throws AppError `application_not_found`
 */
export async function rotatePublicKey(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>,
  id: string,
  graceHours: number,
) {
  return app.db.transaction(async (tx) => {
    // Two rotations at once would leave two current keys; the second waits for the first.
    const row = await findRow(tx, applications, { id }, 'update');
    if (!row) return fail('application_not_found');
    const now = app.clock.now();
    const live = await livePublicKeys(tx, id, now);
    for (const key of live) {
      if (key.valid_until !== null) continue;
      const end = new Date(now.getTime() + graceHours * hourMs);
      await tx.update(public_keys).set({ valid_until: end }).where(eq(public_keys.id, key.id));
    }
    await tx
      .insert(public_keys)
      .values({ id: newId(), application_id: id, key: newPublicKey(), created_at: now, valid_until: null });
    await applicationChanged(app, tx, row);
    const after = { public_keys: (await livePublicKeys(tx, id, now)).map(toPublicKey) };
    await app.audit.record(tx, { before: { public_keys: live.map(toPublicKey) }, after });
    return after;
  });
}
