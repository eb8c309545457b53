import { type SealedColumns, sealedColumn, subjectKeyContext } from '@platform/runtime';
import { erasurePseudonymContext } from './erasures/erasure-pseudonyms.ts';
import { consent_ledger, erasure_pseudonym_keys, subject_keys } from './schema.ts';

/** Columns of this schema that hold sealed values. */
export const sealed: SealedColumns = {
  byService: [
    sealedColumn(subject_keys, 'sealed_key', {
      parts: ['subject_id'],
      contextOf: ({ subject_id }) => subjectKeyContext(subject_id),
    }),
    sealedColumn(erasure_pseudonym_keys, 'sealed_key', {
      parts: ['name'],
      contextOf: ({ name }) => erasurePseudonymContext(name),
    }),
  ],
  byPerson: [
    consent_ledger.email_ciphertext,
    consent_ledger.ip_ciphertext,
    consent_ledger.user_agent_ciphertext,
    // A label that the document was not published with.
    consent_ledger.checkbox_text,
  ],
};
