import { randomUUID } from 'node:crypto';
import { findRow, type Lease, MailError, minuteMs, type WorkKind, WorkRunner } from '@platform/runtime';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { mails, sites } from '../schema.ts';
import { backoffMs, type MailRow, maxAttempts } from './mail.ts';
import { openMails } from './open-mails.ts';

type Sender = Pick<App, 'db' | 'clock' | 'sealer' | 'log' | 'mailer' | 'metrics'>;

/** Mails of one run, and so many of them at once: a slow recipient holds up no other one. */
const maxMails = 200;
const mailsAtOnce = 4;
/** No further mail of a run begins after this time, in milliseconds. */
const budgetMs = 50_000;
/** The group of mails without a site, behind all sites. */
const withoutSite = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The mails of a process: their runner, and whether the server failed in this run. */
export interface MailWork {
  runner: WorkRunner<typeof mails, boolean>;
  server: { isDown: boolean };
}

/** Makes the work on mails of a process. */
export function createMailWork(app: Sender): MailWork {
  const server = { isDown: false };
  return { runner: new WorkRunner(app, mailKind(app, server)), server };
}

/** Mails. Sites take turns, so many mails of one site delay no mail of another. A job sends them. */
export const mailKind = (
  app: Sender,
  server: MailWork['server'] = { isDown: false },
): WorkKind<typeof mails, boolean> => ({
  name: 'mails',
  table: mails,
  key: mails.id,
  // Sending takes a minute at most.
  leaseMs: 3 * minuteMs,
  pollMs: null,
  isEnabled: () => app.mailer !== null && !server.isDown,
  isOpen: () => eq(mails.status, 'queued'),
  group: sql<string>`coalesce(${mails.site_id}, ${sql.raw(`'${withoutSite}'`)})`,
  atOnce: mailsAtOnce,
  maxTries: maxAttempts,
  backoffMs,
  onClaim: () => ({ attempts: sql`${mails.attempts} + 1` }),
  describe: ([row]) => ({ mail_id: row?.id }),
  async run(lease) {
    const error = await sendMail(app, lease.row);
    server.isDown ||= error?.isServerDown === true;
    await recordResult(app, lease, error);
    return error === null;
  },
  async giveUp(tx, { lease, rows }) {
    for (const { kind } of rows) app.metrics.mails.inc({ kind, outcome: 'failed' });
    await lease.finish(tx, { status: 'failed', last_error: 'the last try did not end' }, rows);
  },
});

/**
 * Sends the mails that are due, at most 200, never inside a transaction; a run begins with any site. After a crash
 * between the reply of the server and its record, the mail is sent again with the same `Message-ID`. A run ends when the
 * server fails; a failure of one mail does not end it.
 * @returns how many were sent
 */
export async function sendMails({ runner, server }: MailWork): Promise<number> {
  server.isDown = false;
  const after = randomUUID();
  // A server that is away costs one mail a try, and not four.
  const first = await runner.runDue({ budgetMs, limit: 1, after });
  const others = server.isDown ? [] : await runner.runDue({ budgetMs, limit: maxMails - 1 });
  return [...first, ...others].filter((isSent) => isSent).length;
}

async function sendMail(app: Sender, mail: MailRow): Promise<MailError | null> {
  const content = (await openMails(app, app.db, [mail]))(mail);
  if (content === null) return new MailError('the recipient was erased', { isPermanent: true });
  // Readers know the site, and several sites may share the installation and its address.
  const site = mail.site_id === null ? undefined : await findRow(app.db, sites, { id: mail.site_id });
  try {
    await app.mailer?.send({ ...content, id: mail.id, sender_name: site?.name, created_at: mail.created_at });
    return null;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
}

/** Writes the result of a sending. A mail that was cancelled meanwhile is not queued again. */
async function recordResult(app: Sender, lease: Lease<typeof mails>, error: MailError | null): Promise<void> {
  const { id, kind, attempts, tries } = lease.row;
  const isOver = error !== null && (error.isPermanent || tries >= maxAttempts);
  app.metrics.mails.inc({ kind, outcome: error === null ? 'sent' : isOver ? 'failed' : 'retried' });
  if (error === null)
    return void (await lease.finish(app.db, { status: 'sent', last_error: null, sent_at: app.clock.now() }));
  const last_error = error.message;
  app.log.warn(
    { mail_id: id, kind, attempts, reason: last_error },
    isOver ? 'a mail was not sent; it is not retried' : 'a mail was not sent; it is retried',
  );
  if (isOver) await lease.finish(app.db, { status: 'failed', last_error });
  // A mail that was cancelled meanwhile keeps the reason.
  else
    await lease.retry(app.db, {
      change: { last_error: sql`CASE WHEN ${mails.status} = 'queued' THEN ${last_error} ELSE ${mails.last_error} END` },
    });
}
