import type { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, findRow } from '@platform/runtime';
import type { App } from '../app.ts';
import { support_tickets } from '../schema.ts';
import { readAdminMessage } from './get-ticket.ts';
import { readContact, tellUser } from './notify.ts';
import { asUser, lockTicket } from './ticket.ts';
import { writeMessage } from './write-message.ts';

type Body = EndpointRequest<typeof cms.endpoints.answerTicket>['body'];

/**
 * Answers a ticket, or leaves a note that its user never sees.
 * @throws AppError `ticket_not_found`, `user_not_found` for an erased user, `ticket_closed`,
 * `attachment_not_found`, `payload_too_large`, `conflict`, `service_unavailable` when the address of the user
 * cannot be asked for
 */
export async function answerTicket(
  app: App,
  id: string,
  { message, attachment_ids, is_internal }: Body,
  admin: { id: string },
) {
  const unlocked = await findRow(app.db, support_tickets, { id });
  if (!unlocked) return fail('ticket_not_found');
  const contact = is_internal ? null : await readContact(app, unlocked);
  const { ticket, row } = await asUser(() =>
    app.db.transaction(async (tx) => {
      const locked = await lockTicket(tx, id, null);
      const by = { application_id: null, user_id: null, admin_id: admin.id };
      const written = await writeMessage(app, tx, locked, { message, attachment_ids, by, is_internal });
      if (!is_internal) await tellUser(app, tx, { ticket: written.ticket, contact, kind: 'support_reply' });
      const { application_id } = locked;
      await app.audit.record(tx, { before: null, after: { id: written.row.id, is_internal }, application_id });
      return written;
    }),
  );
  return readAdminMessage(app, ticket, row);
}
