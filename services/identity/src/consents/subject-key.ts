import { createSubjectKeys } from '@platform/runtime';

/** Keys of the personal columns of the ledger, one for each person. */
export const subjectKeys = createSubjectKeys('identity');
