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
  answered_version: string | null;
  accepted: boolean | null;
}

/**
 * Documents that the user has to accept again: registration-required ones whose published version differs
 * from the latest accepted one, or whose consent was withdrawn.
 */
export function pendingReconsent(documents: readonly AnsweredDocument[], apiUrl: string): Reconsent {
  const pending = documents
    .filter(({ doc_kind }) => isRegistrationRequired(doc_kind))
    .filter((document) => document.accepted !== true || document.answered_version !== document.published_version)
    .map(({ document_id, published_version, doc_kind, title }) => ({
      document_id,
      published_version,
      doc_kind,
      title,
      public_url: publicUrl(apiUrl, document_id),
    }));
  return { needs_reconsent: pending.length > 0, pending_reconsent: pending };
}
