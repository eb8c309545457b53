import type { PsiResult, seoRkn } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import {
  afterCommit,
  dayMs,
  fail,
  invalidField,
  newId,
  type PageQuery,
  readPageRows,
  requeue,
  toPage,
} from '@platform/runtime';
import { and, eq, inArray, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { urlKey } from '../crawl/url-key.ts';
import { hashUuid } from '../hash-uuid.ts';
import { bareHost } from '../pages/page-facts.ts';
import { requireSite } from '../scans/require-site.ts';
import { psi_results } from '../schema.ts';
import { toPsiResult } from './psi-result.ts';

type Body = EndpointRequest<typeof seoRkn.endpoints.measureSeoPsi>['body'];
type View = z.input<typeof PsiResult>;

/** How long a measurement counts, and how long it is retained. */
const freshMs = dayMs;
const retentionMs = 90 * dayMs;
const maxRemoved = 5_000;
const openStates = ['waiting', 'running'] as const;

/**
 * Orders measurements of pages of a site; one that is fresh, or ordered already, is the answer.
 * @throws AppError `site_not_found`, `psi_not_configured`, `website_url_missing`, `validation_failed` for an
 * address of another site
 */
export async function measurePsi(app: App, site_id: string, { urls, strategy }: Body): Promise<{ results: View[] }> {
  const { website_url, application_id } = await requireSite(app, site_id);
  if (app.psi === null) fail('psi_not_configured');
  const { origin, host } = new URL(website_url ?? fail('website_url_missing'));
  const keys = (urls ?? [`${origin}/`]).map((url, at) => {
    const key = urlKey(url);
    if (key === null || bareHost(new URL(key).host) !== bareHost(host))
      return invalidField(`urls.${at}`, 'is not an address of the site: send addresses of its host');
    return key;
  });
  const hashes = new Map(keys.map((url) => [hashUuid(url), url]));
  const isNamed = and(
    eq(psi_results.site_id, site_id),
    eq(psi_results.strategy, strategy),
    inArray(psi_results.url_hash, [...hashes.keys()]),
  );
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`psi:${site_id}`}, 0))`);
    const before = await tx.select().from(psi_results).where(isNamed).orderBy(psi_results.url_hash).for('update');
    const now = app.clock.now();
    const ordered = { state: 'waiting' as const, requested_at: now, due_at: now };
    const known = new Set(before.map(({ url_hash }) => url_hash));
    const newRows = [...hashes]
      .filter(([url_hash]) => !known.has(url_hash))
      .map(([url_hash, url]) => ({ id: newId(), site_id, url_hash, url, strategy, ...ordered }));
    if (newRows.length > 0) await tx.insert(psi_results).values(newRows);
    const isStale = or(
      ne(psi_results.state, 'done'),
      isNull(psi_results.measured_at),
      lt(psi_results.measured_at, new Date(now.getTime() - freshMs)),
    );
    const stale = await tx
      .select({ id: psi_results.id })
      .from(psi_results)
      .where(and(isNamed, notInArray(psi_results.state, [...openStates]), isStale));
    for (const { id } of stale)
      await tx
        .update(psi_results)
        .set({ id: newId(), ...ordered, error: null, ...requeue(psi_results, now) })
        .where(eq(psi_results.id, id));
    const rows = await tx.select().from(psi_results).where(isNamed).orderBy(psi_results.url_hash);
    const after = { results: rows.map(toPsiResult) };
    await app.audit.record(tx, {
      before: before.length === 0 ? null : { results: before.map(toPsiResult) },
      after,
      application_id,
    });
    afterCommit(tx, () => app.psiWork.wake());
    return after;
  });
}

/**
 * One page of the measured pages of a site, the newest request first.
 * @throws `site_not_found`
 */
export async function listPsi(
  app: Pick<App, 'db' | 'ask'>,
  site_id: string,
  { limit, cursor }: PageQuery,
): Promise<Page<View>> {
  await requireSite(app, site_id);
  const rows = await readPageRows(app.db, psi_results, { site_id }, { limit, cursor });
  return toPage(rows, limit, toPsiResult);
}

/** Removes old measurements, a bounded number. */
export async function dropOldPsi({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const oldRows = db
    .select({ id: psi_results.id })
    .from(psi_results)
    .where(
      and(
        notInArray(psi_results.state, [...openStates]),
        lt(psi_results.requested_at, new Date(clock.now().getTime() - retentionMs)),
      ),
    )
    .limit(maxRemoved);
  await db.delete(psi_results).where(inArray(psi_results.id, oldRows));
}
