import { ChangelogEntryFields } from '@platform/contracts';
import { defineKind } from '../kind.ts';

export const changelogEntry = defineKind({
  name: 'changelog_entry',
  fields: ChangelogEntryFields,
  isSearchable: true,
  titleOf: ({ title }) => title,
  bodyOf: ({ body }) => body,
  excerptOf: () => null,
  referencesOf: () => ({}),
  columnsOf: ({ platforms }) => ({ tags: platforms, is_indexable: true }),
});
