import type { Tx } from '@platform/runtime';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { endMailsOf } from '../mails/end-mails-of.ts';
import { closeSubject } from '../personal-data/subject-keys.ts';
import { support_attachments, support_tickets } from '../schema.ts';
import { closeTicket } from './close-ticket.ts';
import { saveTicket } from './ticket.ts';

/**
 * Erases a user: the key of all texts is destroyed, queued mails are cancelled, the job `sweep-attachments`
 * deletes files, and tickets are closed. Rows stay without readable text, so that statistics stay correct.
 */
export async function forgetUser(app: Pick<App, 'clock' | 'emit'>, tx: Tx, user_id: string): Promise<void> {
  const now = app.clock.now();
  // Tickets before the key, as writers lock them. A writer of this user ends before, or finds no key.
  await lockTickets(tx, user_id);
  await closeSubject(app, tx, user_id);
  await endMailsOf(tx, [user_id]);
  // Stored answers of the user's requests have texts of tickets; a scope ends with its caller.
  const caller = `:${user_id}`;
  await tx.execute(sql`DELETE FROM cms.idempotency_keys WHERE right(scope, ${caller.length}) = ${caller}`);
  await tx.update(support_attachments).set({ expires_at: now }).where(eq(support_attachments.user_id, user_id));
  // Again, for a ticket that was opened meanwhile.
  for (const ticket of await lockTickets(tx, user_id)) {
    const changes = { erased_at: now };
    if (ticket.status === 'closed') await saveTicket(tx, ticket, changes, now);
    else await closeTicket(app, tx, { ticket, closed_by: 'erasure', changes });
  }
}

const lockTickets = (tx: Tx, user_id: string) =>
  tx
    .select()
    .from(support_tickets)
    .where(and(eq(support_tickets.user_id, user_id), isNull(support_tickets.erased_at)))
    .orderBy(asc(support_tickets.id))
    .for('update');
