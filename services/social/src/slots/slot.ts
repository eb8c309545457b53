import type { SocialSlot } from '@platform/contracts';
import { dayMs, invalidField, newId, withIsoTimes } from '@platform/runtime';
import type { z } from 'zod';
import type { AccountRow } from '../accounts/account.ts';
import type { BrandRow } from '../brands/brand.ts';
import { isCalendarTime, toLocalTime, toMoment } from '../posts/local-time.ts';
import type { slots } from '../schema.ts';

export type SlotRow = typeof slots.$inferSelect;
export type SlotView = z.input<typeof SocialSlot>;

/** A slot as administrators see it. */
export const toSlot = ({ plan_version: _, ...row }: SlotRow, { channel }: Pick<AccountRow, 'channel'>): SlotView => ({
  ...withIsoTimes(row),
  channel,
});

const furthestMs = 365 * dayMs;

/**
 * Asserts that a time is ahead, within a year.
 * @throws `validation_failed` for the field
 */
export function requireAhead(field: string, at: Date, now: Date): void {
  if (at <= now) invalidField(field, 'is in the past: choose a later time');
  if (at.getTime() > now.getTime() + furthestMs)
    invalidField(field, 'is more than 365 days ahead: choose an earlier time');
}

/**
 * The moment of a slot.
 * @throws AppError `validation_failed` for no day of the calendar, for what is over, and for more than a year ahead
 */
export function slotMoment({ timezone }: Pick<BrandRow, 'timezone'>, local_time: string, now: Date): Date {
  if (!isCalendarTime(local_time)) return invalidField('local_time', 'is not a day of the calendar');
  const at = toMoment(local_time, timezone);
  requireAhead('local_time', at, now);
  return at;
}

/** A new row of a slot. Its local time is that of its moment. Pure but for its id. */
export const newSlot = (
  {
    account,
    at,
    timezone,
    rubric,
    variant_id,
    origin,
    pinned = false,
  }: Pick<SlotRow, 'at' | 'rubric' | 'variant_id' | 'origin'> & {
    account: AccountRow;
    timezone: string;
    pinned?: boolean;
  },
  now: Date,
): SlotRow => ({
  id: newId(),
  brand_id: account.brand_id,
  account_id: account.id,
  at,
  local_time: toLocalTime(at, timezone),
  rubric,
  variant_id,
  origin,
  pinned,
  state: variant_id === null ? 'empty' : 'planned',
  plan_version: origin === 'plan' ? 1 : null,
  version: 1,
  created_at: now,
  updated_at: now,
});
