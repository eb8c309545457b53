import { maxTicketBytes } from '@platform/contracts';
import { fail, type Tx } from '@platform/runtime';
import { and, asc, eq, gt, inArray, isNotNull, isNull, sum } from 'drizzle-orm';
import type { App } from '../app.ts';
import { support_attachments, support_messages } from '../schema.ts';
import { nameSealContext } from './attachment.ts';
import type { TicketOwner, TicketRow } from './ticket.ts';

/** A user of an application, or an administrator. */
export type Uploader = (TicketOwner & { admin_id: null }) | { application_id: null; user_id: null; admin_id: string };

interface Binding {
  ticket: TicketRow;
  message_id: string;
  /** Files of internal notes have a bound of their own: the user does not see them. */
  is_internal: boolean;
  ids: readonly string[];
  /** The side that uploaded them and writes the message. */
  by: Uploader;
  /** Seals texts for the user of the ticket. */
  seal: (text: string, sealContext: string) => string;
}

/** Files of this uploader that wait for their message. */
export const isOf = ({ application_id, user_id, admin_id }: Uploader) =>
  admin_id === null
    ? and(
        eq(support_attachments.application_id, application_id),
        eq(support_attachments.user_id, user_id),
        isNull(support_attachments.admin_id),
      )
    : eq(support_attachments.admin_id, admin_id);

/**
 * Attaches uploaded files to a message of a locked ticket. Each file belongs to one message.
 * @throws AppError `attachment_not_found` for a file that does not exist, is of the other side, or belongs to
 * another message; `payload_too_large` when the messages or the notes of the ticket would have more than 50
 * MiB
 */
export async function bindAttachments(
  app: Pick<App, 'sealer' | 'clock'>,
  tx: Tx,
  { ticket, message_id, is_internal, ids, by, seal }: Binding,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx
    .select()
    .from(support_attachments)
    .where(
      and(
        inArray(support_attachments.id, [...ids]),
        isOf(by),
        isNull(support_attachments.ticket_id),
        isNotNull(support_attachments.file),
        gt(support_attachments.expires_at, app.clock.now()),
      ),
    )
    .orderBy(asc(support_attachments.id))
    .for('update');
  if (rows.length < ids.length) fail('attachment_not_found');
  const [present] = await tx
    .select({ bytes: sum(support_attachments.size_bytes) })
    .from(support_attachments)
    .innerJoin(support_messages, eq(support_messages.id, support_attachments.message_id))
    .where(and(eq(support_attachments.ticket_id, ticket.id), eq(support_messages.is_internal, is_internal)));
  const bytes = rows.reduce((total, { size_bytes }) => total + size_bytes, Number(present?.bytes ?? 0));
  if (bytes > maxTicketBytes)
    fail('payload_too_large', {
      message: 'The files of a ticket may have 50 MiB at most: send fewer or smaller files.',
    });
  const { application_id, user_id } = ticket;
  for (const row of rows) {
    // Files of staff were sealed before it was known whose ticket they are for.
    const sealContext = nameSealContext(row.id);
    const file_name =
      row.user_id === null ? seal(app.sealer.open(row.file_name, sealContext).toString(), sealContext) : row.file_name;
    await tx
      .update(support_attachments)
      .set({
        application_id,
        user_id,
        file_name,
        ticket_id: ticket.id,
        message_id,
        position: ids.indexOf(row.id),
        expires_at: null,
      })
      .where(eq(support_attachments.id, row.id));
  }
}
