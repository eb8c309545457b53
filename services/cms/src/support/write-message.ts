import { cms, maxTicketMessages } from '@platform/contracts';
import { fail, newId, type Tx } from '@platform/runtime';
import { and, count, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { sealFor } from '../personal-data/subject-keys.ts';
import { support_messages } from '../schema.ts';
import { bindAttachments, type Uploader } from './bind-attachments.ts';
import { messageSealContext, saveTicket, type TicketRow } from './ticket.ts';
import { afterMessage } from './ticket-states.ts';

type Writer = Pick<App, 'sealer' | 'clock' | 'emit'>;
export type MessageRow = typeof support_messages.$inferSelect;

interface NewMessage {
  message: string;
  attachment_ids: readonly string[];
  /** The user of the ticket, or the administrator who writes. */
  by: Uploader;
  is_internal: boolean;
}

/**
 * Writes a message of a locked ticket, with its files, status and event.
 * @throws AppError `ticket_closed`, `attachment_not_found`, `payload_too_large`, `conflict` for a full
 * ticket; SubjectErasedError
 */
export async function writeMessage(
  app: Writer,
  tx: Tx,
  ticket: TicketRow,
  { message, attachment_ids, by, is_internal }: NewMessage,
): Promise<{ ticket: TicketRow; row: MessageRow }> {
  const now = app.clock.now();
  const author = by.admin_id === null ? 'user' : 'staff';
  const state = is_internal ? ticket : (afterMessage(ticket, author, now) ?? fail('ticket_closed'));
  if (ticket.erased_at !== null)
    fail('ticket_closed', { message: 'The user of the ticket was erased: the ticket takes no more messages.' });
  const [total] = await tx
    .select({ messages: count() })
    .from(support_messages)
    .where(and(eq(support_messages.ticket_id, ticket.id), eq(support_messages.is_internal, is_internal)));
  if ((total?.messages ?? 0) >= maxTicketMessages) {
    const what = is_internal
      ? 'internal notes at most: change an existing note'
      : 'messages at most: open a new ticket';
    fail('conflict', { message: `A ticket has ${maxTicketMessages} ${what}.` });
  }

  const seal = await sealFor(app, tx, ticket.user_id);
  const id = newId();
  const row: MessageRow = {
    id,
    ticket_id: ticket.id,
    author,
    admin_id: by.admin_id,
    is_internal,
    message: seal(message, messageSealContext(id)),
    created_at: now,
  };
  await tx.insert(support_messages).values(row);
  await bindAttachments(app, tx, { ticket, message_id: id, is_internal, ids: attachment_ids, by, seal });
  if (is_internal) return { ticket, row };
  const { status, pending_since, closed_at } = state;
  const changes = { status, pending_since, closed_at, last_message_at: now, message_count: ticket.message_count + 1 };
  const saved = await saveTicket(tx, ticket, changes, now);
  // The event of the first message is `support_ticket.created`.
  if (ticket.message_count > 0) {
    const { application_id, user_id } = ticket;
    const data = { ticket_id: ticket.id, user_id, message_id: id, author, status } as const;
    await app.emit(tx, cms.events.supportTicketReplied, data, { application_id, occurred_at: now });
  }
  return { ticket: saved, row };
}
