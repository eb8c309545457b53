import type { analytics } from '@platform/contracts';
import type { ContextOf, EndpointRequest } from '@platform/contracts/kit';
import { fail, type GeoLocation } from '@platform/runtime';
import type { App } from '../app.ts';
import { makeVisitRow, readSiteCode } from '../site-events/visit-row.ts';
import { createRowWriter } from './event-row.ts';
import type { DeviceSign, EventRow } from './ingest-state.ts';
import { belongsTo, type Circumstances, clockError, type GoodEvent, judgeEvent, judgeFields } from './judge-event.ts';
import {
  type Indexed,
  judgeEach,
  type Named,
  nameEvents,
  type Recorded,
  type Refusal,
  refuseRequest,
  rejectedOf,
} from './refusals.ts';

type Endpoints = (typeof analytics)['endpoints'];
type Caller = ContextOf<Endpoints['recordEvents']>;

type Parts = Pick<App, 'clock' | 'geo' | 'ingest' | 'siteIngest'>;

/**
 * Stores one event and resolves when it is durable.
 * @throws AppError `application_mismatch`, `validation_failed`, `service_unavailable`
 */
export async function recordEvent(app: Parts, request: EndpointRequest<Endpoints['recordEvent']>): Promise<Recorded> {
  const { refused } = await record(app, request.context, { events: [request.body], judge: judgeFields });
  const [refusal] = refused;
  return refusal ? refuseRequest(refusal) : { accepted: 1, rejected: [] };
}

/**
 * Stores the events of a batch that are right, all of them in one transaction, and resolves when they are
 * durable.
 * @returns how many are stored, earlier stored ones included, and the faults of the others
 * @throws AppError `application_mismatch` when the batch itself names another application,
 * `service_unavailable`
 */
export async function recordEvents(app: Parts, request: EndpointRequest<Endpoints['recordEvents']>): Promise<Recorded> {
  const { context, body } = request;
  const batch = Array.isArray(body) ? { events: body } : body;
  if (!belongsTo(batch, context.application)) return fail('application_mismatch');
  const { accepted, refused } = await record(app, context, {
    events: batch.events,
    judge: judgeEvent,
    sent_at: batch.sent_at,
  });
  return { accepted, rejected: rejectedOf(refused) };
}

interface EventsToRecord<Raw> {
  events: readonly Raw[];
  judge: (raw: Raw, around: Circumstances) => GoodEvent | Refusal;
  /** The time on the clock of the device. */
  sent_at?: string | undefined;
}

async function record<Raw>(
  { clock, geo, ingest, siteIngest }: Parts,
  context: Caller,
  { events, judge, sent_at }: EventsToRecord<Raw>,
): Promise<{ accepted: number; refused: Indexed<Refusal>[] }> {
  const { application, user, client_ip } = context;
  const received_at = clock.now().getTime();
  const around: Circumstances = { application, received_at, moved_by: clockError(sent_at, received_at) };
  const judged = await judgeEach(events, (raw) => judge(raw, around));
  const { refused } = judged;
  const origin = { ownerId: application.id, sender: { user_id: user.id, client_ip } };
  const namedEvents = await nameEvents(ingest, origin, judged, nameOfEvent);
  if (namedEvents.length === 0) return { accepted: 0, refused };

  const namesSites = namedEvents.some(({ event }) => readSiteCode(event) !== undefined);
  const sites = namesSites ? await siteIngest.sites.linkedTo(application.id) : noSites;
  const write = rowWriter(context, await geo.locate(client_ip), received_at, sites);
  await ingest.events.write(namedEvents.map(write));
  for (const sign of signsOf(namedEvents, { application_id: application.id, user_id: user.id, client_ip }))
    ingest.devices.report(sign);
  return { accepted: namedEvents.length, refused };
}

/** How {@link nameEvents} reads and changes the name of an event. */
export const nameOfEvent = {
  nameOf: ({ event }: GoodEvent): string => event.event,
  rename: (good: Indexed<GoodEvent>, name: string) => ({ ...good, event: { ...good.event, event: name } }),
};

const noSites: ReadonlyMap<string, string> = new Map();

/** Returns the function that makes the row of an event, and its row on the site on which it happened. */
function rowWriter(
  { application, user }: Caller,
  location: GeoLocation,
  received_at: number,
  sites: ReadonlyMap<string, string>,
): (event: Named<GoodEvent>) => EventRow {
  const makeRow = createRowWriter({ application_id: application.id, user_id: user.id, received_at, location });
  return (namedEvent) => {
    const row = makeRow(namedEvent);
    const { event_id, occurred_at } = row;
    const site_id = sites.get(readSiteCode(namedEvent.event) ?? '');
    if (site_id !== undefined)
      row.site = makeVisitRow(namedEvent.event, {
        application_id: application.id,
        event_id,
        site_id,
        visitor_id: user.id,
        occurred_at,
        received_at,
        country_code: location.country_code,
      });
    return row;
  };
}

/** The latest sign of each device that the events name. */
function signsOf(
  events: readonly GoodEvent[],
  about: Pick<DeviceSign, 'application_id' | 'user_id' | 'client_ip'>,
): Iterable<DeviceSign> {
  const signs = new Map<string, DeviceSign>();
  for (const { event, occurred_at } of events) {
    const { installation_id, platform, app_version } = event;
    if (installation_id === undefined || platform === undefined) continue;
    const key = `${installation_id} ${platform} ${app_version ?? ''}`;
    if ((signs.get(key)?.occurred_at ?? 0) > occurred_at) continue;
    signs.set(key, { ...about, installation_id: installation_id.toLowerCase(), platform, app_version, occurred_at });
  }
  return signs.values();
}
