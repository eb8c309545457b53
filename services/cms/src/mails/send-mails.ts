import { randomUUID } from 'node:crypto';
import { defineStatement, MailError, newId, runStatement } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { mails } from '../schema.ts';
import { type MailRow, maxAttempts, nextAttempt } from './mail.ts';
import { openMails } from './open-mails.ts';

type Sender = Pick<App, 'db' | 'clock' | 'sealer' | 'log' | 'mailer' | 'metrics'>;
type ClaimedMail = Pick<MailRow, 'id' | 'kind' | 'subject_id' | 'sealed' | 'attempts' | 'created_at'> & {
  site_group: string;
};

/** Mails of one run. */
const maxMails = 200;
/** Mails that are sent at once: a slow recipient holds up no other one. */
const mailsAtOnce = 4;
/** A process that dies while it sends holds a mail no longer. Sending takes a minute at most. */
const leaseSeconds = 180;

/** Less than the id of every site. Mails without a site are one group, behind all sites. */
const beforeAllSites = '00000000-0000-0000-0000-000000000000';

const claimMail = defineStatement({
  name: 'cms_claim_mail',
  text: `UPDATE cms.mails SET lease_id = $1, leased_until = $2::timestamptz + make_interval(secs => $3),
      attempts = attempts + 1
    WHERE id = (
      SELECT id FROM cms.mails
      WHERE coalesce(site_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff') > $4 AND status = 'queued'
        AND next_attempt_at <= $2 AND (leased_until IS NULL OR leased_until <= $2)
      ORDER BY coalesce(site_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), next_attempt_at, id
      LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, subject_id, sealed, attempts, created_at,
      coalesce(site_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff') AS site_group`,
});

/**
 * Sends the mails that are due, at most 200, never inside a transaction. Sites take turns (round robin), and
 * a run begins with any of them, so many mails of one site delay no mail of another. After a crash between
 * the reply of the server and its record, the mail is sent again with the same `Message-ID`. A run ends when
 * the server fails; a failure of one mail does not end it.
 * @returns how many were sent
 */
export async function sendMails(app: Sender): Promise<number> {
  const run = { left: maxMails, sent: 0, after: randomUUID() as string, isServerDown: false };
  // A server that is away costs one mail a try, and not four.
  const isMore = await sendNext(app, run);
  if (isMore)
    await allOf(
      Array.from({ length: mailsAtOnce }, async () => {
        while (await sendNext(app, run));
      }),
    );
  return run.sent;
}

/** Waits for all of the work, so that none outlives the run, and throws its first failure. */
async function allOf(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

interface Run {
  left: number;
  sent: number;
  /** The group (site) of the latest turn. */
  after: string;
  isServerDown: boolean;
}

/** Sends the next mail of a run. Answers whether the run goes on. */
async function sendNext(app: Sender, run: Run): Promise<boolean> {
  if (app.mailer === null || run.left <= 0 || run.isServerDown) return false;
  run.left -= 1;
  const lease_id = newId();
  const mail =
    (await claimMailAfter(app, run.after, lease_id)) ?? (await claimMailAfter(app, beforeAllSites, lease_id));
  if (!mail) return false;
  run.after = mail.site_group;
  const error = await sendOne(app, mail);
  if (error === null) run.sent += 1;
  await recordResult(app, mail, lease_id, error);
  run.isServerDown ||= error?.isServerDown === true;
  return true;
}

async function claimMailAfter(
  { db, clock }: Sender,
  after: string,
  lease_id: string,
): Promise<ClaimedMail | undefined> {
  const { rows } = await runStatement<ClaimedMail>(db, claimMail, [lease_id, clock.now(), leaseSeconds, after]);
  return rows[0];
}

async function sendOne(app: Sender, mail: ClaimedMail): Promise<MailError | null> {
  // A process died while it sent the mail for the last time.
  if (mail.attempts > maxAttempts) return new MailError('the last try did not end', { isPermanent: true });
  const content = (await openMails(app, app.db, [mail]))(mail);
  if (content === null) return new MailError('the recipient was erased', { isPermanent: true });
  try {
    await app.mailer?.send({ ...content, id: mail.id, created_at: mail.created_at });
    return null;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
}

/**
 * Writes the result of an attempt. A mail that another process took over meanwhile is not changed, and a mail
 * that was cancelled meanwhile is not queued again.
 */
async function recordResult(
  app: Sender,
  { id, kind, attempts }: ClaimedMail,
  lease_id: string,
  error: MailError | null,
) {
  const now = app.clock.now();
  const next = error === null || error.isPermanent ? null : nextAttempt(attempts, now);
  const status = error === null ? 'sent' : next === null ? 'failed' : 'queued';
  app.metrics.mails.inc({ kind, outcome: status === 'queued' ? 'retried' : status });
  if (error !== null)
    app.log.warn(
      { mail_id: id, kind, attempts, reason: error.message },
      next === null ? 'a mail was not sent; it is not retried' : 'a mail was not sent; it is retried',
    );
  await app.db
    .update(mails)
    .set({
      status,
      next_attempt_at: next,
      lease_id: null,
      leased_until: null,
      last_error: error?.message ?? null,
      sent_at: error === null ? now : null,
    })
    .where(
      and(eq(mails.id, id), eq(mails.lease_id, lease_id), status === 'queued' ? eq(mails.status, 'queued') : undefined),
    );
}
