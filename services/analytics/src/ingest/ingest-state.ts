import type { Observer } from '@platform/runtime';
import type { GroupCommit } from './group-commit.ts';
import type { NameSender } from './new-name-limits.ts';
import type { SentRow } from './stored-rows.ts';

/** An event on its way into the table. */
export interface EventRow extends SentRow {
  application_id: string;
  /** In milliseconds. */
  occurred_at: number;
  /** The client made the id, so the event may come again. */
  is_named: boolean;
  /** All columns, as JSON: small, and nothing is left to be done with it but to send it. */
  json: string;
  /**
   * The row of the site on which it happened, as JSON with the ids of the event; see
   * site-events/visit-row.ts.
   */
  site?: string;
}

/** The name under which events count, by the name they come with. */
export type StoredNames = ReadonlyMap<string, string>;

export interface EventNames {
  /**
   * The name under which events count, by the name they come with: the same, or the one it was merged into. A
   * name that is absent found no room and counts as `(other)`. New names are recorded before this resolves.
   * @throws AppError `service_unavailable` when they cannot be recorded now, or too many requests wait for that
   */
  resolveNames(owner_id: string, names: ReadonlySet<string>, sender: NameSender): Promise<StoredNames>;
  /** Invalidates the cached names of an owner, after a change by an administrator. */
  forget(owner_id: string): void;
}

/** Outcome of an event: `stored`, `duplicate`, or why it was rejected. */
export interface IngestCounts {
  add(application_id: string, outcome: string, count: number): void;
  /** Adds to the bytes that the visitors of a site stored today. */
  addBytes(site_id: string, bytes: number): void;
  /**
   * Resolves when everything that was counted so far is written; what cannot be written stays for the next
   * time.
   */
  flush(): Promise<void>;
  /** Writes the rest, after the running write. */
  stop(): Promise<void>;
}

/** Counts stored events by the name they come with, for the list of names. */
export interface NameCounts {
  add<Event>(owner_id: string, events: readonly Event[], nameOf: (event: Event) => string): void;
  /** Resolves when everything that was counted so far is written, or cannot be written now. */
  flush(): Promise<void>;
  /** Writes the rest. */
  stop(): Promise<void>;
}

/** A sign of life of a device: an event of its user that names it. */
export interface DeviceSign {
  application_id: string;
  user_id: string;
  installation_id: string;
  platform: string;
  app_version: string | undefined;
  client_ip: string;
  /** In milliseconds. */
  occurred_at: number;
}

export interface DeviceSigns {
  /** Reports to identity that a device was seen. No caller waits for it. */
  report(sign: DeviceSign): void;
  /** Resolves when no report is in flight. Queued reports are discarded: the next event repeats them. */
  stop(): Promise<void>;
}

/** State of the ingest pipeline, one per process. */
export interface Ingest {
  events: GroupCommit<EventRow>;
  names: EventNames;
  counts: IngestCounts;
  nameCounts: NameCounts;
  observers: Observer[];
  devices: DeviceSigns;
  /** Drains the queue: every accepted event is stored. */
  stop(): Promise<void>;
}
