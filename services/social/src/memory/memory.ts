import type { SocialMemory } from '@platform/contracts';
import { type Database, type Tx, withIsoTimes } from '@platform/runtime';
import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import { memories } from '../schema.ts';

export type MemoryRow = typeof memories.$inferSelect;
export type MemoryView = z.input<typeof SocialMemory>;

/** An entry of the memory as administrators see it. */
export const toMemory = (row: MemoryRow, now: Date): MemoryView => ({
  ...withIsoTimes(row),
  is_expired: row.expires_at !== null && row.expires_at <= now,
});

/** What a brand knows at a moment: without what has expired, the oldest first. */
export const readMemory = (db: Database | Tx, brand_id: string, now: Date): Promise<MemoryRow[]> =>
  db
    .select()
    .from(memories)
    .where(and(eq(memories.brand_id, brand_id), or(isNull(memories.expires_at), gt(memories.expires_at, now))))
    .orderBy(asc(memories.id));
