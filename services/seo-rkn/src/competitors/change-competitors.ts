import type { seoRkn } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { afterCommit, fail, invalidField, newId, readPageRows, requeue, toPage } from '@platform/runtime';
import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { bareHost } from '../pages/page-facts.ts';
import { requireAddress } from '../scans/host-rights.ts';
import { requireSite } from '../scans/require-site.ts';
import { competitors } from '../schema.ts';
import { toCompetitor } from './competitor.ts';

type View = ReturnType<typeof toCompetitor>;
type Query = EndpointRequest<typeof seoRkn.endpoints.listCompetitors>['query'];
type Changer = Pick<App, 'db' | 'ask' | 'clock' | 'audit' | 'competitorWork'>;

const maxCompetitors = 20;

/** One page of the competitors of a site. */
export async function listCompetitors(
  app: Pick<App, 'db' | 'ask'>,
  site_id: string,
  { limit, cursor }: Query,
): Promise<Page<View>> {
  await requireSite(app, site_id);
  const rows = await readPageRows(app.db, competitors, { site_id }, { limit, cursor });
  return toPage(rows, limit, toCompetitor);
}

/**
 * Adds competitors, or asks for a new comparison of those that are there.
 * @throws AppError `site_not_found`, `address_refused`, `validation_failed` for the site itself and above 20
 */
export async function addCompetitors(app: Changer, site_id: string, addresses: readonly string[]) {
  const { website_url, application_id } = await requireSite(app, site_id);
  const ownHost = website_url === null ? null : bareHost(new URL(website_url).host);
  const origins = [...new Set(addresses.map((address) => new URL(address).origin))];
  for (const [at, address] of addresses.entries()) {
    const url = new URL(address);
    if (url.username !== '' || url.password !== '')
      invalidField(`origins.${at}`, 'has credentials: leave user name and password out');
    // What an operator allowed for scans of sites is no way into the network for the addresses of others.
    requireAddress([], url);
    if (bareHost(url.host) === ownHost) invalidField(`origins.${at}`, 'is the site itself: name another site');
  }
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`competitors:${site_id}`}, 0))`);
    const isNamed = and(eq(competitors.site_id, site_id), inArray(competitors.origin, origins));
    const before = await tx.select().from(competitors).where(isNamed).orderBy(competitors.id).for('update');
    const [all] = await tx.select({ count: count() }).from(competitors).where(eq(competitors.site_id, site_id));
    if ((all?.count ?? 0) + origins.length - before.length > maxCompetitors)
      invalidField('origins', `has too many entries: a site has ${maxCompetitors} competitors at most`);
    const now = app.clock.now();
    const fresh = origins.filter((origin) => !before.some((row) => row.origin === origin));
    const newRows = fresh.map((origin) => ({
      id: newId(),
      site_id,
      origin,
      state: 'waiting' as const,
      created_at: now,
      due_at: now,
    }));
    if (newRows.length > 0) await tx.insert(competitors).values(newRows);
    await tx
      .update(competitors)
      .set({ state: 'waiting', ...requeue(competitors, now) })
      .where(and(isNamed, ne(competitors.state, 'running')));
    const rows = await tx.select().from(competitors).where(isNamed).orderBy(competitors.id);
    const after = { competitors: rows.map(toCompetitor) };
    await app.audit.record(tx, { before: { competitors: before.map(toCompetitor) }, after, application_id });
    afterCommit(tx, () => app.competitorWork.wake());
    return after;
  });
}

/** Removes a competitor. */
export async function removeCompetitor(
  app: Changer,
  { site_id, competitor_id }: { site_id: string; competitor_id: string },
): Promise<undefined> {
  const { application_id } = await requireSite(app, site_id);
  await app.db.transaction(async (tx) => {
    const isAsked = and(eq(competitors.id, competitor_id), eq(competitors.site_id, site_id));
    const [row] = await tx.delete(competitors).where(isAsked).returning();
    const before = toCompetitor(row ?? fail('competitor_not_found'));
    await app.audit.record(tx, { before, after: null, application_id });
  });
}
