import { ArticleFields } from '@platform/contracts';
import { defineKind } from '../kind.ts';

/**
 * A help article. Its folder and its position are of the item and in no revision: a move takes effect at
 * once.
 */
export const article = defineKind({
  name: 'article',
  fields: ArticleFields.omit({ folder_id: true, position: true }),
  isSearchable: true,
  titleOf: ({ title }) => title,
  bodyOf: ({ body }) => body,
  excerptOf: ({ excerpt }) => excerpt,
  referencesOf: ({ cover_asset_id }) => ({ assets: { cover_asset_id }, imageFields: ['cover_asset_id'] }),
  columnsOf: ({ noindex }) => ({ is_indexable: !noindex }),
});
