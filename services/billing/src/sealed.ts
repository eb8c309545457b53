import { type SealedColumns, sealedColumn } from '@platform/runtime';
import { shops } from './schema.ts';
import { shopKeySealContext } from './shops/shop.ts';

/** Columns of this schema that hold sealed values. */
export const sealed: SealedColumns = {
  byService: [
    sealedColumn(shops, 'sealed_secret_key', { parts: ['id'], contextOf: ({ id }) => shopKeySealContext(id) }),
  ],
};
