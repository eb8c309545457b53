import { cms, type DescribedSite } from '@platform/contracts';
import { requireFound } from '@platform/runtime';
import type { App } from '../app.ts';

/** A site as the cms describes it; its days are those of UTC when a release of the cms does not say its time zone. */
export type Site = DescribedSite & { timezone: string };

/**
 * A site of the cms, in any status. Not to be called in a transaction.
 * @throws AppError `site_not_found`, `service_unavailable` while the cms does not answer
 */
export async function requireSite({ ask }: Pick<App, 'ask'>, id: string): Promise<Site> {
  const site = requireFound(await ask(cms.queries.describeSite, { id }), 'site');
  return { ...site, timezone: site.timezone ?? 'UTC' };
}
