import { checkIcon, fail, findRow } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { applications } from '../schema.ts';
import { type ApplicationRow, applicationChanged, requireApplication, toApplication } from './application.ts';

/**
 * Gives the application this icon, cleaned of what does not belong into one. The file before stays: its
 * address is in caches that never revalidate it, and in texts outside of the platform.
 * @throws AppError `application_not_found`, `conflict` when it is archived, `unsupported_media_type` or
 * `validation_failed` for a file that is no icon
 */
export async function setIcon(app: App, applicationId: string, file: Buffer) {
  requireChangeable(await requireApplication(app.db, applicationId));
  const { kind, bytes } = await checkIcon(file);
  // Stored before any client gets its address; without the change below, it is an unused file.
  const name = await app.assets.put(kind, bytes);
  return changeIcon(app, applicationId, `${app.config.PUBLIC_API_URL.replace(/\/$/, '')}/assets/${name}`);
}

/** @throws AppError `application_not_found`, `conflict` when it is archived */
export const removeIcon = (app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>, applicationId: string) =>
  changeIcon(app, applicationId, null);

async function changeIcon(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>,
  applicationId: string,
  icon_url: string | null,
) {
  return app.db.transaction(async (tx) => {
    const current = await findRow(tx, applications, { id: applicationId }, 'update');
    if (!current) return fail('application_not_found');
    requireChangeable(current);
    const [row] = await tx
      .update(applications)
      .set({ icon_url, updated_at: app.clock.now() })
      .where(eq(applications.id, applicationId))
      .returning();
    if (!row) return fail('application_not_found');
    await applicationChanged(app, tx, row);
    await app.audit.record(tx, { before: toApplication(current), after: toApplication(row) });
    return toApplication(row);
  });
}

function requireChangeable({ status }: ApplicationRow): void {
  if (status === 'archived') fail('conflict', { message: 'An archived application cannot be changed.' });
}
