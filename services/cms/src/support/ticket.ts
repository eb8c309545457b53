import type { AdminTicket, Ticket } from '@platform/contracts';
import { fail, findRow, SubjectErasedError, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { support_tickets } from '../schema.ts';

export type TicketRow = typeof support_tickets.$inferSelect;
export type TicketView = z.input<typeof Ticket>;
export type AdminTicketView = z.input<typeof AdminTicket>;

/** A user of an application: tickets of others do not exist for this one. */
export interface TicketOwner {
  application_id: string;
  user_id: string;
}

/** Opens the sealed texts of the users that it was made for; null where the user was erased. */
export type OpenText = (user_id: string, sealed: string | null, sealContext: string) => string | null;

/** Where sealed texts belong. */
export const subjectSealContext = (ticketId: string) => `support_tickets:${ticketId}:subject`;
export const messageSealContext = (messageId: string) => `support_messages:${messageId}:message`;

const shared = (row: TicketRow) => ({
  id: row.id,
  status: row.status,
  category: row.category,
  app_version: row.app_version,
  platform: row.platform,
  message_count: row.message_count,
  created_at: row.created_at.toISOString(),
  last_message_at: row.last_message_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
});

/** A ticket as its user sees it. */
export const toTicket = (row: TicketRow, open: OpenText): TicketView => ({
  ...shared(row),
  subject: open(row.user_id, row.subject, subjectSealContext(row.id)) ?? '',
});

/** A ticket as staff sees it. */
export const toAdminTicket = (row: TicketRow, open: OpenText): AdminTicketView => ({
  ...shared(row),
  subject: open(row.user_id, row.subject, subjectSealContext(row.id)),
  application_id: row.application_id,
  user_id: row.user_id,
  priority: row.priority,
  assignee_id: row.assignee_id,
  version: row.version,
  updated_at: row.updated_at.toISOString(),
});

export const isTicketOf = ({ application_id, user_id }: TicketOwner) =>
  and(eq(support_tickets.application_id, application_id), eq(support_tickets.user_id, user_id));

/**
 * Locks a ticket: its messages and changes come one after the other.
 * @param owner null for staff, who see every ticket
 * @throws AppError `ticket_not_found`
 */
export async function lockTicket(tx: Tx, id: string, owner: TicketOwner | null): Promise<TicketRow> {
  const ofOwner = owner === null ? undefined : isTicketOf(owner);
  return (
    (await findRow(tx, support_tickets, and(eq(support_tickets.id, id), ofOwner), 'update')) ?? fail('ticket_not_found')
  );
}

/** Writes the change of a locked ticket. */
export async function saveTicket(tx: Tx, row: TicketRow, changes: Partial<TicketRow>, now: Date): Promise<TicketRow> {
  const [changed] = await tx
    .update(support_tickets)
    .set({ ...changes, version: row.version + 1, updated_at: now })
    .where(eq(support_tickets.id, row.id))
    .returning();
  return changed ?? row;
}

/** Runs the work of a user; one who was erased a moment ago is none. @throws AppError `user_not_found` */
export async function asUser<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SubjectErasedError) return fail('user_not_found');
    throw error;
  }
}
