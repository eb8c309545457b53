import { cms } from '@platform/contracts';
import { createReadCache, errorText } from '@platform/runtime';
import type { App } from '../app.ts';
import type { LinkedSites } from './site-ingest-state.ts';

/** How long the cms is left alone after it did not answer: events must not wait for it one after another. */
const restMs = 5_000;
const none: ReadonlyMap<string, string> = new Map();

/**
 * Which sites an application has, remembered until one of them changes. An event is worth more than what it
 * counts for on a site, so it never waits long for the cms and never fails with it.
 */
export function createLinkedSites({ ask, log }: Pick<App, 'ask' | 'log'>): LinkedSites {
  const sitesByApplication = createReadCache<ReadonlyMap<string, string>>();
  let restsUntil = 0;
  const load = async (application_id: string) => {
    const { sites } = await ask(cms.queries.listLinkedSites, { application_id });
    return new Map(sites.map(({ code, id }) => [code, id]));
  };
  // A site may leave one application for another, and the event names only the one it has.
  const forget = () => sitesByApplication.invalidate('sites');
  return {
    async linkedTo(application_id) {
      if (restsUntil > performance.now()) return none;
      try {
        return await sitesByApplication.get('sites', application_id, () => load(application_id));
      } catch (error) {
        restsUntil = performance.now() + restMs;
        log.warn({ reason: errorText(error) }, 'the cms does not answer; events with a site code count for no site');
        return none;
      }
    },
    observers: [cms.events.siteCreated, cms.events.siteUpdated].map(({ type }) => ({ type, observe: forget })),
  };
}
