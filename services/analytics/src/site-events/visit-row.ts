import type { ClientEvent } from '@platform/contracts';
import { type GivenVisit, readVisit } from './visit.ts';

/**
 * Reads the site code that an event of an application names. A string in `properties.site_code` takes
 * precedence over `cms_site_code`.
 */
export function readSiteCode({ cms_site_code, properties }: ClientEvent): string | undefined {
  const inProperties = properties?.site_code;
  return typeof inProperties === 'string' ? inProperties : cms_site_code;
}

export interface VisitIds {
  application_id: string;
  /** Id of the event and its deduplication key. */
  event_id: string;
  site_id: string;
  visitor_id: string;
  /** Unix time in milliseconds. */
  occurred_at: number;
  /** Unix time in milliseconds. */
  received_at: number;
  country_code: string | null;
}

/**
 * Makes the JSON row of `site_events` for an event of an application that names a site. The visitor is the
 * user. Page, referrer and campaign come from the properties of the event, if it has them. The properties
 * themselves are stored with the event alone.
 */
export const makeVisitRow = (
  { event, properties }: ClientEvent,
  { occurred_at, received_at, ...ids }: VisitIds,
): string =>
  JSON.stringify({
    ...ids,
    event,
    occurred_at: new Date(occurred_at).toISOString(),
    received_at: new Date(received_at).toISOString(),
    ...readVisit((properties ?? {}) as GivenVisit),
  });
