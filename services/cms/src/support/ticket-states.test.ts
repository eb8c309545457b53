import { describe, expect, test } from '@jest/globals';
import { afterMessage, enter, isSilent, type TicketState } from './ticket-states.ts';

const now = new Date('2026-03-20T12:00:00Z');
const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 - ms);
const open: TicketState = { status: 'open', pending_since: null, closed_at: null };
const pending = (days: number): TicketState => ({ status: 'pending', pending_since: daysAgo(days), closed_at: null });
const closed = (days: number, ms = 0): TicketState => ({
  status: 'closed',
  pending_since: null,
  closed_at: daysAgo(days, ms),
});

describe('a message', () => {
  test('of the user opens a ticket, one that was closed 14 days ago too', () => {
    for (const state of [open, pending(3), closed(0), closed(14)])
      expect(afterMessage(state, 'user', now)).toEqual(open);
  });

  test('of staff makes it wait for the user, from now on', () => {
    for (const state of [open, pending(3), closed(14)])
      expect(afterMessage(state, 'staff', now)).toEqual({ ...open, status: 'pending', pending_since: now });
  });

  test('of either side comes too late after more than 14 days', () => {
    expect(afterMessage(closed(14, 1), 'user', now)).toBeNull();
    expect(afterMessage(closed(14, 1), 'staff', now)).toBeNull();
  });
});

test('the same status again keeps the times of a ticket', () => {
  // Given a whole row, `enter` answers only the state: other columns would undo concurrent changes of the
  // row.
  expect(enter({ ...closed(3), priority: 'high' } as TicketState, 'closed', now)).toEqual(closed(3));
  expect(enter(pending(3), 'pending', now)).toEqual(pending(3));
  expect(enter(pending(3), 'closed', now)).toEqual(closed(0));
  expect(enter(closed(30), 'open', now)).toEqual(open);
});

test('a ticket is silent 14 days after the last answer of staff', () => {
  expect(isSilent(pending(14), now)).toBe(true);
  expect(isSilent({ ...pending(14), pending_since: new Date(daysAgo(14).getTime() + 1) }, now)).toBe(false);
  expect(isSilent({ ...open, pending_since: daysAgo(20) }, now)).toBe(false);
});
