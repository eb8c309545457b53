import { cms } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { openFor } from '../personal-data/subject-keys.ts';
import { lockTicket, saveTicket, type TicketOwner, type TicketRow, type TicketView, toTicket } from './ticket.ts';
import { enter } from './ticket-states.ts';

type Closer = Pick<App, 'emit' | 'clock'>;

/** Closes a locked ticket that is not closed, with its event. */
export async function closeTicket(
  app: Closer,
  tx: Tx,
  {
    ticket,
    closed_by,
    changes = {},
  }: { ticket: TicketRow; closed_by: 'user' | 'staff' | 'inactivity' | 'erasure'; changes?: Partial<TicketRow> },
): Promise<TicketRow> {
  const now = app.clock.now();
  const saved = await saveTicket(tx, ticket, { ...enter(ticket, 'closed', now), ...changes }, now);
  const { id: ticket_id, user_id, application_id } = ticket;
  const about = { application_id, occurred_at: now };
  await app.emit(tx, cms.events.supportTicketClosed, { ticket_id, user_id, closed_by }, about);
  return saved;
}

/** Closes an own ticket; one that is closed stays as it is. */
export async function closeMyTicket(
  app: Closer & Pick<App, 'db' | 'sealer' | 'log'>,
  owner: TicketOwner,
  id: string,
): Promise<TicketView> {
  const row = await app.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, id, owner);
    return ticket.status === 'closed' ? ticket : closeTicket(app, tx, { ticket, closed_by: 'user' });
  });
  return toTicket(row, await openFor(app, app.db, [row.user_id]));
}
