import { rendererVersion } from '@platform/markdown';
import { findRow, isAppError } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { internal_links, items, publications, revisions } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import { renderPublication } from './render-publication.ts';
import type { RenderedRevision } from './render-revision.ts';

/** Texts of one run. */
const textsAtOnce = 50;

/** As the index of the table has it. */
const rendererOf = sql`coalesce(${publications.outline} -> 'renderer', '1'::jsonb)`;
const isOlder = sql`${rendererOf} < ${String(rendererVersion)}::jsonb`;

type Rerenderer = Pick<App, 'db' | 'renderer' | 'log' | 'emit' | 'clock' | 'publicReads'>;

/**
 * Renders published texts again that an older renderer made, the same revision with the settings of today. Readers get the
 * new html; times, slugs and revisions stay. Several replicas may run it at once: the one that is last changes nothing. A
 * text that is refused, because it takes too long or makes too much html, keeps its html.
 * @returns how many texts were rendered
 */
export async function rerenderTexts(app: Rerenderer): Promise<number> {
  const due = await app.db
    .select({ item_id: publications.item_id, site_id: publications.site_id, revision: publications.revision })
    .from(publications)
    .where(isOlder)
    .orderBy(rendererOf, publications.item_id)
    .limit(textsAtOnce);
  let count = 0;
  for (const text of due) if (await rerender(app, text)) count += 1;
  return count;
}

interface OlderText {
  item_id: string;
  site_id: string;
  revision: number;
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
    await tx.delete(internal_links).where(eq(internal_links.item_id, text.item_id));
    if (rendered.internal_paths.length > 0)
      await tx
        .insert(internal_links)
        .values(rendered.internal_paths.map((path) => ({ item_id: text.item_id, site_id: text.site_id, path })));
    await publicSiteChanged(app, tx, site);
    return true;
  });
}
