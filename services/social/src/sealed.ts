import { type SealedColumns, sealedColumn, subjectKeyContext } from '@platform/runtime';
import { credentialsContext, hookContext } from './accounts/account.ts';
import { authorContext } from './inbox/item.ts';
import { personPseudonymContext } from './inbox/persons.ts';
import { answerContext, verifierContext } from './oauth/start-oauth.ts';
import { accounts, inbox_items, listening_items, oauth_states, person_pseudonym_keys, subject_keys } from './schema.ts';

/** Columns of this schema that hold sealed values. */
export const sealed: SealedColumns = {
  byService: [
    sealedColumn(accounts, 'sealed_credentials', { parts: ['id'], contextOf: ({ id }) => credentialsContext(id) }),
    sealedColumn(accounts, 'sealed_hook_secret', { parts: ['id'], contextOf: ({ id }) => hookContext(id) }),
    sealedColumn(oauth_states, 'sealed_verifier', {
      parts: ['account_id'],
      contextOf: ({ account_id }) => verifierContext(account_id),
    }),
    sealedColumn(oauth_states, 'sealed_answer', {
      parts: ['account_id'],
      contextOf: ({ account_id }) => answerContext(account_id),
    }),
    sealedColumn(inbox_items, 'sealed_author', { parts: ['id'], contextOf: ({ id }) => authorContext(id) }),
    sealedColumn(subject_keys, 'sealed_key', {
      parts: ['subject_id'],
      contextOf: ({ subject_id }) => subjectKeyContext(subject_id),
    }),
    sealedColumn(person_pseudonym_keys, 'sealed_key', {
      parts: ['name'],
      contextOf: ({ name }) => personPseudonymContext(name),
    }),
  ],
  byPerson: [inbox_items.sealed_content, listening_items.sealed_content],
};
