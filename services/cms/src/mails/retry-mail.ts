import { afterCommit, fail, findRow, requeue } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { mails } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { type MailView, requireMailer, toMailView } from './mail.ts';
import { openMails } from './open-mails.ts';

/**
 * Makes a mail due now. A mail that was given up gets all its attempts again.
 * @throws AppError `site_not_found`, `mail_not_found`, `mail_not_configured`, `invalid_transition` for a sent
 * mail, or an erased recipient
 */
export async function retryMail(
  app: App,
  { site_id, mail_id }: { site_id: string; mail_id: string },
): Promise<MailView> {
  const site = await requireSite(app.db, site_id);
  requireMailer(app.mailer);
  const ofSite = and(eq(mails.id, mail_id), eq(mails.site_id, site_id));
  const mail = await findRow(app.db, mails, ofSite);
  if (!mail) return fail('mail_not_found');
  const content = (await openMails(app, app.db, [mail]))(mail);
  return app.db.transaction(async (tx) => {
    const row = await findRow(tx, mails, ofSite, 'update');
    if (!row) return fail('mail_not_found');
    if (row.status === 'sent' || content === null)
      return fail('invalid_transition', {
        message:
          row.status === 'sent'
            ? 'The mail was sent already: it needs no other try.'
            : 'The recipient was erased: the mail cannot be sent any more.',
        fields: { status: row.status, allowed: [] },
      });
    const now = app.clock.now();
    // A mail that is being sent keeps its lease: another sending would deliver it twice.
    const isBeingSent = row.lease_until !== null && row.lease_until > now;
    const again = isBeingSent ? {} : { ...requeue(mails, now), tries: row.status === 'failed' ? 0 : row.tries };
    const attempts = row.status === 'failed' ? 0 : row.attempts;
    const [changed] = await tx
      .update(mails)
      .set({ status: 'queued', attempts, ...again, last_error: null })
      .where(eq(mails.id, mail_id))
      .returning();
    afterCommit(tx, app.mailWakeup.wake);
    const after = toMailView(changed ?? row, content.to);
    const { application_id } = site;
    await app.audit.record(tx, { before: toMailView(row, content.to), after, application_id });
    return after;
  });
}
