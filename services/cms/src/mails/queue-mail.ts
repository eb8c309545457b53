import { afterCommit, newId, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { sealFor } from '../personal-data/subject-keys.ts';
import { mails } from '../schema.ts';
import { mailSealContext, requireMailer, type SealedMail } from './mail.ts';

export interface NewMail extends SealedMail {
  /** What it is about, in snake case. */
  kind: string;
  /** The site whose administrators see it in their log; null for none. */
  site_id: string | null;
  /** The person whose key seals it: the end of that key makes it unreadable and unsent. Null for staff. */
  subject_id: string | null;
  /** When it is due; now when absent. */
  due_at?: Date;
}

/**
 * Queues a mail in the transaction of the change that it is about. The commit wakes the sending.
 * @returns its id
 * @throws AppError `mail_not_configured`; SubjectErasedError for a person who was erased permanently
 */
export async function queueMail(
  app: Pick<App, 'sealer' | 'clock' | 'mailer' | 'mailWakeup'>,
  tx: Tx,
  { kind, site_id, subject_id, due_at, ...mail }: NewMail,
): Promise<string> {
  requireMailer(app.mailer);
  const id = newId();
  const now = app.clock.now();
  const content = JSON.stringify(mail);
  const sealed =
    subject_id === null
      ? app.sealer.seal(content, mailSealContext(id))
      : (await sealFor(app, tx, subject_id))(content, mailSealContext(id));
  await tx.insert(mails).values({
    id,
    site_id,
    kind,
    subject_id,
    sealed,
    status: 'queued',
    due_at: due_at ?? now,
    created_at: now,
  });
  if (due_at === undefined) afterCommit(tx, app.mailWakeup.wake);
  return id;
}
