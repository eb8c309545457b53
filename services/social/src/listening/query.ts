import type { ListeningItem, ListeningQuery } from '@platform/contracts';
import { withIsoTimes } from '@platform/runtime';
import type { z } from 'zod';
import type { listening_items, listening_queries } from '../schema.ts';

export type QueryRow = typeof listening_queries.$inferSelect;
export type FoundRow = typeof listening_items.$inferSelect;
export type QueryView = z.input<typeof ListeningQuery>;
export type FoundView = z.input<typeof ListeningItem>;

/** A query as administrators see it. */
export const toQuery = (row: QueryRow): QueryView => withIsoTimes(row);

/** An item that listening found, as administrators see it. */
export const toFound = ({ remote_id: _, ...row }: FoundRow): FoundView => withIsoTimes(row);
