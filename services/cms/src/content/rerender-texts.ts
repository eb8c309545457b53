import { rendererVersion } from '@platform/markdown';
import { findRow, isAppError } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { internal_links, items, publications, revisions } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import { renderPublication } from './render-publication.ts';
import type { RenderedRevision } from './render-revision.ts';
import { createScheduleBackoff, type ScheduleBackoff } from './schedule-backoff.ts';

/** Texts of one run. */
const textsAtOnce = 50;

/** As the index of the table has it. */
const rendererOf = sql`coalesce(${publications.outline} -> 'renderer', '1'::jsonb)`;
const isOlder = sql`${rendererOf} < ${String(rendererVersion)}::jsonb`;

type Rerenderer = Pick<App, 'db' | 'renderer' | 'log' | 'emit' | 'clock' | 'publicReads' | 'rerendering'>;

/** What a process has of its runs. */
export interface Rerendering {
  /** Of texts that failed, so that they do not block the others. */
  backoff: ScheduleBackoff;
  /** Sites with new html of which readers do not know yet. */
  changedSites: Set<string>;
}

export const createRerendering = (): Rerendering => ({ backoff: createScheduleBackoff(), changedSites: new Set() });

/**
 * Renders published texts again that an older renderer made, the same revision with the settings of today. Readers get the
 * new html; times, slugs and revisions stay. Several replicas may run it at once: the one that is last changes nothing. A
 * text that is refused, because it takes too long or makes too much html, keeps its html. One that fails for another
 * reason is tried again after a pause, and the texts behind it are rendered. A site changes once in a run.
 * @returns how many texts were rendered
 */
export async function rerenderTexts(app: Rerenderer): Promise<number> {
  const { backoff, changedSites } = app.rerendering;
  let count = 0;
  let tried = 0;
  for (let page = await readOlderTexts(app); page.length > 0; page = await readOlderTexts(app, page.at(-1))) {
    for (const text of page) {
      if (tried === textsAtOnce) break;
      if (backoff.isPaused(text.item_id, app.clock.now())) continue;
      tried += 1;
      try {
        if (await rerender(app, text)) {
          count += 1;
          changedSites.add(text.site_id);
        }
        backoff.succeed(text.item_id);
      } catch (error) {
        backoff.fail(text.item_id, app.clock.now());
        app.log.warn(
          { err: error, item_id: text.item_id },
          'a published text could not be rendered again; it is retried',
        );
      }
    }
    if (tried === textsAtOnce || page.length < textsAtOnce) break;
  }
  for (const siteId of changedSites) {
    await app.db.transaction(async (tx) => publicSiteChanged(app, tx, await requireSite(tx, siteId)));
    changedSites.delete(siteId);
  }
  return count;
}

/** The next texts of an older renderer behind this one. */
const readOlderTexts = ({ db }: Rerenderer, after?: OlderText): Promise<OlderText[]> => {
  const { item_id, site_id, revision } = publications;
  const isBehind =
    after && sql`(${rendererOf}, ${item_id}) > (${JSON.stringify(after.renderer)}::jsonb, ${after.item_id}::uuid)`;
  return db
    .select({ item_id, site_id, revision, renderer: sql<unknown>`${rendererOf}` })
    .from(publications)
    .where(and(isOlder, isBehind))
    .orderBy(rendererOf, item_id)
    .limit(textsAtOnce);
};

interface OlderText {
  item_id: string;
  site_id: string;
  revision: number;
  /** The version of its renderer, as the outline has it. */
  renderer: unknown;
}

async function rerender(app: Rerenderer, text: OlderText): Promise<boolean> {
  const [item, revision] = await Promise.all([
    findRow(app.db, items, { id: text.item_id }),
    findRow(app.db, revisions, { item_id: text.item_id, revision: text.revision }),
  ]);
  if (!item || !revision) return false;
  const site = await requireSite(app.db, text.site_id);
  let rendered: RenderedRevision | null = null;
  try {
    rendered = await renderPublication(app, { site, item, revision, purpose: 'rerendering' });
  } catch (error) {
    if (!isAppError(error, 'validation_failed')) throw error;
    app.log.warn({ err: error, item_id: item.id }, 'a published text keeps the html of an older renderer');
  }
  return app.db.transaction(async (tx) => {
    // The item before its publication, as every change of a text locks them.
    const isItem = eq(items.id, text.item_id);
    const [locked] = await tx.select({ id: items.id }).from(items).where(isItem).for('no key update');
    if (!locked) return false;
    const isSame = and(eq(publications.item_id, text.item_id), eq(publications.revision, text.revision), isOlder);
    const changes =
      rendered === null
        ? { outline: sql`${publications.outline} || ${JSON.stringify({ renderer: rendererVersion })}::jsonb` }
        : {
            html: rendered.html,
            plain_text: rendered.plain_text,
            outline: rendered.outline,
            search: rendered.search,
          };
    const changed = await tx.update(publications).set(changes).where(isSame).returning({ id: publications.item_id });
    if (changed.length === 0 || rendered === null) return false;
    await tx.update(items).set({ context_changed_at: app.clock.now() }).where(isItem);
    await tx.delete(internal_links).where(eq(internal_links.item_id, text.item_id));
    if (rendered.internal_paths.length > 0)
      await tx
        .insert(internal_links)
        .values(rendered.internal_paths.map((path) => ({ item_id: text.item_id, site_id: text.site_id, path })));
    return true;
  });
}
