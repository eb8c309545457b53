import { catalog, identity } from '@platform/contracts';
import { minuteMs, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { support_tickets } from '../schema.ts';
import type { TicketOwner, TicketRow } from './ticket.ts';

type Teller = Pick<App, 'sealer' | 'clock' | 'mailer' | 'mailWakeup' | 'supportEmails'>;

/** Address of a user and name of the application, for mails about a ticket. */
export interface TicketContact {
  email: string | null;
  application: string | null;
}

/** A second mail about the same ticket in this time is left out. */
const quietMinutes = 10;

/**
 * Asks for the facts of mails about a ticket. Never to be called inside a transaction.
 * @returns null where no mail is sent
 */
export async function readContact(
  { ask, mailer }: Pick<App, 'ask' | 'mailer' | 'mailWakeup'>,
  { application_id, user_id }: TicketOwner,
): Promise<TicketContact | null> {
  if (mailer === null) return null;
  const [{ email }, { application }] = await Promise.all([
    ask(identity.queries.getUserAttribution, { application_id, user_id }),
    ask(catalog.queries.getApplicationFacts, { application_id }),
  ]);
  return { email, application: application?.name ?? null };
}

/** Mails have no text of the ticket: mail servers and mailboxes of others would store it. */
const userTexts = {
  support_reply: {
    subject: 'Ответ на ваше обращение / A reply to your request',
    text: [
      'На ваше обращение ответили. Откройте приложение, чтобы прочитать ответ.',
      'Your request has a reply. Open the application to read it.',
    ],
  },
  support_closed: {
    subject: 'Ваше обращение закрыто / Your request is closed',
    text: [
      'Ваше обращение закрыто. Сообщение в течение 14 дней откроет его снова.',
      'Your request is closed. A message within 14 days opens it again.',
    ],
  },
} as const;

/** Queues a mail to the user of a ticket. */
export async function tellUser(
  app: Teller,
  tx: Tx,
  { ticket, contact, kind }: { ticket: TicketRow; contact: TicketContact | null; kind: keyof typeof userTexts },
): Promise<void> {
  if (!contact?.email) return;
  const now = app.clock.now();
  if (kind === 'support_reply' && isQuiet(ticket.user_told_at, now)) return;
  const { subject, text } = userTexts[kind];
  const name = contact.application === null ? [] : [`${contact.application}`];
  await queueMail(app, tx, {
    kind,
    site_id: null,
    subject_id: ticket.user_id,
    to: contact.email,
    subject,
    text: [...name, ...text].join('\n\n'),
  });
  await tx.update(support_tickets).set({ user_told_at: now }).where(eq(support_tickets.id, ticket.id));
}

/**
 * Queues a mail to each address of SUPPORT_NOTIFY_EMAILS. It has the id of the ticket and nothing of its
 * user.
 */
export async function tellStaff(
  app: Teller,
  tx: Tx,
  ticket: TicketRow,
  kind: 'support_ticket' | 'support_message',
): Promise<void> {
  const now = app.clock.now();
  if (app.mailer === null || app.supportEmails.length === 0 || isQuiet(ticket.staff_told_at, now)) return;
  const what = kind === 'support_ticket' ? 'A new support ticket' : 'A new message in a support ticket';
  for (const to of app.supportEmails)
    await queueMail(app, tx, {
      kind,
      site_id: null,
      subject_id: null,
      to,
      subject: what,
      text: `${what}.\n\nTicket: ${ticket.id}\nApplication: ${ticket.application_id}`,
    });
  await tx.update(support_tickets).set({ staff_told_at: now }).where(eq(support_tickets.id, ticket.id));
}

const isQuiet = (last: Date | null, now: Date): boolean =>
  last !== null && now.getTime() - last.getTime() < quietMinutes * minuteMs;
