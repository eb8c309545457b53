import type { Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import type { BrandRow } from '../brands/brand.ts';
import { toLocalTime } from '../posts/local-time.ts';
import { slots } from '../schema.ts';
import { newSlot } from './slot.ts';

/** Gives a locked post a time in the calendar: its slot moves, or it gets one. */
export async function setSlotTime(
  tx: Tx,
  {
    at,
    account,
    brand,
    variant_id,
    now,
  }: { at: Date; account: AccountRow; brand: BrandRow; variant_id: string; now: Date },
): Promise<void> {
  await lockAccounts(tx, [account.id]);
  const moved = await tx
    .update(slots)
    .set({ at, local_time: toLocalTime(at, brand.timezone), updated_at: now })
    .where(eq(slots.variant_id, variant_id))
    .returning({ id: slots.id });
  if (moved.length > 0) return;
  const slot = newSlot({ account, at, timezone: brand.timezone, rubric: null, variant_id, origin: 'content' }, now);
  await tx.insert(slots).values(slot);
}
