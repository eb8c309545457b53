import type { EventName } from '@platform/contracts';
import { findRow, type Tx } from '@platform/runtime';
import type { z } from 'zod';
import { event_names } from '../schema.ts';

export type EventNameRow = typeof event_names.$inferSelect;
export type ListedName = z.input<typeof EventName>;

/** A name as administrators see it. */
export const toEventName = (row: EventNameRow): ListedName => ({
  event_name: row.event,
  status: row.merged_into !== null ? 'merged' : row.is_allowed ? 'allowed' : 'seen',
  merged_into: row.merged_into,
  events: row.events,
  first_seen_at: row.first_seen_at.toISOString(),
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
});

/** One name of an owner; undefined when it is not listed. */
export async function findName(tx: Tx, ownerId: string, name: string): Promise<EventNameRow | undefined> {
  const row = await findRow(tx, event_names, { application_id: ownerId, event: name });
  return row;
}
