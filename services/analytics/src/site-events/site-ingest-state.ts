import type { DailyBudget, Observer } from '@platform/runtime';
import type { GroupCommit } from '../ingest/group-commit.ts';
import type { SentRow } from '../ingest/stored-rows.ts';

/** An event of a site on its way into the table. */
export interface SiteEventRow extends SentRow {
  site_id: string;
  /** All columns, and whether the page made the id (`is_named`), as JSON. */
  json: string;
}

export interface VisitorSalts {
  /** The salt of a date, `YYYY-MM-DD`, for all sites where it is that date. */
  of(day: string): Promise<Buffer>;
}

export interface LinkedSites {
  /** Ids of the active sites of an application by their codes; none while the cms does not answer. */
  linkedTo(application_id: string): Promise<ReadonlyMap<string, string>>;
  observers: Observer[];
}

/** State of the ingest pipeline of site events, one per process. */
export interface SiteIngest {
  events: GroupCommit<SiteEventRow>;
  /** Bounds the bytes of a site and a day. */
  budget: DailyBudget;
  salts: VisitorSalts;
  sites: LinkedSites;
  observers: Observer[];
  /** Drains the queue: every accepted event is stored. */
  stop(): Promise<void>;
}
