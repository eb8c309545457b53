import { defineStatement, minuteMs, runAtCommit, runStatement, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { lead_notices, leads, sites } from '../schema.ts';
import type { LeadRow } from './lead-content.ts';
import { type LeadSettingsRow, readLeadSettings } from './lead-settings.ts';
import { leadNotice } from './notice-mail.ts';

/** The addresses of a site get one notice in this time, whatever the number of its leads (debounce). */
const noticeMs = 10 * minuteMs;
/** Sites of one run of the job. */
const maxSites = 500;

/**
 * Records new leads of a site for its next notice, in the transaction of the caller. The first lead after a
 * quiet time makes a notice due at once.
 */
export function recordNewLeads(
  app: Pick<App, 'mailer'>,
  tx: Tx,
  { settings, accepted, now }: { settings: LeadSettingsRow; accepted: readonly LeadRow[]; now: Date },
): void {
  const last = accepted.at(-1);
  // Without a mail server, leads are still accepted.
  if (!last || app.mailer === null || settings.notify_emails.length === 0) return;
  runAtCommit(tx, insertNewLeads, [last.site_id, accepted.length, last.id, now, noticeMs / 1_000]);
}

const insertNewLeads = defineStatement({
  name: 'note_new_leads',
  text: `INSERT INTO cms.lead_notices AS notice (site_id, leads, lead_id, due_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (site_id) DO UPDATE SET leads = notice.leads + excluded.leads, lead_id = excluded.lead_id,
      due_at = coalesce(notice.due_at, greatest(excluded.due_at, notice.told_at + make_interval(secs => $5)))`,
});

/**
 * Queues the notices that are due, one mail for each address of a site about all of its new leads. Several
 * processes may run it at once. A notice has no personal data.
 * @returns the number of sites with a notice
 */
export async function queueNotices(
  app: Pick<App, 'db' | 'clock' | 'sealer' | 'mailer' | 'mailWakeup'>,
): Promise<number> {
  let notices = 0;
  while (app.mailer !== null && notices < maxSites && (await queueNextNotice(app))) notices += 1;
  return notices;
}

async function queueNextNotice(app: Pick<App, 'db' | 'clock' | 'sealer' | 'mailer' | 'mailWakeup'>): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const { rows } = await runStatement<{ site_id: string; leads: number; lead_id: string }>(tx, lockDueNotice, [now]);
    const [due] = rows;
    if (!due) return false;
    const [[site], [lead], settings] = await Promise.all([
      tx.select().from(sites).where(eq(sites.id, due.site_id)),
      tx.select().from(leads).where(eq(leads.id, due.lead_id)),
      readLeadSettings(tx, due.site_id),
    ]);
    const content = leadNotice({
      site: site?.name ?? '',
      locale: site?.default_locale ?? 'ru',
      leads: due.leads,
      last: lead ?? null,
    });
    for (const to of settings.notify_emails)
      await queueMail(app, tx, { kind: 'lead_notice', site_id: due.site_id, subject_id: null, to, ...content });
    await tx
      .update(lead_notices)
      .set({ leads: 0, due_at: null, told_at: now })
      .where(eq(lead_notices.site_id, due.site_id));
    return true;
  });
}

const lockDueNotice = defineStatement({
  name: 'claim_lead_notice',
  text: `SELECT site_id, leads, lead_id FROM cms.lead_notices WHERE due_at <= $1
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
});
