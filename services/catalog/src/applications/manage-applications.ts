import { catalog, identity } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  fail,
  findRow,
  isUniqueViolation,
  newId,
  readPageRows,
  toPage,
} from '@platform/runtime';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { changedField, refuseInUse } from '../plans/in-use.ts';
import { applications, public_keys } from '../schema.ts';
import {
  type ApplicationRow,
  applicationChanged,
  livePublicKeys,
  newPublicKey,
  requireApplication,
  toApplication,
  toPublicKey,
} from './application.ts';
import { mayBecome } from './application-status.ts';
import { refuseTakenCode } from './taken-code.ts';

type Endpoints = typeof catalog.endpoints;

/**
 * One page of applications, newest first; without a status, all but archived ones.
 * @param application_ids only these
 */
export async function listApplications(
  { db }: Pick<App, 'db'>,
  query: EndpointRequest<Endpoints['listApplications']>['query'],
  application_ids?: readonly string[],
) {
  const isListed =
    query.status === undefined ? ne(applications.status, 'archived') : eq(applications.status, query.status);
  const isOfKey = application_ids && inArray(applications.id, [...application_ids]);
  const rows = await readPageRows(db, applications, and(isListed, isOfKey), query);
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
    archived_from: null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  const key = newPublicKey(row.id, now);
  const created = { ...toApplication(row), public_keys: [toPublicKey(key)] };
  await app.db
    .transaction(async (tx) => {
      await tx.insert(applications).values(row);
      await tx.insert(public_keys).values(key);
      const about = { application_id: row.id, occurred_at: now };
      await app.emit(tx, catalog.events.applicationCreated, { application_id: row.id, code: row.code }, about);
      await app.audit.record(tx, { before: null, after: created, application_id: row.id });
    })
    .catch((error) => refuseTaken(app, error, input.code));
  return created;
}

/** Says whose code is taken, and how it becomes free. Another error is thrown on. */
async function refuseTaken({ db }: Pick<App, 'db'>, error: unknown, code: string): Promise<never> {
  if (!isUniqueViolation(error, 'applications_code')) throw error;
  return refuseTakenCode('application', code, await findRow(db, applications, { code }));
}

/** @throws AppError `application_not_found` */
export async function getApplication({ db, clock }: Pick<App, 'db' | 'clock'>, id: string) {
  const row = await requireApplication(db, id);
  const keys = await livePublicKeys(db, id, clock.now());
  return { ...toApplication(row), public_keys: keys.map(toPublicKey) };
}

/**
 * Archives an application. An archived one is not changed.
 * @param change.confirm the code of the application, as the caller knows it
 * @param change.ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `precondition_failed`, `confirmation_required`
 */
export async function archiveApplication(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>,
  id: string,
  { confirm, ifMatch }: { confirm: string | undefined; ifMatch: number | null },
) {
  return changeApplication(app, { id, ifMatch, changes: (current) => archived(current, confirm) });
}

/**
 * Changes an application, archives it, or restores an archived one.
 * @param by.ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `precondition_failed`, `confirmation_required`, `forbidden` for a restoration
 * or a new code of an archived one by another role than owner, and for a restricted key that archives, `field_in_use` for
 * the code of an application with users, `conflict` for a code that is taken, a transition that is not allowed, and a
 * change of an archived application
 */
export async function updateApplication(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads' | 'ask'>,
  id: string,
  { confirm, ...changes }: EndpointRequest<Endpoints['updateApplication']>['body'],
  { admin, ifMatch }: { admin: Pick<AdminContext, 'role' | 'application_ids'>; ifMatch: number | null },
) {
  if (admin.application_ids !== undefined && changes.status === 'archived')
    return fail('forbidden', { message: 'An admin API key that is restricted to applications cannot archive one.' });
  const isInUse = changes.code !== undefined && (await hasUsers(app, id));
  return changeApplication(app, {
    id,
    ifMatch,
    changes: (current) => {
      const { status = current.status } = changes;
      const isRenamed = changedField(current, changes, ['code']) !== undefined;
      if (isRenamed && isInUse)
        return refuseInUse(
          'code',
          'the application has users, and their clients name it by its code. Create another application for another code.',
        );
      if (current.status === 'archived' && isRenamed && Object.keys(changes).length === 1) {
        if (admin.role !== 'owner')
          return fail('forbidden', { message: 'Only an owner changes the code of an archived application.' });
        return changes;
      }
      if (current.status === 'archived' && status === 'archived')
        return fail('conflict', {
          message: 'An archived application cannot be changed. An owner can restore it with a PATCH of its status.',
        });
      if (!mayBecome(current.status, status, current.archived_from))
        return fail('conflict', { message: `An application that is ${current.status} cannot become ${status}.` });
      if (current.status === 'archived' && admin.role !== 'owner')
        return fail('forbidden', { message: 'Only an owner restores an archived application.' });
      const archivedFrom = status === 'archived' ? archived(current, confirm) : { archived_from: null };
      return { ...changes, ...archivedFrom };
    },
  }).catch((error) => refuseTaken(app, error, changes.code ?? ''));
}

/** Whether a user was ever registered. Asks another service, so it is not to be called in a transaction. */
const hasUsers = async ({ ask }: Pick<App, 'ask'>, application_id: string): Promise<boolean> =>
  (await ask(identity.queries.hasUsers, { application_id })).has_users;

/**
 * What archiving changes of an application.
 * @throws AppError `confirmation_required` without its code
 */
function archived(current: ApplicationRow, confirm: string | undefined) {
  if (current.status === 'archived') return {};
  if (confirm !== current.code)
    return fail('confirmation_required', {
      message: `Archiving ${current.code} takes it off the air for all its clients and users at once. To do it, repeat the request with confirm=${current.code}.`,
      fields: { confirm: current.code },
    });
  return { status: 'archived' as const, archived_from: current.status };
}

interface ApplicationChange {
  id: string;
  ifMatch: number | null;
  changes: (current: ApplicationRow) => Partial<Record<keyof ApplicationRow, unknown>>;
}

/** Writes what a change makes of an application; a change of nothing is no version. */
export async function changeApplication(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>,
  { id, ifMatch, changes }: ApplicationChange,
) {
  return app.db.transaction(async (tx) => {
    const current = await findRow(tx, applications, { id }, 'update');
    if (!current) return fail('application_not_found');
    assertVersion(ifMatch, current.version);
    const { row, isChanged } = applyChanges(current, changes(current), app.clock.now());
    if (isChanged) {
      await tx.update(applications).set(row).where(eq(applications.id, id));
      await applicationChanged(app, tx, row);
    }
    await app.audit.record(tx, { before: toApplication(current), after: toApplication(row) });
    return toApplication(row);
  });
}
