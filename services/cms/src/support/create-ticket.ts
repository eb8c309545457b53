import { cms, type TicketWithMessages } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { sealFor } from '../personal-data/subject-keys.ts';
import { support_tickets } from '../schema.ts';
import { getMyTicket } from './get-ticket.ts';
import { tellStaff } from './notify.ts';
import { holdPresentUser } from './present-user.ts';
import { asUser, subjectSealContext, type TicketOwner, type TicketRow } from './ticket.ts';
import { writeMessage } from './write-message.ts';

type Body = EndpointRequest<typeof cms.endpoints.createTicket>['body'];

/**
 * Opens a ticket with its first message and files.
 * @throws AppError `user_not_found`, `attachment_not_found`, `payload_too_large`
 */
export async function createTicket(
  app: App,
  caller: TicketOwner,
  { subject, message, category, app_version, platform, attachment_ids }: Body,
): Promise<z.input<typeof TicketWithMessages>> {
  const id = newId();
  const owner = await asUser(() =>
    app.db.transaction(async (tx) => {
      const now = app.clock.now();
      const owner = { ...caller, user_id: await holdPresentUser(tx, caller.user_id) };
      const seal = await sealFor(app, tx, owner.user_id);
      const row: TicketRow = {
        id,
        ...owner,
        subject: seal(subject, subjectSealContext(id)),
        category: category ?? null,
        app_version: app_version ?? null,
        platform: platform ?? null,
        status: 'open',
        priority: 'normal',
        assignee_id: null,
        version: 0,
        message_count: 0,
        pending_since: null,
        closed_at: null,
        erased_at: null,
        user_told_at: null,
        staff_told_at: null,
        created_at: now,
        updated_at: now,
        last_message_at: now,
      };
      await tx.insert(support_tickets).values(row);
      const by = { ...owner, admin_id: null };
      const { ticket } = await writeMessage(app, tx, row, { message, attachment_ids, by, is_internal: false });
      const { application_id, user_id } = owner;
      const facts = { category: row.category, app_version: row.app_version, platform: row.platform };
      const data = { ticket_id: id, user_id, ...facts };
      await app.emit(tx, cms.events.supportTicketCreated, data, { application_id, occurred_at: now });
      await tellStaff(app, tx, ticket, 'support_ticket');
      return owner;
    }),
  );
  return getMyTicket(app, owner, id);
}
