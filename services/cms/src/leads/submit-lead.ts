import type { SiteContext } from '@platform/contracts/kit';
import { fail, isAppError } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireMailer } from '../mails/mail.ts';
import { leads } from '../schema.ts';
import { assertOrigin } from '../sites/assert-origin.ts';
import { finishLead, openWaiting } from './finish-lead.ts';
import { answerTo, type OpenedLead } from './lead.ts';
import type { Client, FormBody, LeadRow, Submission } from './lead-content.ts';
import { type LeadSettingsRow, openCaptchaSecret, readLeadSettings } from './lead-settings.ts';
import { hasSpamSigns } from './lead-states.ts';
import { readForm } from './read-form.ts';
import { findSubmission, requireSameForm } from './store-submission.ts';
import { trimSpam } from './sweep-leads.ts';

export interface SubmitLead {
  site: Pick<SiteContext, 'id'>;
  body: FormBody;
  client: Client;
  origin: string | null;
}

/**
 * Accepts a form of a site. A repeat, by `submission_id` or by its content, gets the same answer; a repeat
 * after an answer 5xx continues where the first one ended.
 * @throws AppError `origin_not_allowed`, `validation_failed` for a phone number that is none, `idempotency_conflict` where
 * another form had this `submission_id`, `captcha_failed`, `mail_not_configured`, the codes of the consent
 * ledger, `rate_limited` when the site has received its forms of the day, `service_unavailable` when the ledger
 * does not answer
 */
export async function submitLead(app: App, { site, body, client, origin }: SubmitLead) {
  await assertOrigin(app, site.id, origin);
  const form = await readForm(app, site.id, body);
  const pseudonyms = await app.pseudonyms.of(site.id);
  const settings = await readLeadSettings(app.db, site.id);
  if (settings.captcha !== 'none' && form.submission_id !== undefined) {
    // A token of a captcha counts once, so a repeat is recognised before.
    const present = await findSubmission(app, site.id, pseudonyms.hash('submission', form.submission_id));
    if (present) requireSameForm(pseudonyms, present, form);
    if (present && (await finishStoredLead(app, present))) return answer(app, present, 'repeated');
  }
  const isSpam = hasSpamSigns(form, settings.min_fill_ms);
  if (!isSpam) {
    if (form.form === 'newsletter') requireMailer(app.mailer);
    await checkCaptcha(app, { siteId: site.id, settings, form, client });
  }
  try {
    await app.budgets.forms.take(site.id, 1);
  } catch (error) {
    // A repeat stores nothing, so it is answered beyond the budget.
    const hash = form.submission_id === undefined ? null : pseudonyms.hash('submission', form.submission_id);
    const present = hash === null ? undefined : await findSubmission(app, site.id, hash);
    if (present) requireSameForm(pseudonyms, present, form);
    if (present && (await finishStoredLead(app, present))) return answer(app, present, 'repeated');
    throw error;
  }
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const submission = { site_id: site.id, form, client, isSpam, pseudonyms };
    const { lead, content, erased_at, isNew } = await app.storeSubmission(submission);
    if (!isNew) requireSameForm(pseudonyms, lead, form);
    if (isNew && isSpam) await trimSpam(app, site.id);
    if (await finishStoredLead(app, lead, content && { lead, content, erased_at }))
      return answer(app, lead, isNew ? (isSpam ? 'spam' : 'accepted') : 'repeated');
  }
  return fail('service_unavailable');
}

/** An equal form may have its lead removed: it was refused, or the person was erased. */
const maxAttempts = 3;

/** Whether a lead exists and is finished; false if it was removed meanwhile. */
async function finishStoredLead(app: App, lead: LeadRow, openedLead: OpenedLead | null = null): Promise<boolean> {
  if (lead.state !== 'recording') return true;
  const opened = openedLead ?? (await openWaiting(app, lead));
  // Another call finished it, or removed it.
  if (!opened) return (await findState(app, lead)) !== undefined;
  try {
    return (await finishLead(app, opened)) !== null;
  } catch (error) {
    app.metrics.leads.inc({ outcome: isAppError(error) && error.status < 500 ? 'refused' : 'failed' });
    throw error;
  }
}

async function findState({ db }: Pick<App, 'db'>, { id }: LeadRow): Promise<LeadRow['state'] | undefined> {
  const [row] = await db.select({ state: leads.state }).from(leads).where(eq(leads.id, id));
  return row?.state;
}

function answer(app: App, lead: LeadRow, outcome: 'accepted' | 'spam' | 'repeated') {
  app.metrics.leads.inc({ outcome });
  return answerTo(lead);
}

/**
 * Every request passes while the captcha service is down.
 * @throws `captcha_failed`
 */
async function checkCaptcha(
  app: App,
  {
    siteId,
    settings,
    form: { captcha_token },
    client: { client_ip },
  }: { siteId: string; settings: LeadSettingsRow; form: Submission; client: Client },
): Promise<void> {
  const secret = settings.captcha === 'none' ? null : openCaptchaSecret(app, siteId, settings);
  if (secret === null) return;
  const token = captcha_token ?? '';
  const outcome = token === '' ? 'failed' : await app.captcha.verify({ secret, token, client_ip });
  app.metrics.captchas.inc({ outcome });
  if (outcome === 'unavailable') app.log.warn({ site_id: siteId }, 'the captcha did not answer; the form passes');
  if (outcome === 'failed') fail('captcha_failed');
}
