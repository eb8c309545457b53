import { isRegistrationRequired, type ReconsentState } from '@platform/contracts';
import type { z } from 'zod';
import { publicUrl } from '../legal/legal-document.ts';

export type Reconsent = z.output<typeof ReconsentState>;

/** A published document beside the user's latest answer to it. */
export interface AnsweredDocument {
  document_id: string;
  doc_kind: string;
  title: string;
  published_version: string;
  /** The oldest version whose acceptance is in effect: all later ones are editorial. */
  reconsent_version: string;
  change_note: string | null;
  effective_at: Date | null;
  checkbox_text: string | null;
  answered_version: string | null;
  accepted: boolean | null;
}

/**
 * Documents that the user has to accept again: registration-required ones with a version after the latest accepted
 * one that is not editorial, or whose consent was withdrawn.
 */
export function pendingReconsent(documents: readonly AnsweredDocument[], apiUrl: string): Reconsent {
  const pending = documents
    .filter(({ doc_kind }) => isRegistrationRequired(doc_kind))
    .filter((document) => !isInEffect(document))
    .map(({ document_id, published_version, doc_kind, title, change_note, effective_at, checkbox_text }) => ({
      document_id,
      published_version,
      doc_kind,
      title,
      public_url: publicUrl(apiUrl, document_id),
      change_note,
      effective_at: effective_at?.toISOString() ?? null,
      checkbox_text,
    }));
  return { needs_reconsent: pending.length > 0, pending_reconsent: pending };
}

/** Versions are whole numbers, written as strings. */
const isInEffect = ({ accepted, answered_version, reconsent_version }: AnsweredDocument): boolean =>
  accepted === true && answered_version !== null && Number(answered_version) >= Number(reconsent_version);
