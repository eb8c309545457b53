import {
  type ConsentEntry,
  type ConsentProblem,
  isRegistrationRequired,
  type SubjectConsentProblem,
} from '@platform/contracts';
import { relayedError } from '@platform/runtime';

/** Purpose of a consent form; decides which documents must be accepted in it. */
export type ConsentPurpose = 'registration' | 'payment' | 'voluntary';

/** The published side of a legal document. */
export interface PublishedDocument {
  id: string;
  doc_kind: string;
  version: string;
  content_hash: string;
  /** Labels of its checkbox that are no text of a person: its own, and its title. */
  labels?: readonly string[];
}

/** An entry that names the published version of a document of the owner. */
export interface CheckedEntry {
  document: PublishedDocument;
  checkbox_text: string;
  accepted: boolean;
}

export type FormCheck = { problem: ConsentProblem } | { problem: null; entries: CheckedEntry[] };

/** Purpose of a form of a person without an account. */
export type SubjectPurpose = 'site_form' | 'newsletter';

/** Kinds that such a form must accept; the owner has to publish them first. */
export const kindsOfPurpose: Record<SubjectPurpose, readonly string[]> = {
  site_form: ['personal_data_consent'],
  newsletter: ['personal_data_consent', 'marketing_consent'],
};

const isRequired: Record<ConsentPurpose | SubjectPurpose, (kind: string) => boolean> = {
  registration: isRegistrationRequired,
  payment: (kind) => kind === 'license_offer',
  voluntary: () => false,
  site_form: (kind) => kindsOfPurpose.site_form.includes(kind),
  newsletter: (kind) => kindsOfPurpose.newsletter.includes(kind),
};

/**
 * Checks a consent form against what the owner has published. Every entry must name a published document and
 * its published version; what the purpose requires must be accepted. Of several entries for one document the
 * last is the answer.
 * @returns the problem, or one entry for each document in the order of the form
 */
export function checkConsentForm(
  documents: readonly PublishedDocument[],
  purpose: ConsentPurpose | SubjectPurpose,
  consents: readonly ConsentEntry[],
): FormCheck {
  const published = new Map(documents.map((document) => [document.id, document]));
  const entries = new Map<string, CheckedEntry>();
  for (const { document_id, version, checkbox_text, accepted } of consents) {
    const document = published.get(document_id.toLowerCase());
    if (!document) return { problem: { error: 'consent_document_unknown', document_id } };
    if (version !== document.version)
      return { problem: { error: 'consent_version_mismatch', document_id, published_version: document.version } };
    entries.set(document.id, { document, checkbox_text, accepted });
  }
  const required = documents.filter((document) => isRequired[purpose](document.doc_kind));
  const missing = required
    .filter((document) => entries.get(document.id)?.accepted !== true)
    .map(({ doc_kind, id, version }) => ({ doc_kind, document_id: id, version }));
  // A payment always needs an offer: without a published one there is nothing that could have been accepted.
  if (purpose === 'payment' && (missing.length > 0 || required.length === 0))
    return { problem: { error: 'license_offer_required', missing } };
  if (missing.length > 0) return { problem: { error: 'consents_required', missing } };
  return { problem: null, entries: [...entries.values()] };
}

/**
 * {@link checkConsentForm} of a person without an account. A kind that the owner does not publish is
 * `legal_document_required`.
 */
export function checkSubjectForm(
  documents: readonly PublishedDocument[],
  purpose: SubjectPurpose,
  consents: readonly ConsentEntry[],
): { problem: SubjectConsentProblem } | Extract<FormCheck, { problem: null }> {
  const absent = kindsOfPurpose[purpose].find((kind) => !documents.some(({ doc_kind }) => doc_kind === kind));
  if (absent !== undefined) return { problem: { error: 'legal_document_required', doc_kind: absent } };
  return checkConsentForm(documents, purpose, consents);
}

/** @throws a refused form as the error that a client gets */
export function failWithProblem({ error, ...fields }: ConsentProblem): never {
  throw relayedError(error, fields);
}
