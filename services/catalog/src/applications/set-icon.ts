import { assertVersion, checkIcon, fail } from '@platform/runtime';
import type { App } from '../app.ts';
import { type ApplicationRow, requireApplication } from './application.ts';
import { changeApplication } from './manage-applications.ts';

/**
 * Gives the application this icon, cleaned of what does not belong into one. The file before stays: its
 * address is in caches that never revalidate it, and in texts outside of the platform.
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `precondition_failed`, `conflict` when it is archived,
 * `unsupported_media_type` or `validation_failed` for a file that is no icon
 */
export async function setIcon(app: App, applicationId: string, file: Buffer, ifMatch: number | null) {
  const application = await requireApplication(app.db, applicationId);
  assertVersion(ifMatch, application.version);
  requireChangeable(application);
  const { kind, bytes } = await checkIcon(file);
  // Stored before any client gets its address; without the change below, it is an unused file.
  const name = await app.assets.put(kind, bytes);
  const icon_url = `${app.config.PUBLIC_API_URL.replace(/\/$/, '')}/assets/${name}`;
  return changeIcon(app, { id: applicationId, ifMatch, icon_url });
}

/**
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `precondition_failed`, `conflict` when it is archived
 */
export const removeIcon = (
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>,
  applicationId: string,
  ifMatch: number | null,
) => changeIcon(app, { id: applicationId, ifMatch, icon_url: null });

const changeIcon = (
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>,
  { icon_url, ...target }: { id: string; ifMatch: number | null; icon_url: string | null },
) =>
  changeApplication(app, {
    ...target,
    changes: (current) => {
      requireChangeable(current);
      return { icon_url };
    },
  });

function requireChangeable({ status }: ApplicationRow): void {
  if (status === 'archived')
    fail('conflict', {
      message: 'An archived application cannot be changed. An owner can restore it with a PATCH of its status.',
    });
}
