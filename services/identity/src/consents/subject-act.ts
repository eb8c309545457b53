import type { RecordedConsent } from '@platform/contracts';
import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { LegalOwner } from '../legal/legal-owner.ts';
import type { ConsentAct } from './append-consents.ts';
import type { SubjectPurpose } from './consent-form.ts';

/** An act of a person without an account, whom the site knows by a pseudonym. */
export interface SubjectAct {
  site_id: string;
  subject_id: string;
  email: string | null;
  reference: string;
  /** When the person acted, RFC 3339. */
  asked_at?: string | undefined;
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
 * Makes other acts of these people wait until the transaction ends: two calls with one reference come for one
 * person, and the second sees the rows of the first. The order of the locks is that of their numbers everywhere.
 */
export const holdSubjects = (tx: Tx, subjectIds: readonly string[]) => runStatement(tx, lockSubjects, [subjectIds]);

const lockSubjects = defineStatement({
  name: 'hold_consent_subjects',
  text: `SELECT pg_advisory_xact_lock(number) FROM (
      SELECT DISTINCT hashtextextended('consent_subject:' || subject_id::text, 0) AS number
      FROM unnest($1::uuid[]) AS subject_id ORDER BY number
    ) AS sorted`,
});

/** A row of the ledger as far as a later act needs it. */
export interface FormerRow extends Omit<RecordedConsent, 'consent_id'> {
  id: string;
  content_hash: string;
  checkbox_text: string;
}

/** Rows of one reference at most: a form has fewer. */
const maxRows = 100;

/**
 * The rows of the ledger that people have under references.
 * @returns for each of the asked references its rows, in their order
 */
export async function rowsUnder(
  tx: Tx,
  acts: readonly Pick<SubjectAct, 'site_id' | 'subject_id' | 'reference'>[],
): Promise<FormerRow[][]> {
  const { rows } = await runStatement<FormerRow & { ordinality: string }>(tx, findUnderReferences, [
    acts.map(({ site_id }) => site_id),
    acts.map(({ subject_id }) => subject_id),
    acts.map(({ reference }) => reference),
    maxRows,
  ]);
  return acts.map((_, at) => rows.filter(({ ordinality }) => Number(ordinality) === at + 1));
}

/**
 * The owner is compared behind the LIMIT: no plan, however old, reads the chain of the owner for the rows of one
 * person.
 */
const findUnderReferences = defineStatement({
  name: 'consents_under_references',
  text: `SELECT ordinality, id, document_id, doc_kind, version, accepted, content_hash, checkbox_text
    FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY AS asked (site_id, subject_id, reference, ordinality)
    CROSS JOIN LATERAL (
      SELECT * FROM identity.consent_ledger AS row
      WHERE row.subject_id = asked.subject_id AND row.reference = asked.reference LIMIT $4
    ) AS former
    WHERE former.owner_type = 'cms_site' AND former.owner_id = asked.site_id
    ORDER BY ordinality, seq`,
});

/**
 * The acceptances of a kind of document that stand for a person at a site: of each version the last row, where it
 * accepts.
 * @param order.until an acceptance after it is not among them, RFC 3339
 * @param order.earlier_references acts whose acceptances are among them, whatever their times are
 * @param order.later_references acts whose acceptances are not among them, nor those of a version that such an act accepts
 * @returns rows in their order, so that the newest one comes last
 */
export async function standingRows(
  tx: Tx,
  { site_id, subject_id }: Pick<SubjectAct, 'site_id' | 'subject_id'>,
  doc_kind: string,
  {
    until,
    earlier_references,
    later_references,
  }: { until: string; earlier_references: readonly string[]; later_references: readonly string[] },
): Promise<FormerRow[]> {
  const values = [subject_id, site_id, doc_kind, until, earlier_references, later_references];
  return (await runStatement<FormerRow>(tx, findStanding, values)).rows;
}

/** The rows of a person come first, as above: the chain of the owner is not read for them. */
const findStanding = defineStatement({
  name: 'standing_consents_of_subject',
  text: `WITH of_person AS MATERIALIZED (
      SELECT * FROM identity.consent_ledger AS row WHERE row.subject_id = $1 AND row.user_id IS NULL
    ), latest AS (
      SELECT DISTINCT ON (document_id, version) * FROM of_person
      WHERE owner_type = 'cms_site' AND owner_id = $2 AND doc_kind = $3
      ORDER BY document_id, version, seq DESC
    )
    SELECT id, document_id, doc_kind, version, accepted, content_hash, checkbox_text FROM latest
    WHERE accepted AND (recorded_at <= $4::timestamptz OR reference = ANY ($5::text[])) AND NOT EXISTS (
      SELECT FROM of_person AS later WHERE later.reference = ANY ($6::text[]) AND later.accepted
        AND later.document_id = latest.document_id AND later.version = latest.version
    )
    ORDER BY seq`,
});

/** A row as the service that asked for it stores it. */
export const toRecorded = ({ id, document_id, doc_kind, version, accepted }: FormerRow): RecordedConsent => ({
  consent_id: id,
  document_id,
  doc_kind,
  version,
  accepted,
});
