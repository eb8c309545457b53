import type { App, AppParts } from '../app.ts';
import { askReadiness } from './ask-readiness.ts';
import type { ItemTarget } from './item.ts';
import type { PublishingChange } from './may-publish.ts';
import { publishItem } from './publish-item.ts';

/** Publishes an item, and says how ready it is for search engines. */
export async function publishContent(
  app: AppParts & Pick<App, 'ask' | 'log'>,
  target: ItemTarget,
  change: PublishingChange,
) {
  const published = await publishItem(app, target, change);
  return { ...published, readiness: await askReadiness(app, target) };
}
