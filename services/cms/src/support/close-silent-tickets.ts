import { dayMs } from '@platform/runtime';
import { and, asc, eq, lte } from 'drizzle-orm';
import type { App } from '../app.ts';
import { support_tickets } from '../schema.ts';
import { closeTicket } from './close-ticket.ts';
import { readContact, tellUser } from './notify.ts';
import { isSilent, silentDays } from './ticket-states.ts';

type Closer = Pick<App, 'db' | 'clock' | 'emit' | 'sealer' | 'log' | 'ask' | 'mailer' | 'mailWakeup' | 'supportEmails'>;

/** Tickets of one run. */
const maxTickets = 100;

/**
 * Closes tickets whose user has said nothing for 14 days since the last answer, at most a hundred, each in a
 * transaction of its own. Several replicas may run it at once.
 * @returns how many were closed
 */
export async function closeSilentTickets(app: Closer): Promise<number> {
  const now = app.clock.now();
  const before = new Date(now.getTime() - silentDays * dayMs);
  const silent = await app.db
    .select()
    .from(support_tickets)
    .where(and(eq(support_tickets.status, 'pending'), lte(support_tickets.pending_since, before)))
    .orderBy(asc(support_tickets.pending_since))
    .limit(maxTickets);
  let closed = 0;
  for (const unlocked of silent) {
    try {
      const contact = await readContact(app, unlocked);
      const isClosed = await app.db.transaction(async (tx) => {
        const [locked] = await tx
          .select()
          .from(support_tickets)
          .where(eq(support_tickets.id, unlocked.id))
          .for('update', { skipLocked: true });
        if (!locked || !isSilent(locked, now)) return false;
        const ticket = await closeTicket(app, tx, { ticket: locked, closed_by: 'inactivity' });
        await tellUser(app, tx, { ticket, contact, kind: 'support_closed' });
        return true;
      });
      if (isClosed) closed += 1;
    } catch (error) {
      app.log.warn({ err: error, ticket_id: unlocked.id }, 'a silent ticket could not be closed; it is retried');
    }
  }
  return closed;
}
