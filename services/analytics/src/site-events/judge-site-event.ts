import { maxSitePropertiesBytes, SiteEvent } from '@platform/contracts';
import { firstIssue } from '@platform/contracts/faults';
import { isStorable, notStorable, writeProperties } from '../ingest/judge-event.ts';
import { type Refusal, refuse } from '../ingest/refusals.ts';
import { readVisit, type Visit } from './visit.ts';

/** An event of a site that can be stored. */
export interface GoodSiteEvent {
  event: string;
  /** In lower case; undefined when the page made none. */
  event_id: string | undefined;
  visit: Visit;
  /** As JSON, null without any. */
  properties: string | null;
}

/** Judges one event of a site by itself: its fields and its properties. */
export function judgeSiteEvent(raw: unknown): GoodSiteEvent | Refusal {
  const parsed = SiteEvent.safeParse(raw);
  if (!parsed.success) {
    const { path, predicate } = firstIssue(parsed.error);
    return refuse('validation_failed', path, predicate);
  }
  const { event, event_id, properties, ...fields } = parsed.data;
  for (const [field, value] of Object.entries({ event, ...fields }))
    if (!isStorable(value)) return refuse('validation_failed', field, notStorable);
  const json = writeProperties({ properties }, maxSitePropertiesBytes);
  if (typeof json === 'object' && json !== null) return json;
  return { event, event_id: event_id?.toLowerCase(), visit: readVisit(fields), properties: json };
}
