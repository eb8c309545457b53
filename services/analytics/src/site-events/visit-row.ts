import type { ClientEvent } from '@platform/contracts';
import { type GivenVisit, readVisit } from './visit.ts';

/**
 * The code of the site that an event of an application names, wherever it does; as the stored properties have
 * it.
 */
export function siteNamedIn({ cms_site_code, properties }: ClientEvent): string | undefined {
  const inProperties = properties?.site_code;
  return typeof inProperties === 'string' ? inProperties : cms_site_code;
}

export interface VisitIds {
  application_id: string;
  /** The id of the event, under which it is stored once. */
  event_id: string;
  site_id: string;
  visitor_id: string;
  /** In milliseconds. */
  occurred_at: number;
  /** In milliseconds. */
  received_at: number;
  country_code: string | null;
}

/**
 * The row of a site for an event of an application that names it: the visitor is the user. Page, referrer and
 * campaign come from its properties where they have them; the properties themselves stay with the event
 * alone.
 */
export const visitRow = ({ event, properties }: ClientEvent, { occurred_at, received_at, ...ids }: VisitIds): string =>
  JSON.stringify({
    ...ids,
    event,
    occurred_at: new Date(occurred_at).toISOString(),
    received_at: new Date(received_at).toISOString(),
    ...readVisit((properties ?? {}) as GivenVisit),
  });
