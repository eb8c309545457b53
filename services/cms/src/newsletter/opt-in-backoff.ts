import { hourMs, minuteMs } from '@platform/runtime';

/**
 * Backoff after the first mail, the second, and so on: anyone can enter an address, but only its owner can
 * confirm it.
 */
const waits = [10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs];

/**
 * When an address may get its next opt-in mail.
 * @param mails mails since its owner confirmed last, or ever
 * @param mailed_at when the latest of them was due
 * @param now the earliest answer
 * @returns null where no further mail goes: the owner of five mails wants none
 */
export function nextOptInMail(mails: number, mailed_at: Date | null, now: Date): Date | null {
  if (mails === 0 || mailed_at === null) return now;
  const wait = waits[mails - 1];
  return wait === undefined ? null : new Date(Math.max(mailed_at.getTime() + wait, now.getTime()));
}
