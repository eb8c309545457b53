import { assertVersion, fail, findRow, type Tx } from '@platform/runtime';
import { and, eq, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireMailer } from '../mails/mail.ts';
import { linksOfLeads } from '../newsletter/lead-links.ts';
import { leads } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { finishLead, openWaiting } from './finish-lead.ts';
import { type LeadView, openLeads, toLead } from './lead.ts';
import type { LeadRow } from './lead-content.ts';
import { allowedAfter, type LeadState } from './lead-states.ts';
import { lockSubjects } from './lock-subjects.ts';
import { byPerson, findSpamAlone, forgetSubjects, removeLeads } from './remove-leads.ts';

interface Key {
  site_id: string;
  lead_id: string;
}

const isLead = ({ site_id, lead_id }: Key) =>
  and(eq(leads.id, lead_id), eq(leads.site_id, site_id), ne(leads.state, 'recording'));

async function requireLead(db: App['db'] | Tx, key: Key): Promise<LeadRow> {
  return (await findRow(db, leads, isLead(key))) ?? fail('lead_not_found');
}

/** A lead. The read is in the audit log. */
export async function getLead(
  app: Pick<App, 'db' | 'sealer' | 'log' | 'audit' | 'config' | 'pseudonyms'>,
  key: Key,
): Promise<LeadView> {
  const { application_id } = await requireSite(app.db, key.site_id);
  const row = await requireLead(app.db, key);
  const open = await openLeads(app, app.db, [row]);
  await app.db.transaction((tx) => app.audit.record(tx, { before: null, after: toLead(row, null), application_id }));
  return toLead(row, open(row), (await linksOfLeads(app, key.site_id))(row));
}

/**
 * Changes the state of a lead. One that is released from spam goes through the consent ledger first.
 * @throws AppError `site_not_found`, `lead_not_found`, `precondition_failed`, `invalid_transition`, for a
 * release also the codes of a submission
 */
export async function updateLead(app: App, key: Key, state: LeadState, ifMatch: number | null): Promise<LeadView> {
  const { application_id } = await requireSite(app.db, key.site_id);
  const present = await requireLead(app.db, key);
  assertVersion(ifMatch, present.version);
  const isRelease = present.state === 'spam' && state === 'new' && present.consents.length === 0;
  const row = isRelease
    ? await release(app, present)
    : await app.db.transaction(async (tx) => {
        const current = await findRow(tx, leads, isLead(key), 'update');
        if (!current) return fail('lead_not_found');
        assertVersion(ifMatch, current.version);
        const changed = state === current.state ? current : await move(app, tx, current, state);
        const change = { before: toLead(current, null), after: toLead(changed, null), application_id };
        await app.audit.record(tx, change);
        return changed;
      });
  return toLead(row, (await openLeads(app, app.db, [row]))(row), (await linksOfLeads(app, key.site_id))(row));
}

/**
 * Releases a lead from spam. The lead is marked first, so that a job can complete the release after a crash.
 * Then the ledger records its consents, and the lead becomes `new` with a record in the audit log.
 */
async function release(app: App, { id, subject_id, version, form }: LeadRow): Promise<LeadRow> {
  if (form === 'newsletter') requireMailer(app.mailer);
  const release_origin = app.audit.postpone();
  if (!release_origin) throw new Error('a lead is released by an administrator');
  await app.db.transaction(async (tx) => {
    await lockSubjects(tx, [subject_id]);
    const isSame = and(eq(leads.id, id), eq(leads.state, 'spam'), eq(leads.version, version));
    const change = { release_origin, updated_at: app.clock.now() };
    const { rowCount } = await tx.update(leads).set(change).where(isSame);
    if (rowCount === 1) return;
    const [present] = await tx.select({ version: leads.version }).from(leads).where(eq(leads.id, id));
    return present ? fail('precondition_failed', { fields: { version: present.version } }) : fail('lead_not_found');
  });
  const opened = await openWaiting(app, { id, subject_id });
  const finished = opened && (await finishLead(app, opened));
  if (finished) return finished;
  // Another call released it, or it was removed.
  return (await findRow(app.db, leads, and(eq(leads.id, id), ne(leads.state, 'spam')))) ?? fail('lead_not_found');
}

async function move({ clock }: Pick<App, 'clock'>, tx: Tx, current: LeadRow, state: LeadState): Promise<LeadRow> {
  const status = current.state as LeadState;
  const allowed = allowedAfter(status);
  // Without records in the ledger a lead stays spam: another call moved it there meanwhile.
  if (!allowed.includes(state) || (status === 'spam' && current.consents.length === 0))
    return fail('invalid_transition', { fields: { status, allowed: [...allowed] } });
  const change = { state, version: current.version + 1, updated_at: clock.now() };
  await tx.update(leads).set(change).where(eq(leads.id, current.id));
  return { ...current, ...change };
}

/**
 * Removes a lead. With the last row of a person the key here is destroyed, and the person is erased in the
 * ledger too when the lead has records there. Spam does not keep the key of a person: it is removed with the
 * last lead that has records, because anyone can send spam with the data of another person.
 * @throws AppError `site_not_found`, `lead_not_found`, `precondition_failed`
 */
export async function deleteLead(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit'>,
  key: Key,
  { admin_id, ifMatch }: { admin_id: string; ifMatch: number | null },
): Promise<void> {
  const { application_id } = await requireSite(app.db, key.site_id);
  const { subject_id } = await requireLead(app.db, key);
  await app.db.transaction(async (tx) => {
    await lockSubjects(tx, [subject_id]);
    const row = await findRow(tx, leads, isLead(key), 'update');
    if (!row) return fail('lead_not_found');
    assertVersion(ifMatch, row.version);
    // Spam has no record in the ledger: records of its person are from other forms.
    const isProven = row.consents.length > 0 || row.release_origin !== null;
    const { gone: removedSubjects } = await removeLeads(
      tx,
      isProven ? [row, ...(await findSpamAlone(tx, row))] : [row],
    );
    if (isProven)
      await forgetSubjects(app, tx, removedSubjects, {
        ...byPerson,
        erased_by: 'admin',
        admin_id,
        application_id,
        site_id: key.site_id,
        categoriesOf: () => ['form_submissions'],
      });
    await app.audit.record(tx, { before: toLead(row, null), after: null, application_id });
  });
}
