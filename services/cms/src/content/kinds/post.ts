import { PostFields } from '@platform/contracts';
import { defineKind } from '../kind.ts';

export const post = defineKind({
  name: 'post',
  fields: PostFields,
  isSearchable: true,
  titleOf: ({ title }) => title,
  bodyOf: ({ body }) => body,
  excerptOf: ({ excerpt }) => excerpt,
  referencesOf: ({ category_id, author_id, cover_asset_id }) => ({
    category_id,
    author_id,
    assets: { cover_asset_id },
  }),
  columnsOf: ({ category_id, author_id, tags, noindex }) => ({
    category_id,
    author_id,
    tags,
    is_indexable: !noindex,
  }),
});
