import { PostFields } from '@platform/contracts';
import { defineKind } from '../kind.ts';
import { distinctTags } from '../tag-slug.ts';

export const post = defineKind({
  name: 'post',
  fields: PostFields,
  isSearchable: true,
  titleOf: ({ title }) => title,
  bodyOf: ({ body }) => body,
  excerptOf: ({ excerpt }) => excerpt,
  revise: (_before, after) => ({ ...after, tags: distinctTags(after.tags) }),
  referencesOf: ({ category_id, author_id, cover_asset_id }) => ({
    category_id,
    author_id,
    assets: { cover_asset_id },
    imageFields: ['cover_asset_id'],
  }),
  columnsOf: ({ category_id, author_id, tags, noindex }) => ({
    category_id,
    author_id,
    tags,
    is_indexable: !noindex,
  }),
});
