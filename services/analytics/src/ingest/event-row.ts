import { type GeoLocation, newId } from '@platform/runtime';
import type { EventRow } from './ingest-state.ts';
import type { GoodEvent } from './judge-event.ts';
import type { Named } from './refusals.ts';

/** What the events of one user in one request have in common. */
export interface SharedColumns {
  application_id: string;
  user_id: string;
  /** In milliseconds. */
  received_at: number;
  /** Where the client is; absent for events of a back end. */
  location?: GeoLocation;
  from_back_end?: true;
}

/** Returns the function that makes the row of an event. The shared columns are serialised once. */
export function createRowWriter({
  received_at,
  location,
  ...columns
}: SharedColumns): (event: Named<GoodEvent>) => EventRow {
  const shared = JSON.stringify({
    ...columns,
    received_at: new Date(received_at).toISOString(),
    ...location,
  }).slice(0, -1);
  return ({ event, occurred_at, properties, sent_name }) => {
    const is_named = event.event_id !== undefined;
    const event_id = event.event_id?.toLowerCase() ?? newId();
    const eventJson = JSON.stringify({
      event_id,
      is_named,
      event: event.event,
      occurred_at: new Date(occurred_at).toISOString(),
      installation_id: event.installation_id,
      platform: event.platform,
      app_version: event.app_version,
    });
    const json = `${shared},${eventJson.slice(1, -1)}${properties === null ? '' : `,"properties":${properties}`}}`;
    return { application_id: columns.application_id, event_id, sent_name, occurred_at, is_named, json };
  };
}
