import { type LoginImport, maxListedFailures, maxLoginRows } from '@platform/contracts';
import {
  type AuditOrigin,
  findRow,
  isAppError,
  isUniqueViolation,
  listFailures,
  type RowFailure,
  readRecordFile,
  sha256,
  type Tx,
  waitForTick,
} from '@platform/runtime';
import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { isCustomerLogin, moveWaitingCustomer } from '../customers/move-waiting-customer.ts';
import { takeCustomersOfLogins } from '../customers/take-customers-of-logins.ts';
import { users } from '../schema.ts';
import { findUserOfLogin, findUsersByEmail, isStorable, isSubject, isUser, type Subject } from './find-user.ts';
import { mergeRow } from './merge-users.ts';
import { refuseOverlaps } from './overlapping-logins.ts';
import type { UserRow } from './profile.ts';
import { type LoginMove, loginColumns, readLoginMoves } from './read-login-moves.ts';
import { auditedLogin, bindLogin, type LoginApp, loginsToTake } from './set-user-login.ts';
import { issuerOfTokens, requireApplication, type TokenIssuer } from './user-logins.ts';

/** Rows of one transaction. */
const rowsAtOnce = 100;

interface Import {
  application_id: string;
  dry_run: boolean;
  on_taken: 'fail' | 'merge';
}

type Outcome = 'moved' | 'merged' | 'unchanged' | RowFailure;

/**
 * Binds users to the new logins of a file, on behalf of an owner, in transactions of some rows. An import that ended in
 * the middle is repeated as it was: users that have their login are unchanged. A dry run does the same, and takes each
 * transaction back.
 * @throws AppError `application_not_found`, `validation_failed` for a file that cannot be read as a whole,
 *   `service_unavailable` while catalog is down
 */
export async function importLogins(app: LoginApp, options: Import, file: Buffer): Promise<z.input<typeof LoginImport>> {
  const provider = await requireApplication(app, options.application_id);
  const records = await readRecordFile(file, { columns: loginColumns, maxRecords: maxLoginRows });
  const { moves: readMoves, failures } = await readLoginMoves(records);
  const moves = await refuseOverlaps(readMoves, provider, failures);
  const { dry_run, on_taken } = options;
  const after = { dry_run, on_taken, rows: records.length, sha256: sha256(file) };
  // The record of the file comes first: an import that dies in the middle has left it.
  await app.db.transaction((tx) => app.audit.record(tx, { before: null, after }));
  // Each user has a record, too: its audit log tells when the login changed.
  const origin = app.audit.postpone();
  const outcomes: Outcome[] = [...failures];
  const namedIds = new Set(moves.flatMap(({ user_id }) => user_id?.toLowerCase() ?? []));
  for (let at = 0; at < moves.length; at += rowsAtOnce) {
    const batch = moves.slice(at, at + rowsAtOnce);
    outcomes.push(...(await moveBatch(app, { ...options, provider, namedIds, origin }, batch)));
    await waitForTick('work');
  }
  return toReport(options.dry_run, records.length, outcomes);
}

interface Batch extends Import {
  provider: TokenIssuer;
  /** Users that rows of the file name by the id. */
  namedIds: ReadonlySet<string>;
  origin: AuditOrigin | null;
}

/** Takes the transaction of a dry run back. */
class DryRunError extends Error {
  readonly outcomes: Outcome[];
  constructor(outcomes: Outcome[]) {
    super('a dry run writes nothing');
    this.outcomes = outcomes;
  }
}

async function moveBatch(app: LoginApp, batch: Batch, moves: readonly LoginMove[]): Promise<Outcome[]> {
  const attempt = () =>
    app.db.transaction(async (tx) => {
      const outcomes: Outcome[] = [];
      const logins = moves.map((move) => loginOf(batch, move));
      // Customers of before who wait for a new login become users by event: an import may have thousands of them.
      await takeCustomersOfLogins(app, tx, loginsToTake(batch.application_id, logins), async () => {
        const bound: UserRow[] = [];
        for (const move of moves) {
          const result = await moveOne(app, tx, batch, move);
          outcomes.push(result.outcome);
          if (result.bound) bound.push(result.bound);
        }
        return bound;
      });
      if (batch.dry_run) throw new DryRunError(outcomes);
      return outcomes;
    });
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof DryRunError) return error.outcomes;
    // A login of the batch registered after it was found free: the second attempt finds its user.
    if (!isUniqueViolation(error)) throw error;
    return attempt().catch((second) => (second instanceof DryRunError ? second.outcomes : Promise.reject(second)));
  }
}

const loginOf = ({ application_id, provider }: Batch, { new_issuer, new_subject }: LoginMove): Subject => ({
  application_id,
  issuer: issuerOfTokens(provider, new_issuer),
  subject: new_subject,
});

interface Moved {
  outcome: Outcome;
  /** The user that has a login more. */
  bound?: UserRow;
}

