import { cms } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { destroyKey } from '../personal-data/subject-keys.ts';
import { leads, subscribers } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { lockSubjects } from './lock-subjects.ts';
import { forgetSubjects } from './remove-leads.ts';

/**
 * Erases a person from a site. By e-mail: the leads and the subscription of the e-mail. By phone number: the leads
 * with the number; of their people those without another lead, with the subscription. The keys of erased people are
 * destroyed here and in identity, and their queued mails end.
 * @returns how many people had something here, and how many leads were removed
 * @throws AppError `site_not_found`
 */
export async function eraseLeads(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'pseudonyms'>,
  site_id: string,
  contact: { email: string } | { phone: string },
): Promise<{ subjects: number; leads: number }> {
  const { application_id } = await requireSite(app.db, site_id);
  const pseudonyms = await app.pseudonyms.of(site_id);
  const subject = pseudonyms.subjectOf(contact);
  const phone_hash = 'phone' in contact ? pseudonyms.hash('phone', contact.phone) : null;
  // Also without a row here: the ledger keeps records for longer than leads are kept.
  const subjects = [subject, ...(phone_hash === null ? [] : await subjectsOfPhone(app, site_id, phone_hash))];
  return app.db.transaction(async (tx) => {
    await lockSubjects(tx, subjects);
    const removed = await tx
      .delete(leads)
      .where(
        and(
          eq(leads.site_id, site_id),
          inArray(leads.subject_id, subjects),
          phone_hash === null ? undefined : eq(leads.phone_hash, phone_hash),
        ),
      )
      .returning({ subject_id: leads.subject_id });
    const kept = await tx
      .selectDistinct({ subject_id: leads.subject_id })
      .from(leads)
      .where(inArray(leads.subject_id, subjects));
    const gone = [...new Set(subjects)].filter((id) => !kept.some(({ subject_id }) => subject_id === id));
    const ended = await endSubscriptions(app, tx, { site_id, application_id, subjects: gone });
    for (const subject_id of gone) await destroyKey(tx, subject_id);
    await forgetSubjects(app, tx, gone, application_id);
    const found = new Set([...removed.map(({ subject_id }) => subject_id), ...ended]);
    const after = { subjects: found.size, leads: removed.length };
    await app.audit.record(tx, { before: null, after, application_id });
    return after;
  });
}

/** Removes the subscriptions of people, and says so of confirmed ones. Answers whose there were. */
async function endSubscriptions(
  { clock, emit }: Pick<App, 'clock' | 'emit'>,
  tx: Tx,
  { site_id, application_id, subjects }: { site_id: string; application_id: string | null; subjects: string[] },
): Promise<string[]> {
  const ended = await tx
    .delete(subscribers)
    .where(and(eq(subscribers.site_id, site_id), inArray(subscribers.subject_id, subjects)))
    .returning();
  const about = { application_id, occurred_at: clock.now() };
  for (const { id: subscriber_id, status } of ended)
    if (status === 'confirmed') await emit(tx, cms.events.subscriberUnsubscribed, { subscriber_id, site_id }, about);
  return ended.map(({ subject_id }) => subject_id);
}

async function subjectsOfPhone({ db }: Pick<App, 'db'>, site_id: string, phone_hash: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ subject_id: leads.subject_id })
    .from(leads)
    .where(and(eq(leads.site_id, site_id), eq(leads.phone_hash, phone_hash)));
  return rows.map(({ subject_id }) => subject_id);
}
