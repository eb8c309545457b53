import type { analytics } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { clientKindOf, createCalendar, newId } from '@platform/runtime';
import type { App } from '../app.ts';
import { judgeEach, type Named, nameEvents, type Recorded, refuseRequest, rejectedOf } from '../ingest/refusals.ts';
import { type GoodSiteEvent, judgeSiteEvent } from './judge-site-event.ts';
import type { SiteEventRow } from './site-ingest-state.ts';
import { visitorId } from './visitor-id.ts';

const dateIn = createCalendar();

type Request = EndpointRequest<(typeof analytics)['endpoints']['recordSiteEvents']>;

/**
 * Stores events of a site and resolves when they are durable. Events of robots and of pages that
 * are not shown yet are not stored; those that a server reports are.
 * @returns how many are stored, earlier stored ones included, and the faults of the others
 * @throws AppError `validation_failed` for a single event that is wrong, `rate_limited` when the site has used
 * up its bytes of the day, `service_unavailable`
 */
export async function recordSiteEvents(
  app: Pick<App, 'clock' | 'geo' | 'ingest' | 'siteIngest' | 'siteZones'>,
  { context, body, is_prefetch }: Request,
): Promise<Recorded> {
  const { events, isBatch } = eventsIn(body);
  const judged = await judgeEach(events, judgeSiteEvent);
  const [first] = judged.refused;
  if (first && !isBatch) return refuseRequest(first);
  if (is_prefetch || clientKindOf(context.user_agent) === 'robot')
    return { accepted: 0, rejected: rejectedOf(judged.refused) };

  const { site, client_ip, user_agent } = context;
  const origin = { ownerId: site.id, sender: { user_id: null, client_ip } };
  const namedEvents = await nameEvents(app.ingest, origin, judged, {
    nameOf: ({ event }) => event,
    rename: (good, event) => ({ ...good, event }),
  });
  if (namedEvents.length > 0) {
    const timezone = await app.siteZones.readCached(site.id);
    const now = app.clock.now();
    const moment = now.getTime();
    const salt = await app.siteIngest.salts.of(dateIn(now, timezone));
    const { country_code } = await app.geo.locate(client_ip);
    const visitor_id = visitorId(salt, { site_id: site.id, timezone, client_ip, user_agent });
    const shared = { site_id: site.id, visitor_id, country_code };
    const rows = namedEvents.map((event) => toRow(event, moment, shared));
    await app.siteIngest.budget.take(site.id, bytesOf(rows));
    await app.siteIngest.events.write(rows);
  }
  return { accepted: namedEvents.length, rejected: rejectedOf(judged.refused) };
}

const bytesOf = (rows: readonly SiteEventRow[]): number =>
  rows.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);

function eventsIn(body: Request['body']): { events: readonly unknown[]; isBatch: boolean } {
  if (Array.isArray(body)) return { events: body, isBatch: true };
  return 'events' in body && Array.isArray(body.events)
    ? { events: body.events, isBatch: true }
    : { events: [body], isBatch: false };
}

/** @param moment in milliseconds: for site events the platform sets the time */
function toRow(
  { event, event_id: sentId, sent_name, visit, properties }: Named<GoodSiteEvent>,
  moment: number,
  shared: { site_id: string; visitor_id: string; country_code: string | null },
): SiteEventRow {
  const event_id = sentId?.toLowerCase() ?? newId();
  const at = new Date(moment).toISOString();
  const eventJson = JSON.stringify({
    ...shared,
    event_id,
    is_named: sentId !== undefined,
    event,
    occurred_at: at,
    received_at: at,
    ...visit,
  });
  return {
    site_id: shared.site_id,
    event_id,
    sent_name,
    json: properties === null ? eventJson : `${eventJson.slice(0, -1)},"properties":${properties}}`,
  };
}
