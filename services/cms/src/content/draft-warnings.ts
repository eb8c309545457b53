import { within } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireSite } from '../sites/site.ts';
import { requireItem, requireRevision } from './item.ts';
import { type ContentWarning, findWarnings } from './publication-warnings.ts';
import { renderPublication } from './render-publication.ts';

/** A save continues without the warnings of a text that takes longer. */
const timeoutMs = 1_000;

type Reader = Pick<App, 'db' | 'renderer' | 'log' | 'config'>;

/**
 * The warnings that the publication of the draft of an item would have; null while its text is not rendered in time. It
 * never throws. Not to be called in a transaction.
 */
export async function findDraftWarnings(
  app: Reader,
  target: { site_id: string; item_id: string },
): Promise<ContentWarning[] | null> {
  try {
    return await within(timeoutMs, warningsOf(app, target), () => null);
  } catch (error) {
    app.log.debug({ err: error, item_id: target.item_id }, 'the warnings of a draft could not be found');
    return null;
  }
}

async function warningsOf(app: Reader, target: { site_id: string; item_id: string }): Promise<ContentWarning[]> {
  const [site, item] = await Promise.all([requireSite(app.db, target.site_id), requireItem(app.db, target)]);
  const revision = await requireRevision(app.db, item.id, item.revision);
  const rendered = await renderPublication(app, { site, item, revision, purpose: 'preview' });
  const platform = app.config.PUBLIC_API_URL;
  return findWarnings(app.db, { site, item: { ...item, slug: revision.slug }, revision, rendered, platform });
}
