import type { cms, SiteImport } from '@platform/contracts';
import { Answer, type EndpointRequest, type IncomingFile } from '@platform/contracts/kit';
import { afterCommit, fail, newId, type Tx } from '@platform/runtime';
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { reserveFiles } from '../assets/stored-files.ts';
import { files, imports } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { toImport } from './site-import.ts';

type Starter = Pick<App, 'db' | 'clock' | 'audit' | 'files' | 'importRunner'>;
type Query = EndpointRequest<typeof cms.endpoints.startImport>['query'];

/** Imports of a site that wait or run at once. */
const maxWaiting = 5;

/**
 * Stores the file of an import and queues the work. The row of the file is written before its bytes: what a
 * crash leaves, the job that sweeps files takes.
 * @throws AppError `site_not_found`, `payload_too_large`, `conflict` when five imports of the site wait,
 * `service_unavailable` when the store is down
 */
export async function startImport(
  app: Starter,
  site_id: string,
  {
    file: { file_name, chunks },
    query: { format, dry_run, publish, fetch_images, take, source_url },
    admin,
  }: { file: IncomingFile; query: Query; admin: { email: string } },
): Promise<Answer<z.input<typeof SiteImport>>> {
  const site = await requireSite(app.db, site_id);
  await requireRoom(app.db, site_id);
  const id = newId();
  const file = `import-${id}`;
  await reserveFiles(app, [{ name: file, content_type: 'application/octet-stream', size_bytes: 0 }]);
  let size_bytes = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      size_bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await app.files.putStream(file, counted(), 'application/octet-stream');
    const view = await app.db.transaction(async (tx) => {
      // One arrival at a time, so that the bound holds.
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('cms.imports.' || ${site_id}, 0))`);
      await requireRoom(tx, site_id);
      const now = app.clock.now();
      const [row] = await tx
        .insert(imports)
        .values({
          id,
          site_id,
          format,
          dry_run,
          publish,
          fetch_images,
          take,
          source_url: source_url ?? null,
          file_name,
          size_bytes,
          file,
          status: 'queued',
          due_at: now,
          created_at: now,
          created_by: admin.email,
        })
        .returning();
      const view = toImport(row ?? fail('internal_error'));
      await app.audit.record(tx, { before: null, after: view, application_id: site.application_id });
      afterCommit(tx, () => app.importRunner.wake());
      return view;
    });
    return new Answer(view);
  } catch (error) {
    await dropImportFile(app, file).catch(() => {});
    throw error;
  }
}

/** Removes the bytes of an import, and their row behind them. */
export async function dropImportFile(app: Pick<App, 'db' | 'files'>, file: string): Promise<void> {
  await app.files.delete(file);
  await app.db.delete(files).where(eq(files.name, file));
}

async function requireRoom(db: Tx | App['db'], site_id: string): Promise<void> {
  const [row] = await db
    .select({ waiting: count() })
    .from(imports)
    .where(and(eq(imports.site_id, site_id), inArray(imports.status, ['queued', 'running'])));
  if ((row?.waiting ?? 0) >= maxWaiting)
    fail('conflict', { message: `Five imports of the site already wait; try again when one has ended.` });
}
