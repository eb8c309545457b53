import { type ContentReadiness, type ReadinessKind, type ReadinessText, seoRkn } from '@platform/contracts';
import { within } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireSite } from '../sites/site.ts';
import { requireItem, requireRevision } from './item.ts';
import { kinds } from './kinds.ts';
import { toReadinessTexts } from './readiness-texts.ts';
import { renderRevision } from './render-revision.ts';

export type Readiness = z.input<typeof ContentReadiness>;
type Asker = Pick<App, 'db' | 'ask' | 'renderer' | 'log'>;

/** Saving and publishing continue without a score that takes longer. */
const timeoutMs = 1_000;
const maxHtmlBytes = 512 * 1024;
const scored: readonly string[] = ['post', 'article'] satisfies ReadinessKind[];

/**
 * How ready the draft of an item is for search engines; null for kinds that audits do not score, and while no
 * score comes. It never throws. Not to be called in a transaction.
 */
export async function askReadiness(
  app: Asker,
  target: { site_id: string; item_id: string },
): Promise<Readiness | null> {
  try {
    return await within(timeoutMs, scoreDraft(app, target), () => null);
  } catch (error) {
    app.log.debug({ err: error, item_id: target.item_id }, 'the readiness of a text could not be computed');
    return null;
  }
}

async function scoreDraft(app: Asker, target: { site_id: string; item_id: string }): Promise<Readiness | null> {
  const item = await requireItem(app.db, target);
  if (!scored.includes(item.kind)) return null;
  const text = await readDraft(app, target.site_id, item);
  if (!text || Buffer.byteLength(text.html) > maxHtmlBytes) return null;
  return app.ask(seoRkn.queries.scoreReadiness, { site_id: target.site_id, text });
}

async function readDraft(
  app: Asker,
  site_id: string,
  item: Awaited<ReturnType<typeof requireItem>>,
): Promise<ReadinessText | undefined> {
  const site = await requireSite(app.db, site_id);
  const { slug, revision, fields } = await requireRevision(app.db, item.id, item.revision);
  const { html, outline, internal_paths } = await renderRevision(app, {
    site,
    item,
    revision: { fields, slug },
    purpose: 'preview',
  });
  const [text] = await toReadinessTexts(app.db, site, [
    {
      item_id: item.id,
      kind: item.kind as ReadinessKind,
      locale: item.locale,
      slug,
      revision,
      fields,
      title: kinds[item.kind].titleOf(fields),
      html: html ?? '',
      has_h1: outline.has_h1,
      internal_paths,
    },
  ]);
  return text;
}
