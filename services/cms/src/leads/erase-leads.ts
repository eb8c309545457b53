import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { destroyKey } from '../personal-data/subject-keys.ts';
import { leads, subscribers } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { lockSubjects } from './lock-subjects.ts';
import { forgetSubjects } from './remove-leads.ts';

/**
 * Erases a person from a site: leads and subscription are removed, queued mails end, the keys of the personal data
 * are destroyed here and in identity. A phone number also leads to the e-mail that came with it.
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
  const named = 'phone' in contact ? await subjectsOfPhone(app, site_id, pseudonyms.hash('phone', contact.phone)) : [];
  // Also without a row here: the ledger keeps records for longer than leads are kept.
  const subjects = [...new Set([pseudonyms.subjectOf(contact), ...named])];
  return app.db.transaction(async (tx) => {
    await lockSubjects(tx, subjects);
    const removed = await tx
      .delete(leads)
      .where(and(eq(leads.site_id, site_id), inArray(leads.subject_id, subjects)))
      .returning({ subject_id: leads.subject_id });
    const ended = await tx
      .delete(subscribers)
      .where(and(eq(subscribers.site_id, site_id), inArray(subscribers.subject_id, subjects)))
      .returning({ subject_id: subscribers.subject_id });
    for (const subject_id of subjects) await destroyKey(tx, subject_id);
    await forgetSubjects(app, tx, subjects, application_id);
    const found = new Set([...removed, ...ended].map(({ subject_id }) => subject_id));
    const after = { subjects: found.size, leads: removed.length };
    await app.audit.record(tx, { before: null, after, application_id });
    return after;
  });
}

async function subjectsOfPhone({ db }: Pick<App, 'db'>, site_id: string, phone_hash: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ subject_id: leads.subject_id })
    .from(leads)
    .where(and(eq(leads.site_id, site_id), eq(leads.phone_hash, phone_hash)));
  return rows.map(({ subject_id }) => subject_id);
}
