import { cms } from '@platform/contracts';
import { type Database, findRow, newId, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { livePaths } from '../redirects/all-redirects.ts';
import { insertRedirect } from '../redirects/manage-redirects.ts';
import { items, publications, redirects, slug_redirects } from '../schema.ts';
import { publicSiteChanged } from '../sites/site.ts';
import type { Note, SourceRedirect } from './entry.ts';
import { fitFields } from './fit-fields.ts';
import { findSource, hashOf, type ImportWork, type Plan, planUnchanged, resolve, skip, writeSource } from './work.ts';

/** A redirect of an archive: one that was made by hand, or the former slug of a text. */
export async function applyRedirect(work: ImportWork, entry: SourceRedirect): Promise<Plan> {
  const { app, row, site } = work;
  const { kind, source_id, data } = entry;
  const importedSource = await findSource(work, kind, source_id);
  if (importedSource) {
    const table = 'from' in data ? redirects : slug_redirects;
    const [present] = await app.db.select({ id: table.id }).from(table).where(eq(table.id, importedSource.object_id));
    const finalPlan = planUnchanged(importedSource, null, present ? { version: 1, status: null } : null);
    if (finalPlan) return finalPlan;
  }
  const id = importedSource?.object_id ?? newId();
  const finish = async (tx: Tx) => {
    const about = { kind, source_id, object_id: id, written_version: 1 };
    await writeSource(tx, work, { ...about, content_hash: hashOf(row, entry) });
    await publicSiteChanged(app, tx, site);
  };
  const plan: Plan = { outcome: 'created', object_id: id, reason: null, warnings: entry.warnings };
  if ('from' in data) {
    const body = fitFields(cms.endpoints.createRedirect.body, data, []);
    const present = await findManual(app.db, site.id, body.from);
    if (isExternal(body.to, site.website_url) && !row.take.includes('external_redirects'))
      return skip(null, 'not_named', `It leads to another host, ${body.to}. \`take=external_redirects\` imports it.`);
    if (present) return skip(present.id, 'exists', `The path has a redirect to ${present.to_url ?? 'nothing (410)'}.`);
    return {
      ...plan,
      write: async (tx) => {
        await insertRedirect(app, tx, site, { id, ...body });
        await finish(tx);
      },
    };
  }
  const item_id = await resolve(work, data.kind, data.item);
  const lost = { code: 'reference_lost', message: 'Its text was not imported.' };
  if (item_id === null) return { outcome: 'failed', object_id: null, reason: lost, warnings: [] };
  const { locale, slug } = data;
  const scope = { site_id: site.id, kind: data.kind, locale, slug };
  if (!row.dry_run && (await isSlugHeld(app.db, scope))) return skip(null, 'exists', 'A text has the slug now.');
  const values = { id, ...scope, item_id, created_at: app.clock.now() };
  return {
    ...plan,
    write: async (tx) => {
      await tx.insert(slug_redirects).values(values).onConflictDoNothing();
      await finish(tx);
    },
  };
}

/** Whether a target of a redirect is at another host than the site. */
function isExternal(to: string | null, website_url: string | null): boolean {
  if (to === null || to.startsWith('/')) return false;
  return website_url === null || new URL(to).host !== new URL(website_url).host;
}

async function findManual(db: Database | Tx, site_id: string, from: string) {
  const row = await findRow(db, redirects, { site_id, from_path: from });
  return row;
}

type SlugScope = Pick<typeof slug_redirects.$inferSelect, 'site_id' | 'kind' | 'locale' | 'slug'>;

async function isSlugHeld(db: Database | Tx, { site_id, kind, locale, slug }: SlugScope): Promise<boolean> {
  for (const table of [slug_redirects, publications, items]) {
    const isSame = and(
      eq(table.site_id, site_id),
      eq(table.kind, kind),
      eq(table.locale, locale),
      eq(table.slug, slug),
    );
    const holders = await db.select({ slug: table.slug }).from(table).where(isSame).limit(1);
    if (holders.length > 0) return true;
  }
  return false;
}

/**
 * Redirects from paths that a text had on the former site. A path that is taken here stays as it is, with a
 * warning.
 */
export async function planOldPaths(
  { app, site }: ImportWork,
  paths: readonly string[],
  to: string | null,
  warnings: Note[],
): Promise<{ from: string; to: string }[]> {
  const newRedirects: { from: string; to: string }[] = [];
  for (const from of paths) {
    if (to === null || from === to) continue;
    const body = cms.endpoints.createRedirect.body.safeParse({ from, to });
    const present = body.success ? await findManual(app.db, site.id, from) : undefined;
    if (present?.to_url === to) continue;
    const isTaken = present !== undefined || (await livePaths(app.db, site, [from])).has(from);
    if (!body.success || isTaken)
      warnings.push({
        code: 'redirect_lost',
        message: `Its former address ${from} ${isTaken ? 'is taken' : 'is not a path'}.`,
      });
    // A redirect from the new address back to the former one would make a circle.
    else if ((await findManual(app.db, site.id, to)) !== undefined)
      warnings.push({ code: 'redirect_lost', message: `The address ${to} has a redirect, so ${from} gets none.` });
    else newRedirects.push({ from, to });
  }
  return newRedirects;
}

export async function writeOldPaths(
  tx: Tx,
  { app, site }: ImportWork,
  paths: { from: string; to: string }[],
): Promise<void> {
  const created_at = app.clock.now();
  const rows = paths.map(({ from, to }) => ({
    id: newId(),
    site_id: site.id,
    from_path: from,
    to_url: to,
    status: 301,
    created_at,
  }));
  if (rows.length > 0) await tx.insert(redirects).values(rows).onConflictDoNothing();
}
