import { type SealedColumns, sealedColumn } from '@platform/runtime';
import { identityProviderSealContext } from './applications/identity-provider.ts';
import { identity_providers } from './schema.ts';

/** Columns of this schema that hold sealed values. */
export const sealed: SealedColumns = {
  byService: [
    sealedColumn(identity_providers, 'sealed_hs256_secret', {
      parts: ['application_id'],
      contextOf: ({ application_id }) => identityProviderSealContext(application_id),
    }),
  ],
};
