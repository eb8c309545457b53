import { dayMs, minuteMs, newId, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { LeadRow } from '../leads/lead.ts';
import type { LeadSettingsRow } from '../leads/lead-settings.ts';
import type { SitePseudonyms } from '../leads/pseudonyms.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { sealFor } from '../personal-data/subject-keys.ts';
import { subscribers } from '../schema.ts';
import type { SiteRow } from '../sites/site.ts';
import { optInMail } from './opt-in-mail.ts';
import { placeOf, type SubscriberRow } from './subscriber.ts';
import { confirmUrl, hashOfToken, tokensOf, unsubscribeUrl } from './subscription-links.ts';

const pendingMs = 7 * dayMs;
/** A pending subscriber gets another mail after this time at the earliest. */
const mailAgainMs = 10 * minuteMs;

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
 * caller holds the lock of the person. A confirmed subscriber stays one and gets no mail; after an unsubscription
 * a new round begins.
 * @throws AppError `mail_not_configured`
 */
export async function subscribe(
  app: Pick<App, 'clock' | 'sealer' | 'mailer' | 'config'>,
  tx: Tx,
  { site, lead, email, locale, settings, pseudonyms }: Subscription,
): Promise<void> {
  const { site_id, subject_id } = lead;
  const now = app.clock.now();
  const [present] = await tx
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.site_id, site_id), eq(subscribers.subject_id, subject_id)))
    .for('update');
  if (present?.status === 'confirmed') return;
  const isMailed = present?.status === 'pending' && now.getTime() - present.mailed_at.getTime() < mailAgainMs;
  const id = present?.id ?? newId();
  const round = present === undefined ? 1 : present.round + (present.status === 'unsubscribed' ? 1 : 0);
  const tokens = tokensOf(pseudonyms, { id, round });
  const seal = await sealFor(app, tx, subject_id);
  const row: SubscriberRow = {
    id,
    site_id,
    subject_id,
    sealed: seal(JSON.stringify({ email, locale: locale ?? null }), placeOf(id)),
    status: 'pending',
    round,
    consent_reference: `lead:${lead.id}`,
    confirm_hash: hashOfToken(tokens.confirm),
    unsubscribe_hash: hashOfToken(tokens.unsubscribe),
    confirm_until: new Date(now.getTime() + pendingMs),
    mailed_at: isMailed ? present.mailed_at : now,
    // The new consents stand behind a withdrawal in the ledger, and must be the last word.
    is_withdrawal_due: false,
    sealed_withdrawal: null,
    created_at: present?.created_at ?? now,
    confirmed_at: null,
    unsubscribed_at: null,
  };
  await tx.insert(subscribers).values(row).onConflictDoUpdate({ target: subscribers.id, set: row });
  if (isMailed) return;
  await queueMail(app, tx, {
    kind: 'newsletter_confirmation',
    site_id,
    subject_id,
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
