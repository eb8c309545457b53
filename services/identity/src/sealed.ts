import { type SealedColumns, sealedColumn, subjectKeyContext } from '@platform/runtime';
import { consent_ledger, subject_keys } from './schema.ts';

/** Columns of this schema that hold sealed values. */
export const sealed: SealedColumns = {
  byService: [
    sealedColumn(subject_keys, 'sealed_key', {
      parts: ['subject_id'],
      contextOf: ({ subject_id }) => subjectKeyContext(subject_id),
    }),
  ],
  byPerson: [consent_ledger.email_ciphertext, consent_ledger.ip_ciphertext, consent_ledger.user_agent_ciphertext],
};
