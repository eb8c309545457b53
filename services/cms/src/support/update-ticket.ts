import { type cms, identity } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { assertVersion, fail, findRow } from '@platform/runtime';
import type { App } from '../app.ts';
import { openFor } from '../personal-data/subject-keys.ts';
import { support_tickets } from '../schema.ts';
import { closeTicket } from './close-ticket.ts';
import { readContact, tellUser } from './notify.ts';
import { type AdminTicketView, lockTicket, saveTicket, type TicketRow, toAdminTicket } from './ticket.ts';
import { enter } from './ticket-states.ts';

type Body = EndpointRequest<typeof cms.endpoints.updateTicket>['body'];

/**
 * Changes status, assignee and priority of a ticket.
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `ticket_not_found`, `admin_not_found`, `precondition_failed`, `ticket_closed` for the
 * status of a ticket whose user was erased
 */
export async function updateTicket(
  app: App,
  id: string,
  { status, assignee_id, priority }: Body,
  ifMatch: number | null,
): Promise<AdminTicketView> {
  const unlocked = await findRow(app.db, support_tickets, { id });
  if (!unlocked) return fail('ticket_not_found');
  if (assignee_id) {
    const { exists } = await app.ask(identity.queries.adminExists, { admin_id: assignee_id });
    if (!exists) fail('admin_not_found');
  }
  const contact = status === 'closed' && unlocked.status !== 'closed' ? await readContact(app, unlocked) : null;
  const open = await openFor(app, app.db, [unlocked.user_id]);
  return app.db.transaction(async (tx) => {
    const locked = await lockTicket(tx, id, null);
    assertVersion(ifMatch, locked.version);
    if (locked.erased_at !== null && status !== undefined && status !== 'closed')
      fail('ticket_closed', { message: 'The user of the ticket was erased: the ticket takes no more messages.' });
    const newValues = {
      assignee_id: assignee_id === undefined ? locked.assignee_id : assignee_id,
      priority: priority ?? locked.priority,
    };
    const row = await apply(app, tx, { ticket: locked, newValues, status: status ?? locked.status });
    if (row.status === 'closed' && locked.status !== 'closed')
      await tellUser(app, tx, { ticket: row, contact, kind: 'support_closed' });
    const [before, after] = [toAdminTicket(locked, open), toAdminTicket(row, open)];
    await app.audit.record(tx, { before, after, application_id: locked.application_id });
    return after;
  });
}

async function apply(
  app: App,
  tx: Parameters<typeof saveTicket>[0],
  {
    ticket,
    newValues,
    status,
  }: { ticket: TicketRow; newValues: Pick<TicketRow, 'assignee_id' | 'priority'>; status: TicketRow['status'] },
): Promise<TicketRow> {
  if (status === 'closed' && ticket.status !== 'closed')
    return closeTicket(app, tx, { ticket, closed_by: 'staff', changes: newValues });
  const isSame =
    status === ticket.status && newValues.assignee_id === ticket.assignee_id && newValues.priority === ticket.priority;
  const now = app.clock.now();
  return isSame ? ticket : saveTicket(tx, ticket, { ...newValues, ...enter(ticket, status, now) }, now);
}
