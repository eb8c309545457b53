import { cms } from '@platform/contracts';
import type { App } from '../app.ts';

/**
 * The time zone of a site, for the days in filters of its ledger; null for a site that the cms does not know.
 * @throws AppError `service_unavailable` while the cms does not answer: a ledger of other days would pass for the wanted one
 */
export async function findSiteZone({ ask }: Pick<App, 'ask'>, id: string): Promise<string | null> {
  const { site } = await ask(cms.queries.describeSite, { id });
  return site?.timezone ?? null;
}
