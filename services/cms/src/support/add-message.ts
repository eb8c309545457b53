import type { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { readMessage } from './get-ticket.ts';
import { tellStaff } from './notify.ts';
import { asUser, lockTicket, type TicketOwner } from './ticket.ts';
import { writeMessage } from './write-message.ts';

type Body = EndpointRequest<typeof cms.endpoints.addTicketMessage>['body'];

/**
 * Writes to an own ticket, which opens it.
 * @throws AppError `user_not_found`, `ticket_not_found`, `ticket_closed`, `attachment_not_found`,
 * `payload_too_large`, `conflict`
 */
export async function addMessage(app: App, owner: TicketOwner, id: string, { message, attachment_ids }: Body) {
  const { ticket, row } = await asUser(() =>
    app.db.transaction(async (tx) => {
      const ticket = await lockTicket(tx, id, owner);
      const by = { ...owner, admin_id: null };
      const written = await writeMessage(app, tx, ticket, { message, attachment_ids, by, is_internal: false });
      await tellStaff(app, tx, written.ticket, 'support_message');
      return written;
    }),
  );
  return readMessage(app, ticket, row);
}
