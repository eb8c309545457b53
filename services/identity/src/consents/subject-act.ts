import type { RecordedConsent } from '@platform/contracts';
import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { consent_ledger } from '../schema.ts';
import type { ConsentAct } from './append-consents.ts';
import { isInLedger } from './consent-filter.ts';
import type { SubjectPurpose } from './consent-form.ts';

/** An act of a person without an account, whom the site knows by a pseudonym. */
export interface SubjectAct {
  site_id: string;
  subject_id: string;
  email: string | null;
  reference: string;
  client_ip: string;
  user_agent: string;
}

export const ownerOfAct = ({ site_id }: Pick<SubjectAct, 'site_id'>): LegalOwner => ({
  owner_type: 'cms_site',
  owner_id: site_id,
});

/** The act as the ledger takes it. */
export const ledgerAct = (
  { site_id, subject_id, email, reference, client_ip, user_agent }: SubjectAct,
  source: SubjectPurpose,
  metadata: Record<string, string>,
): ConsentAct => ({
  owner: ownerOfAct({ site_id }),
  subject_id,
  user_id: null,
  email,
  source,
  platform: null,
  metadata,
  reference,
  client_ip,
  user_agent,
});

/**
 * Makes other acts of the person wait until the transaction ends: two calls with one reference come for one
 * person, and the second sees the rows of the first.
 */
export const holdSubject = (tx: Tx, subjectId: string) => runStatement(tx, lockSubject, [subjectId]);

const lockSubject = defineStatement({
  name: 'hold_consent_subject',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('consent_subject:' || $1::text, 0))`,
});

/** The rows of the ledger that a person has under a reference, in their order. */
export const rowsUnder = (tx: Tx, act: Pick<SubjectAct, 'site_id' | 'subject_id'>, reference: string) =>
  tx
    .select()
    .from(consent_ledger)
    .where(
      and(
        eq(consent_ledger.subject_id, act.subject_id),
        eq(consent_ledger.reference, reference),
        isInLedger(ownerOfAct(act)),
      ),
    )
    .orderBy(asc(consent_ledger.seq));

/** A row as the service that asked for it keeps it. */
export const toRecorded = ({
  id,
  document_id,
  doc_kind,
  version,
  accepted,
}: typeof consent_ledger.$inferSelect): RecordedConsent => ({
  consent_id: id,
  document_id,
  doc_kind,
  version,
  accepted,
});
