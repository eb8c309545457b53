import type { analytics } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, newId } from '@platform/runtime';
import { isbot } from 'isbot';
import type { App } from '../app.ts';
import type { Refusal } from '../ingest/judge-event.ts';
import type { Recorded } from '../ingest/record-events.ts';
import { type GoodSiteEvent, judgeSiteEvent } from './judge-site-event.ts';
import type { SiteEventRow } from './store-site-events.ts';
import { visitorId } from './visitor-id.ts';

type Request = EndpointRequest<(typeof analytics)['endpoints']['recordSiteEvents']>;
type Placed<T> = T & { index: number };

/**
 * Stores events of a site and resolves when they are durable. What a robot that says so did is not stored.
 * @returns how many are stored, those included that were before, and what is wrong with the others
 * @throws AppError `validation_failed` for a single event that is wrong, `service_unavailable`
 */
export async function recordSiteEvents(
  app: Pick<App, 'clock' | 'geo' | 'ingest' | 'siteIngest'>,
  { context, body }: Request,
): Promise<Recorded> {
  const { events, isBatch } = eventsIn(body);
  const { good, refused } = judge(events);
  const [first] = refused;
  if (first && !isBatch) {
    const { path, message } = first;
    return fail('validation_failed', { message, fields: { details: [{ path, message }] } });
  }
  if (isbot(context.user_agent)) return { accepted: 0, rejected: shown(refused) };

  const { site, client_ip, user_agent } = context;
  const names = new Set(good.map(({ event }) => event));
  // A site has as many different names as an application may have, in the same table.
  const usable = names.size === 0 ? names : await app.ingest.names.claim(site.id, names);
  const taken = good.filter(({ event, index }) => {
    if (usable.has(event)) return true;
    const message = 'event: the site has as many different event names as there may be';
    refused.push({ index, error: 'too_many_event_names', path: 'event', message });
    return false;
  });
  for (const { error } of refused) app.ingest.counts.add(site.id, error, 1);
  if (taken.length > 0) {
    const moment = app.clock.now().getTime();
    const salt = await app.siteIngest.salts.at(moment);
    const { country_code } = await app.geo.locate(client_ip);
    const visitor_id = visitorId(salt, { site_id: site.id, client_ip, user_agent });
    const shared = { site_id: site.id, visitor_id, country_code };
    await app.siteIngest.events.write(taken.map((event) => toRow(event, moment, shared)));
  }
  return { accepted: taken.length, rejected: shown(refused) };
}

function eventsIn(body: Request['body']): { events: readonly unknown[]; isBatch: boolean } {
  if (Array.isArray(body)) return { events: body, isBatch: true };
  return 'events' in body && Array.isArray(body.events)
    ? { events: body.events, isBatch: true }
    : { events: [body], isBatch: false };
}

function judge(events: readonly unknown[]): { good: Placed<GoodSiteEvent>[]; refused: Placed<Refusal>[] } {
  const good: Placed<GoodSiteEvent>[] = [];
  const refused: Placed<Refusal>[] = [];
  for (const [index, raw] of events.entries()) {
    const judged = judgeSiteEvent(raw);
    if ('error' in judged) refused.push({ ...judged, index });
    else good.push({ ...judged, index });
  }
  return { good, refused };
}

const shown = (refused: readonly Placed<Refusal>[]): Recorded['rejected'] =>
  refused.toSorted((a, b) => a.index - b.index).map(({ index, error, message }) => ({ index, error, message }));

/** @param moment in milliseconds: a site knows no other time than that of the platform */
function toRow(
  { event, event_id, visit, properties }: GoodSiteEvent,
  moment: number,
  shared: { site_id: string; visitor_id: string; country_code: string | null },
): SiteEventRow {
  const at = new Date(moment).toISOString();
  const own = JSON.stringify({
    ...shared,
    event_id: event_id ?? newId(),
    is_named: event_id !== undefined,
    event,
    occurred_at: at,
    received_at: at,
    ...visit,
  });
  return {
    site_id: shared.site_id,
    json: properties === null ? own : `${own.slice(0, -1)},"properties":${properties}}`,
  };
}
