import type { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { sites } from '../schema.ts';
import { requireApplication } from './require-application.ts';
import { siteChanged, toSite } from './site.ts';

/**
 * Changes a site; absent fields stay. An archived site may come back: it has no other way to be switched off.
 * @throws AppError `site_not_found`, `application_not_found`
 */
export async function updateSite(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'ask' | 'publicReads'>,
  id: string,
  changes: EndpointRequest<typeof cms.endpoints.updateSite>['body'],
) {
  if (typeof changes.application_id === 'string') await requireApplication(app, changes.application_id);
  return app.db.transaction(async (tx) => {
    const [current] = await tx.select().from(sites).where(eq(sites.id, id)).for('update');
    if (!current) return fail('site_not_found');
    const [row] = await tx
      .update(sites)
      .set({ ...changes, updated_at: app.clock.now() })
      .where(eq(sites.id, id))
      .returning();
    if (!row) return fail('site_not_found');
    await siteChanged(app, tx, row);
    // The audit log of an application shows when a site left it.
    const application_id = row.application_id ?? current.application_id;
    await app.audit.record(tx, { before: toSite(current), after: toSite(row), application_id });
    return toSite(row);
  });
}
