import { cms } from '@platform/contracts';
import { createReadCache, errorText, fail } from '@platform/runtime';
import type { App } from '../app.ts';
import type { Content, Days, SiteContent } from './site-content.ts';

/** How long the cms is left alone after it did not answer: reports must not wait for it one after another. */
const restMs = 5_000;
const maxBytes = 8 * 1024 * 1024;

/**
 * Data of the cms about sites for reports, cached for a minute. A report does without this part when the cms
 * is slow or down: it neither waits long nor fails.
 */
export function createSiteContent({ ask, log }: Pick<App, 'ask' | 'log'>): SiteContent {
  const ids = createReadCache<string>({ maxBytes });
  const contents = createReadCache<Content>({ maxBytes });
  const restsUntil = { ids: 0, contents: 0 };

  const asking = async <T>(what: keyof typeof restsUntil, work: () => Promise<T>): Promise<T> => {
    if (restsUntil[what] > performance.now()) return fail('service_unavailable');
    try {
      return await work();
    } catch (error) {
      restsUntil[what] = performance.now() + restMs;
      log.warn({ reason: errorText(error) }, 'the cms does not answer; reports of sites show its last known values');
      throw error;
    }
  };

  const readContent = async (site_id: string, ranges: readonly Days[]): Promise<Content> => {
    const [{ counts }, { views }] = await Promise.all([
      ask(cms.queries.getInventory, { site_id }),
      ask(cms.queries.sumArticleViews, { site_id, ranges: [...ranges] }),
    ]);
    const published = counts.filter(({ status }) => status === 'published');
    return { inventory: published.map(({ kind, count }) => ({ kind, published: count })), views };
  };

  const forget = () => ids.invalidate('sites');
  return {
    idOf: (code) =>
      ids.get('sites', code, async () => {
        const { site } = await asking('ids', () => ask(cms.queries.resolveSite, { code }));
        return site?.id ?? fail('site_not_found');
      }),
    of: (site_id, ranges) =>
      contents
        .get(site_id, JSON.stringify(ranges), () => asking('contents', () => readContent(site_id, ranges)))
        .catch(() => null),
    observers: [cms.events.siteCreated, cms.events.siteUpdated].map(({ type }) => ({ type, observe: forget })),
  };
}
