import { catalog } from '@platform/contracts';
import { type Database, requireFound, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from './app.ts';
import { application_settings } from './schema.ts';

export interface ReportedApplication {
  id: string;
  code: string;
  /** Time zone of the counted days, IANA. */
  timezone: string;
  retention_days: number;
}

export const defaultTimezone = 'UTC';
/** Two years. */
export const defaultRetentionDays = 730;

/**
 * An application by code, in any status, with its analytics settings. Asks the catalog, so never inside a
 * transaction.
 * @throws AppError `application_not_found`
 */
export async function findApplication(app: Pick<App, 'ask' | 'db'>, code: string): Promise<ReportedApplication> {
  const { id, ...application } = requireFound(
    await app.ask(catalog.queries.resolveApplication, { code }),
    'application',
  );
  return { id, code: application.code, ...(await readSettings(app, id)) };
}

/** The analytics settings of an application, or the defaults. */
export async function readSettings(
  { db }: { db: Database | Tx },
  application_id: string,
): Promise<{ timezone: string; retention_days: number }> {
  const [row] = await db
    .select({ timezone: application_settings.timezone, retention_days: application_settings.retention_days })
    .from(application_settings)
    .where(eq(application_settings.application_id, application_id));
  return row ?? { timezone: defaultTimezone, retention_days: defaultRetentionDays };
}
