import type { AdminTicketMessage, cms, TicketMessage, TicketWithMessages } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import { columnsEqual, type Database, fail, findRow } from '@platform/runtime';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { openFor } from '../personal-data/subject-keys.ts';
import { support_attachments, support_messages, support_tickets } from '../schema.ts';
import { type AttachmentView, toAttachment } from './attachment.ts';
import {
  isTicketOf,
  messageSealContext,
  type OpenText,
  type TicketOwner,
  type TicketRow,
  toAdminTicket,
  toTicket,
} from './ticket.ts';
import type { MessageRow } from './write-message.ts';

type Reader = Pick<App, 'db' | 'clock' | 'sealer' | 'log' | 'config'>;
type AdminView = Exclude<Awaited<ReturnType<Handler<typeof cms.endpoints.getTicket>>>, object & { status: number }>;

const common = (row: MessageRow, files: ReadonlyMap<string, AttachmentView[]>) => ({
  id: row.id,
  author: row.author,
  attachments: files.get(row.id) ?? [],
  created_at: row.created_at.toISOString(),
});

/** A message as the user of its ticket sees it. */
const toMessage = (
  row: MessageRow,
  { user_id }: TicketRow,
  open: OpenText,
  files: ReadonlyMap<string, AttachmentView[]>,
): z.input<typeof TicketMessage> => ({
  ...common(row, files),
  message: open(user_id, row.message, messageSealContext(row.id)) ?? '',
});

/** A message as staff sees it. */
const toAdminMessage = (
  row: MessageRow,
  { user_id }: TicketRow,
  open: OpenText,
  files: ReadonlyMap<string, AttachmentView[]>,
): z.input<typeof AdminTicketMessage> => ({
  ...common(row, files),
  message: open(user_id, row.message, messageSealContext(row.id)),
  is_internal: row.is_internal,
  admin_id: row.admin_id,
});

/** The files of a ticket by message, or those of one message. */
async function readFiles(
  app: Reader,
  open: OpenText,
  ticket_id: string,
  message_id?: string,
): Promise<Map<string, AttachmentView[]>> {
  const rows = await app.db
    .select()
    .from(support_attachments)
    .where(and(columnsEqual(support_attachments, { ticket_id, message_id }), isNotNull(support_attachments.file)))
    .orderBy(asc(support_attachments.position));
  const byMessage = new Map<string, AttachmentView[]>();
  for (const row of rows) {
    const key = row.message_id ?? '';
    byMessage.set(key, [...(byMessage.get(key) ?? []), toAttachment(app, row, open)]);
  }
  return byMessage;
}

const readMessages = (db: Database, ticket_id: string, withNotes: boolean) =>
  db
    .select()
    .from(support_messages)
    .where(
      and(eq(support_messages.ticket_id, ticket_id), withNotes ? undefined : eq(support_messages.is_internal, false)),
    )
    .orderBy(asc(support_messages.id));

/** An own ticket with its messages. */
export async function getMyTicket(
  app: Reader,
  owner: TicketOwner,
  id: string,
): Promise<z.input<typeof TicketWithMessages>> {
  const row = await findRow(app.db, support_tickets, and(eq(support_tickets.id, id), isTicketOf(owner)));
  if (!row) return fail('ticket_not_found');
  const open = await openFor(app, app.db, [row.user_id]);
  const files = await readFiles(app, open, id);
  const messages = await readMessages(app.db, id, false);
  return { ...toTicket(row, open), messages: messages.map((message) => toMessage(message, row, open, files)) };
}

/** Any ticket with messages and internal notes. */
export async function getTicket(app: Reader, id: string): Promise<AdminView> {
  const row = await findRow(app.db, support_tickets, { id });
  if (!row) return fail('ticket_not_found');
  const open = await openFor(app, app.db, [row.user_id]);
  const files = await readFiles(app, open, id);
  const messages = await readMessages(app.db, id, true);
  return {
    ...toAdminTicket(row, open),
    messages: messages.map((message) => toAdminMessage(message, row, open, files)),
  };
}

/** @returns the id of the application of a ticket; null for an unknown ticket */
export async function getTicketOwner({ db }: Pick<App, 'db'>, id: string): Promise<string | null> {
  return (await findRow(db, support_tickets, { id }))?.application_id ?? null;
}

/** A message that was just written, as its user sees it. */
export async function readMessage(app: Reader, ticket: TicketRow, row: MessageRow) {
  const open = await openFor(app, app.db, [ticket.user_id]);
  return toMessage(row, ticket, open, await readFiles(app, open, ticket.id, row.id));
}

/** A message that was just written, as staff sees it. */
export async function readAdminMessage(app: Reader, ticket: TicketRow, row: MessageRow) {
  const open = await openFor(app, app.db, [ticket.user_id]);
  return toAdminMessage(row, ticket, open, await readFiles(app, open, ticket.id, row.id));
}
