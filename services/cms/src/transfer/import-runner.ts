import { isAppError, newId, runInBackground, type Tx } from '@platform/runtime';
import { and, asc, eq, lt, or, sql } from 'drizzle-orm';
import { imports } from '../schema.ts';
import { RefusedFileError } from './entry.ts';
import { runImport } from './run-import.ts';
import type { ImportRow } from './site-import.ts';
import { dropImportFile } from './start-import.ts';
import { ThreadTooSlowError } from './thread.ts';
import { type Importer, LostLeaseError, leaseEnd, leaseSeconds } from './work.ts';

/** Works on imports, one at a time in each process. */
export interface ImportRunner {
  /** Begins to work when nothing else runs here. */
  wake(): void;
  /** Leaves what runs to another process, or to the next start. */
  stop(): Promise<void>;
}

/** Attempts after which an import is over: a process that died, or a store that was down. */
const maxAttempts = 10;
const renewMs = (leaseSeconds * 1000) / 3;

/**
 * Claims imports with a lease (`FOR UPDATE SKIP LOCKED`), renews it while it works, and checks it in the
 * transaction of each entry. Of a site one import runs at a time, in the order of arrival. An import whose
 * process died is taken over when the lease ends.
 */
export function createImportRunner(platform: Importer): ImportRunner {
  // The objects of an import are in its report: the audit log has the import.
  const app: Importer = { ...platform, audit: { record: async () => {}, postpone: () => null } };
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isAsked = false;

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isAsked = false;
      const claimedImport = await claimImport(app);
      if (claimedImport) await runClaimedImport(app, claimedImport, stopping.signal);
      else if (!isAsked) return;
    }
  }

  return {
    wake() {
      isAsked = true;
      if (stopping.signal.aborted || running) return;
      running = runInBackground(work)
        .catch((error: unknown) => app.log.warn({ err: error }, 'imports wait: they are retried'))
        .finally(() => {
          running = null;
        });
    },
    async stop() {
      stopping.abort(new StoppedError());
      await running;
    },
  };
}

class StoppedError extends Error {
  constructor() {
    super('the process ends');
    this.name = 'StoppedError';
  }
}

interface ClaimedImport {
  row: ImportRow;
  lease_id: string;
}

/**
 * The oldest import that waits, or whose process died, of a site where none runs. Sites take turns: that whose
 * imports began least recently comes first.
 */
const claimImport = (app: Importer): Promise<ClaimedImport | null> =>
  app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const isFree = or(eq(imports.status, 'queued'), and(eq(imports.status, 'running'), lt(imports.lease_until, now)));
    const isFirst = sql`NOT EXISTS (SELECT FROM cms.imports AS o WHERE o.site_id = ${imports.site_id}
      AND o.status IN ('queued', 'running') AND o.id < ${imports.id})`;
    const lastStart = sql`(SELECT max(o.started_at) FROM cms.imports AS o
      WHERE o.site_id = ${imports.site_id} AND o.id <> ${imports.id})`;
    const [row] = await tx
      .select()
      .from(imports)
      .where(and(isFree, isFirst))
      .orderBy(sql`${lastStart} ASC NULLS FIRST`, asc(imports.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row) return null;
    // A process died while it had the import for the last time.
    if (row.attempts >= maxAttempts) {
      const error = { code: 'internal_error', message: 'Internal error of the platform.' };
      const ended = { status: 'failed' as const, error, finished_at: now, lease_id: null, lease_until: null };
      await tx.update(imports).set(ended).where(eq(imports.id, row.id));
      return null;
    }
    const lease_id = newId();
    const [claimedRow] = await tx
      .update(imports)
      .set({
        status: 'running',
        lease_id,
        lease_until: leaseEnd(now),
        attempts: row.attempts + 1,
        started_at: row.started_at ?? now,
      })
      .where(eq(imports.id, row.id))
      .returning();
    return claimedRow ? { row: claimedRow, lease_id } : null;
  });

async function runClaimedImport(app: Importer, { row, lease_id }: ClaimedImport, stopping: AbortSignal): Promise<void> {
  const isMine = and(eq(imports.id, row.id), eq(imports.lease_id, lease_id));
  const renewal = setInterval(() => {
    const set = { lease_until: leaseEnd(app.clock.now()) };
    app.db
      .update(imports)
      .set(set)
      .where(isMine)
      .catch(() => {});
  }, renewMs).unref();
  const end = async (status: 'finished' | 'failed', error: ImportRow['error'] = null) => {
    const set = { status, error, finished_at: app.clock.now(), lease_id: null, lease_until: null };
    const ended = await app.db.transaction((tx: Tx) =>
      tx.update(imports).set(set).where(isMine).returning({ id: imports.id }),
    );
    // What this leaves, the job that sweeps files takes.
    if (ended.length > 0) await dropImportFile(app, row.file).catch(() => {});
  };
  try {
    await runImport(app, row, lease_id, stopping);
    await end('finished');
  } catch (error) {
    if (error instanceof LostLeaseError) return;
    if (error instanceof RefusedFileError) return await end('failed', { code: error.code, message: error.message });
    if (error instanceof ThreadTooSlowError)
      return await end('failed', { code: 'too_slow', message: 'The file takes too long to read.' });
    const isStopped = error instanceof StoppedError;
    if (!isStopped) app.log.warn({ err: error, import_id: row.id, attempt: row.attempts }, 'an import was interrupted');
    const message = isAppError(error) ? error.message : 'Internal error of the platform.';
    if (!isStopped && row.attempts >= maxAttempts) return await end('failed', { code: 'internal_error', message });
    // At once after a stop; after a failure when the lease ends.
    const set = isStopped
      ? { lease_until: new Date(0), lease_id: null, attempts: row.attempts - 1 }
      : { lease_until: leaseEnd(app.clock.now()), lease_id: null };
    await app.db.update(imports).set(set).where(isMine);
  } finally {
    clearInterval(renewal);
  }
}
