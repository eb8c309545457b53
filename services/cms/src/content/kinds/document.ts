import { DocumentFields } from '@platform/contracts';
import { invalidField } from '@platform/runtime';
import { defineKind } from '../kind.ts';
import { nextVersion } from './document-version.ts';

const sources = { file: 'asset_id', url: 'external_url', text: 'body' } as const;

export const document = defineKind({
  name: 'document',
  fields: DocumentFields,
  isSearchable: true,
  titleOf: ({ title }) => title,
  bodyOf: ({ source_type, body }) => (source_type === 'text' ? body : null),
  linksOf: ({ external_url }) => (external_url === null ? [] : [external_url]),
  excerptOf: ({ description }) => description,
  check(fields) {
    for (const [source, field] of Object.entries(sources))
      if ((fields[field] !== null) !== (source === fields.source_type))
        invalidField(field, `is only for a document whose \`source_type\` is \`${source}\`: leave it out`);
  },
  revise(before, after, changed) {
    if (after.source_type !== 'text') return after;
    if (after.version === null) return { ...after, version: before.version ? nextVersion(before.version) : '1' };
    if (changed.has('version')) return after;
    return before.body === after.body || before.body === null
      ? after
      : { ...after, version: nextVersion(after.version) };
  },
  referencesOf: ({ asset_id }) => ({ assets: { asset_id } }),
  columnsOf: ({ doc_kind, is_indexable }) => ({ facet: doc_kind, is_indexable }),
});