async function moveOne(app: LoginApp, tx: Tx, batch: Batch, move: LoginMove): Promise<Moved> {
  const failed = (path: string, message: string): Moved => ({ outcome: { line: move.line, path, message } });
  const login = loginOf(batch, move);
  if (!isStorable(login))
    return failed('new_subject', 'is no subject of a token: it has characters that cannot be stored');
  const found = await findRows(tx, batch, move, login);
  const row = found[0];
  if (!row) return (await moveWaiting(tx, batch, move, login)) ?? alreadyMoved(tx, login, move, failed);
  if (found.length > 1) return failed(...ambiguity(move));
  const before = await auditedLogin(tx, row);
  const moved = await bindOrMerge(app, tx, { row, login, batch }).catch((error) => {
    if (isAppError(error, 'login_taken'))
      return failed('new_subject', 'is the login of another user: send on_taken=merge if both are one person');
    throw error;
  });
  if (moved.outcome === 'moved' || moved.outcome === 'merged') {
    const user_id = row.merged_into ?? row.id;
    const origin = batch.origin && { ...batch.origin, params: { ...batch.origin.params, user_id } };
    const after = {
      ...before,
      issuer: login.issuer,
      bound_at: app.clock.now().toISOString(),
      merged_user_ids: (await auditedLogin(tx, row)).merged_user_ids,
    };
    await app.audit.record(tx, { before, after }, origin);
  }
  return moved;
}

const ambiguity = (move: LoginMove): [string, string] =>
  move.subject === undefined
    ? ['email', 'belongs to several users: give the subject or the user_id']
    : ['subject', 'is known to several issuers: give the issuer'];

/**
 * The rows of users that a move may mean, two at most, locked. A subject may be the login of a merged user. A subject
 * without an issuer is none of the new issuer: there it may be the new login of another person.
 */
async function findRows(
  tx: Tx,
  { application_id, provider }: Batch,
  move: LoginMove,
  login: Subject,
): Promise<UserRow[]> {
  if (move.user_id !== undefined) {
    const row = await findRow(tx, users, isUser({ application_id, user_id: move.user_id }), 'update');
    return row ? [row] : [];
  }
  if (move.email !== undefined) {
    const ids = await findUsersByEmail({ db: tx }, { application_id, email: move.email });
    const [user_id] = ids;
    if (user_id === undefined) return [];
    const row = await findRow(tx, users, isUser({ application_id, user_id }), 'update');
    return row ? [row, ...(ids.length > 1 ? [row] : [])] : [];
  }
  const subject = move.subject ?? '';
  const isOfSubject =
    move.issuer === undefined
      ? and(eq(users.application_id, application_id), eq(users.subject, subject), ne(users.issuer, login.issuer))
      : isSubject({ application_id, issuer: issuerOfTokens(provider, move.issuer), subject });
  return tx.select().from(users).where(isOfSubject).limit(2).for('update');
}

/** A customer of before waits for the old subject; null when none does. */
async function moveWaiting(tx: Tx, { provider }: Batch, move: LoginMove, login: Subject): Promise<Moved | null> {
  if (move.subject === undefined) return null;
  const issuer = move.issuer === undefined ? undefined : issuerOfTokens(provider, move.issuer);
  const result = await moveWaitingCustomer(tx, { issuer, subject: move.subject }, login);
  if (result === 'absent') return null;
  const failed = (path: string, message: string): Moved => ({ outcome: { line: move.line, path, message } });
  if (result === 'ambiguous') return failed(...ambiguity(move));
  if (result === 'taken') return failed('new_subject', 'is the subject of another customer');
  // The holder of the new login registered before the file came, and is that customer.
  const holder = await findUserOfLogin(tx, login);
  const { subject } = login;
  return holder ? { outcome: 'moved', bound: { ...holder.user, issuer: login.issuer, subject } } : { outcome: 'moved' };
}

/** A repeat: the old login leads to no user any longer, since the new one does. */
async function alreadyMoved(
  tx: Tx,
  login: Subject,
  move: LoginMove,
  failed: (path: string, message: string) => Moved,
): Promise<Moved> {
  const holder = await findRow(tx, users, isSubject(login));
  if (move.subject !== undefined && move.issuer === undefined) {
    const namesake = await findRow(tx, users, isSubject({ ...login, subject: move.subject }));
    if (namesake && namesake.id !== holder?.id)
      return failed(
        'issuer',
        'is missing: only a user of the new issuer has this subject; give the issuer if that user is meant',
      );
  }
  if (move.subject !== undefined && (holder || (await isCustomerLogin(tx, login)))) return { outcome: 'unchanged' };
  const path = move.user_id === undefined ? (move.email === undefined ? 'subject' : 'email') : 'user_id';
  return failed(path, 'names no user of this application');
}

async function bindOrMerge(
  app: LoginApp,
  tx: Tx,
  { row, login, batch }: { row: UserRow; login: Subject; batch: Batch },
): Promise<Moved> {
  const user_id = row.merged_into ?? row.id;
  const holder = batch.on_taken === 'merge' ? await findRow(tx, users, isSubject(login), 'update') : undefined;
  const isOfAnother = holder !== undefined && (holder.merged_into ?? holder.id) !== user_id;
  // A user with a row of its own is another person, who gives the login up.
  if (!isOfAnother || holder.merged_into !== null || batch.namedIds.has(holder.id)) {
    const bound = await bindLogin(app, tx, row, login);
    return bound ? { outcome: 'moved', bound } : { outcome: 'unchanged' };
  }
  const user = (await findRow(tx, users, { id: user_id }, 'update')) ?? row;
  await mergeRow(app, tx, user, holder);
  return { outcome: 'merged' };
}

function toReport(dry_run: boolean, rows: number, outcomes: readonly Outcome[]): z.input<typeof LoginImport> {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const failures = outcomes.filter((outcome) => typeof outcome !== 'string');
  return {
    dry_run,
    rows,
    moved: count('moved'),
    merged: count('merged'),
    unchanged: count('unchanged'),
    failed: failures.length,
    failures: listFailures(failures, maxListedFailures),
  };
}
