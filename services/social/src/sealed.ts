import { type SealedColumns, sealedColumn } from '@platform/runtime';
import { credentialsContext, hookContext } from './accounts/account.ts';
import { authorContext } from './inbox/item.ts';
import { answerContext, verifierContext } from './oauth/start-oauth.ts';
import { accounts, inbox_items, oauth_states } from './schema.ts';

/** Columns of this schema that hold sealed values. */
export const sealed: SealedColumns = {
  byService: [
    sealedColumn(accounts, 'sealed_credentials', ['id'], ({ id }) => credentialsContext(id)),
    sealedColumn(accounts, 'sealed_hook_secret', ['id'], ({ id }) => hookContext(id)),
    sealedColumn(oauth_states, 'sealed_verifier', ['account_id'], ({ account_id }) => verifierContext(account_id)),
    sealedColumn(oauth_states, 'sealed_answer', ['account_id'], ({ account_id }) => answerContext(account_id)),
    sealedColumn(inbox_items, 'sealed_author', ['id'], ({ id }) => authorContext(id)),
  ],
};
