import { dayMs, findRow, newId, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { LeadRow } from '../leads/lead-content.ts';
import type { LeadSettingsRow } from '../leads/lead-settings.ts';
import type { SitePseudonyms } from '../leads/pseudonyms.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { sealFor } from '../personal-data/subject-keys.ts';
import { subscribers } from '../schema.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { nextOptInMail } from './opt-in-backoff.ts';
import { optInMail } from './opt-in-mail.ts';
import { type SubscriberRow, subscriberSealContext } from './subscriber.ts';
import { confirmUrl, hashOfToken, tokensOf, unsubscribeUrl } from './subscription-links.ts';

const pendingMs = 7 * dayMs;

/** The withdrawal of the round before is not in the ledger yet, and has to stand there before a new round. */
export class WithdrawalDueError extends Error {
  override name = 'WithdrawalDueError';
}

interface Subscription {
  site: SiteRow;
  /** The form; its records are in the ledger. */
  lead: LeadRow;
  email: string;
  locale: string | undefined;
  settings: LeadSettingsRow;
  pseudonyms: SitePseudonyms;
}

/**
 * Makes a person a pending subscriber and queues the mail with the link, in the transaction of the lead. The
 * caller holds the lock of the person. A confirmed subscriber stays confirmed and gets no mail; after an
 * unsubscription a new round begins. Mails to an unconfirmed address are sent with backoff, five at most.
 * @throws AppError `mail_not_configured`; WithdrawalDueError
 */
export async function subscribe(
  app: Pick<App, 'clock' | 'sealer' | 'mailer' | 'mailWakeup' | 'config'>,
  tx: Tx,
  { site, lead, email, locale, settings, pseudonyms }: Subscription,
): Promise<void> {
  const { site_id, subject_id } = lead;
  const now = app.clock.now();
  const present = await findRow(tx, subscribers, { site_id, subject_id }, 'update');
  if (present?.status === 'confirmed') return;
  if (present?.is_withdrawal_due) throw new WithdrawalDueError();
  const opt_in_mails = present?.opt_in_mails ?? 0;
  const allowedAt = nextOptInMail(opt_in_mails, present?.mailed_at ?? null, now);
  const isNewRound = present?.status !== 'pending';
  // Links of earlier mails stay valid in the same round. A new round needs a mail with new links, even if it
  // is sent later.
  const due_at = allowedAt !== null && (isNewRound || allowedAt <= now) ? allowedAt : null;
  const id = present?.id ?? newId();
  const round = present === undefined ? 1 : present.round + (isNewRound ? 1 : 0);
  const tokens = tokensOf(pseudonyms, { id, round });
  const seal = await sealFor(app, tx, subject_id);
  const row: SubscriberRow = {
    id,
    site_id,
    subject_id,
    sealed: seal(JSON.stringify({ email, locale: locale ?? null }), subscriberSealContext(id)),
    status: 'pending',
    round,
    consent_reference: `lead:${lead.id}`,
    confirm_hash: hashOfToken(tokens.confirm),
    unsubscribe_hash: hashOfToken(tokens.unsubscribe),
    confirm_until: new Date((due_at ?? now).getTime() + pendingMs),
    mailed_at: due_at ?? present?.mailed_at ?? now,
    opt_in_mails: opt_in_mails + (due_at === null ? 0 : 1),
    is_withdrawal_due: false,
    sealed_withdrawal: null,
    created_at: present?.created_at ?? now,
    confirmed_at: null,
    unsubscribed_at: null,
  };
  await tx.insert(subscribers).values(row).onConflictDoUpdate({ target: subscribers.id, set: row });
  if (due_at === null) return;
  await queueMail(app, tx, {
    kind: 'newsletter_confirmation',
    site_id,
    subject_id,
    due_at,
    to: email,
    reply_to: settings.reply_to,
    unsubscribe_url: unsubscribeUrl(app, tokens.unsubscribe),
    ...optInMail({
      site: site.name,
      locale: locale ?? site.default_locale,
      confirm_url: confirmUrl(app, tokens.confirm),
      unsubscribe_url: unsubscribeUrl(app, tokens.unsubscribe),
    }),
  });
}
