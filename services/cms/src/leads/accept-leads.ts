import { AsyncLocalStorage } from 'node:async_hooks';
import { cms } from '@platform/contracts';
import { createGroupLoader, defineStatement, findRow, runStatement, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App, AppParts } from '../app.ts';
import { subscribe } from '../newsletter/subscribe.ts';
import { leads, sites } from '../schema.ts';
import { toLead } from './lead.ts';
import type { LeadRow } from './lead-content.ts';
import { readLeadSettings } from './lead-settings.ts';
import { lockSubjects } from './lock-subjects.ts';
import { recordNewLeads } from './notify.ts';
import type { ProvenLead } from './proven-lead.ts';
import { byPerson, forgetSubjects, hasRows } from './remove-leads.ts';

/** Leads of one transaction. */
const leadsAtOnce = 50;
/** Leads of one site that wait at most: some seconds of work. */
const maxWaiting = 1_000;

/**
 * Makes the function that accepts a lead with {@link acceptLeads}. Leads of a site of one moment share a
 * transaction.
 */
export function createLeadAccepter(app: AppParts): (lead: ProvenLead) => Promise<LeadRow | null> {
  const accept = createGroupLoader<ProvenLead & { inScope: Scope }, LeadRow | null>({
    groupOf: ({ lead }) => lead.site_id,
    size: leadsAtOnce,
    waiting: maxWaiting,
    load: (proven) => acceptLeads(app, proven),
  });
  return (lead) => accept({ ...lead, inScope: AsyncLocalStorage.snapshot() });
}

/** Runs a function in the scope of the request that sent the form. */
type Scope = <T>(work: () => T) => T;

/**
 * Sets leads of one site to `new`, emits their events, and starts the requested subscriptions. The release of
 * a lead from spam is recorded in the audit log, in whichever process it completes.
 * @returns the new state of each lead; null for a lead that was removed meanwhile
 * @throws AppError `mail_not_configured` for a newsletter; WithdrawalDueError
 */
async function acceptLeads(
  app: AppParts,
  proven: readonly (ProvenLead & { inScope: Scope })[],
): Promise<(LeadRow | null)[]> {
  const site_id = proven[0]?.lead.site_id ?? '';
  const pseudonyms = await app.pseudonyms.of(site_id);
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const [, { rows }, [site], settings] = await Promise.all([
      lockSubjects(
        tx,
        proven.map(({ lead }) => lead.subject_id),
      ),
      runStatement<{ id: string; version: number }>(tx, makeNew, [
        JSON.stringify(proven.map(({ lead: { id, state, version }, consents }) => ({ id, state, version, consents }))),
        now,
        proven.map(({ lead }) => lead.id),
      ]),
      tx.select().from(sites).where(eq(sites.id, site_id)),
      readLeadSettings(tx, site_id),
    ]);
    if (!site) throw new Error(`site ${site_id} of a lead is gone`);
    const { application_id } = site;
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    const accepted = new Map<string, LeadRow>();
    const answers: (LeadRow | null)[] = [];
    for (const { lead, consents, email, locale, inScope } of proven) {
      const version = versions.get(lead.id);
      const repeated = accepted.get(lead.id);
      if (version === undefined || repeated) {
        answers.push(repeated ?? (await findAccepted(app, tx, lead, application_id)));
        continue;
      }
      const row: LeadRow = { ...lead, state: 'new', consents, version, release_origin: null, updated_at: now };
      accepted.set(row.id, row);
      const { id: lead_id, form, form_code, page_path, utm_campaign } = row;
      const data = { lead_id, site_id, form, form_code, page_path, utm_campaign };
      await inScope(() => app.emit(tx, cms.events.leadReceived, data, { application_id, occurred_at: now }));
      if (form === 'newsletter' && email !== undefined)
        await subscribe(app, tx, { site, lead: row, email, locale, settings, pseudonyms });
      if (lead.release_origin)
        await app.audit.record(
          tx,
          { before: toLead(lead, null), after: toLead(row, null), application_id },
          lead.release_origin,
        );
      answers.push(row);
    }
    recordNewLeads(app, tx, { settings, accepted: [...accepted.values()], now });
    return answers;
  });
}

/** A lead that another call accepted, or removed. */
async function findAccepted(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  { id, subject_id, site_id }: LeadRow,
  application_id: string | null,
): Promise<LeadRow | null> {
  const present = await findRow(tx, leads, { id });
  // An erasure was faster: what the ledger has just sealed goes as well.
  const categoriesOf = () => [];
  if (!present && !(await hasRows(tx, subject_id)))
    await forgetSubjects(app, tx, [subject_id], { ...byPerson, application_id, site_id, categoriesOf });
  return present ?? null;
}

/** The ids stand there twice: with the array the planner uses the index for any number of rows. */
const makeNew = defineStatement({
  name: 'accept_leads',
  text: `UPDATE cms.leads AS lead SET state = 'new', consents = proven.consents, updated_at = $2,
      version = lead.version + CASE WHEN lead.state = 'spam' THEN 1 ELSE 0 END, release_origin = NULL
    FROM jsonb_to_recordset($1::jsonb) AS proven (id uuid, state text, version int, consents jsonb)
    WHERE lead.id = ANY ($3::uuid[]) AND lead.id = proven.id AND lead.state = proven.state AND lead.version = proven.version
    RETURNING lead.id, lead.version`,
});
