import { afterCommit, isAppError, type Lease, type WorkKind, WorkRunner } from '@platform/runtime';
import { and, inArray, sql } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { imports } from '../schema.ts';
import { RefusedFileError } from './entry.ts';
import { runImport } from './run-import.ts';
import type { ImportRow } from './site-import.ts';
import { dropImportFile } from './start-import.ts';

/**
 * Imports, one at a time in each process. Of a site one import runs at a time, in the order of arrival; sites take
 * turns. The lease is checked in the transaction of each entry.
 */
export const importKind = (app: AppParts): WorkKind<typeof imports> => ({
  name: 'imports',
  table: imports,
  key: imports.id,
  leaseMs: 30_000,
  pollMs: 5_000,
  isOpen: () =>
    and(
      inArray(imports.status, ['queued', 'running']),
      sql`NOT EXISTS (SELECT FROM cms.imports AS o WHERE o.site_id = ${imports.site_id}
        AND o.status IN ('queued', 'running') AND o.id < ${imports.id})`,
    ),
  group: imports.site_id,
  maxTries: 10,
  backoffMs: [30_000],
  onClaim: (now) => ({
    status: 'running',
    started_at: sql`coalesce(${imports.started_at}, ${now.toISOString()}::timestamptz)`,
  }),
  // A replica of the release before takes it, too.
  onWait: { status: 'queued' },
  describe: ([row]) => ({ import_id: row?.id }),
  run: (lease) => finishImport(app, lease),
  async giveUp(tx, { lease, rows, error }) {
    const message = isAppError(error) ? error.message : 'Internal error of the platform.';
    const finished_at = app.clock.now();
    await lease.finish(tx, { status: 'failed', error: { code: 'internal_error', message }, finished_at }, rows);
    for (const { file } of rows) afterCommit(tx, () => void dropFile(app, file));
  },
});

/** Works on imports in the background. */
export const createImportRunner = (app: AppParts) => new WorkRunner(app, importKind(app));

/** Runs an import and writes how it ended, a refused file included. */
async function finishImport(app: AppParts, lease: Lease<typeof imports>): Promise<void> {
  // The objects of an import are in its report: the audit log has the import.
  const unaudited: AppParts = { ...app, audit: { record: async () => {}, postpone: () => null } };
  const error = await runImport(unaudited, lease).then(() => null, refusalOf);
  const status = error === null ? 'finished' : 'failed';
  const finished = await lease.finish(app.db, { status, error, finished_at: app.clock.now() });
  for (const { file } of finished) await dropFile(app, file);
}

/**
 * What a refused file says.
 * @throws the error itself, where the import is tried again
 */
function refusalOf(error: unknown): ImportRow['error'] {
  if (error instanceof RefusedFileError) return { code: error.code, message: error.message };
  throw error;
}

/** What this leaves, the job that sweeps files takes. */
async function dropFile(app: AppParts, file: string): Promise<void> {
  await dropImportFile(app, file).catch((error: unknown) =>
    app.log.info({ err: error }, 'the file of an import is left to its sweep'),
  );
}
