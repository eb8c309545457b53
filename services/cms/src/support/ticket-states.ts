import { dayMs } from '@platform/runtime';
import type { support_tickets } from '../schema.ts';

/** The state machine of tickets. */

type TicketRow = typeof support_tickets.$inferSelect;
export type TicketStatus = TicketRow['status'];
export type TicketState = Pick<TicketRow, 'status' | 'pending_since' | 'closed_at'>;

/** How long a closed ticket takes messages, in days. */
export const reopenDays = 14;
/** How long a ticket waits for its user before it is closed, in days. */
export const silentDays = 14;

/** The state of a ticket that comes to a status now. The same status keeps its times. */
export function enter(state: TicketState, status: TicketStatus, now: Date): TicketState {
  const { pending_since, closed_at } = state;
  if (state.status === status) return { status, pending_since, closed_at };
  return { status, pending_since: status === 'pending' ? now : null, closed_at: status === 'closed' ? now : null };
}

/**
 * The state after a public message: a user opens a ticket, an answer of staff makes it wait for the user.
 * @returns null for a ticket that was closed too long ago
 */
export function afterMessage(state: TicketState, author: 'user' | 'staff', now: Date): TicketState | null {
  const { status, closed_at } = state;
  if (status === 'closed' && closed_at && now.getTime() - closed_at.getTime() > reopenDays * dayMs) return null;
  if (author === 'user') return enter(state, 'open', now);
  // The user has all the time again after another answer.
  return { status: 'pending', pending_since: now, closed_at: null };
}

/** Whether a ticket waited too long for its user. */
export const isSilent = ({ status, pending_since }: TicketState, now: Date): boolean =>
  status === 'pending' && pending_since !== null && now.getTime() - pending_since.getTime() >= silentDays * dayMs;
