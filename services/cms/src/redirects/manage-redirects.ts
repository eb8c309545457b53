import type { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, invalidField, isUniqueViolation, newId, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { redirects } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { findRedirect, livePaths, pathOnSite, type RedirectView } from './all-redirects.ts';

type Writer = Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'publicReads'>;
type Body = EndpointRequest<typeof cms.endpoints.createRedirect>['body'];

/** Redirects that follow each other at most; a browser gives up at about twenty. */
const maxHops = 10;

/**
 * Adds a redirect.
 * @throws AppError `site_not_found`, `conflict` for a path with a redirect, `validation_failed` for a loop or
 * a chain of more than ten redirects
 */
export async function createRedirect(app: Writer, siteId: string, { from, to, status }: Body): Promise<RedirectView> {
  const site = await requireSite(app.db, siteId);
  try {
    return await app.db.transaction(async (tx) => {
      await publicSiteChanged(app, tx, site);
      const redirect = toCreated(await insertRedirect(app, tx, site, { id: newId(), from, to, status }));
      await app.audit.record(tx, { before: null, after: redirect, application_id: site.application_id });
      return redirect;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'redirects_from'))
      return fail('conflict', { message: 'This path already has a redirect: change that one.', cause: error });
    throw error;
  }
}

/**
 * Inserts a redirect that leads to an end. The site is locked before.
 * @throws AppError `validation_failed`
 */
export async function insertRedirect(
  { clock }: Pick<App, 'clock'>,
  tx: Tx,
  site: SiteRow,
  { id, from, to, status }: Body & { id: string },
): Promise<typeof redirects.$inferSelect> {
  if ((await livePaths(tx, site, [from])).size > 0)
    invalidField('from', 'is the path of a published text: choose another one, or unpublish the text');
  await requireEnd(tx, site, { from, to });
  const row = { id, site_id: site.id, from_path: from, to_url: to, status, created_at: clock.now() };
  await tx.insert(redirects).values(row);
  return row;
}

/**
 * Removes a redirect that was made by hand.
 * @throws AppError `site_not_found`, `redirect_not_found`
 */
export async function deleteRedirect(app: Writer, siteId: string, redirectId: string): Promise<undefined> {
  const site = await requireSite(app.db, siteId);
  await app.db.transaction(async (tx) => {
    // The site first, as when one is made: two calls then wait for each other instead of for ever.
    await publicSiteChanged(app, tx, site);
    const [row] = await tx
      .delete(redirects)
      .where(and(eq(redirects.id, redirectId), eq(redirects.site_id, siteId)))
      .returning();
    if (!row) return fail('redirect_not_found');
    await app.audit.record(tx, { before: toCreated(row), after: null, application_id: site.application_id });
  });
}

const toCreated = (row: typeof redirects.$inferSelect): RedirectView => ({
  id: row.id,
  from: row.from_path,
  to: row.to_url,
  status: row.status,
  source: 'manual',
  created_at: row.created_at.toISOString(),
});

/**
 * Asserts that the way of a new redirect has an end. Only the redirects on the way are read.
 * @throws `validation_failed`
 */
async function requireEnd(tx: Tx, site: SiteRow, { from, to }: Pick<Body, 'from' | 'to'>): Promise<void> {
  let path = pathOnSite(site, to);
  for (let hops = 0; path !== null; hops += 1) {
    if (path === from) invalidField('to', 'leads back to its start: choose another target');
    if (hops > maxHops) invalidField('to', `leads over more than ${maxHops} redirects: send the last target`);
    path = pathOnSite(site, (await findRedirect(tx, site, path))?.to ?? null);
  }
}
