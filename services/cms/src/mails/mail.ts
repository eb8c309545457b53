import type { Mail as MailSchema } from '@platform/contracts';
import { fail, hourMs, type Mail, maskAddress, minuteMs } from '@platform/runtime';
import type { z } from 'zod';
import type { mails } from '../schema.ts';

export type MailRow = typeof mails.$inferSelect;
export type MailView = z.input<typeof MailSchema>;

/** The parts of a mail that are stored sealed. */
export type SealedMail = Pick<Mail, 'to' | 'reply_to' | 'subject' | 'text' | 'html' | 'unsubscribe_url'>;

/** What mails are about. */
export const mailKinds = [
  'lead_notice',
  'newsletter_confirmation',
  'support_ticket',
  'support_message',
  'support_reply',
  'support_closed',
] as const;
/** How a try to send a mail ends. */
export const mailOutcomes = ['sent', 'retried', 'failed'] as const;

/** Where the sealed part of a mail belongs. */
export const mailSealContext = (id: string) => `mails:${id}:sealed`;

/** Sendings of one mail, and the delays after a failed one. */
export const maxAttempts = 8;
export const backoffMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs];
/** How long a mail stays after it was asked for, in days. */
export const retentionDays = 90;

/** A mail as administrators see it. `to` is null for a recipient who was erased. */
export const toMailView = (row: MailRow, to: string | null): MailView => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  recipient: to === null ? null : maskAddress(to),
  attempts: row.attempts,
  next_attempt_at: row.status === 'queued' ? (row.due_at?.toISOString() ?? null) : null,
  last_error: row.last_error,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
});

/**
 * Asserts that mail can be sent.
 * @throws `mail_not_configured`
 */
export const requireMailer = <M>(mailer: M | null): M => mailer ?? fail('mail_not_configured');
