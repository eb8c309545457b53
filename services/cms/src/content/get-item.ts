import type { ContentKind } from '@platform/contracts';
import type { App } from '../app.ts';
import { requireSite } from '../sites/site.ts';
import { type ItemTarget, readDraft, toItem } from './item.ts';

/**
 * An item with the fields of its newest revision.
 * @throws `site_not_found`, `content_not_found`
 */
export async function getItem<K extends ContentKind>(app: Pick<App, 'db' | 'config'>, target: Required<ItemTarget<K>>) {
  const site = await requireSite(app.db, target.site_id);
  return toItem<K>(app, site, await readDraft(app.db, target));
}
