import { DownloadFields } from '@platform/contracts';
import { invalidField, normalizeAppVersion } from '@platform/runtime';
import { defineKind } from '../kind.ts';
import { versionSortKey } from './version-sort-key.ts';

/** `1.0` is `1.0.0`; builds that differ in build metadata are two. */
function withoutMissingParts(version: string): string {
  const metadata = version.indexOf('+');
  return `${normalizeAppVersion(version) ?? version}${metadata < 0 ? '' : version.slice(metadata)}`;
}

export const download = defineKind({
  name: 'download',
  fields: DownloadFields,
  isSearchable: false,
  titleOf: ({ platform, arch, channel, version }) =>
    [platform, arch, channel === 'stable' ? null : channel, version].filter((part) => part !== null).join(' '),
  bodyOf: () => null,
  linksOf: ({ external_url }) => (external_url === null ? [] : [external_url]),
  notesOf: ({ release_notes }) => release_notes,
  excerptOf: () => null,
  uniqueKeyOf: ({ platform, arch, channel, version }) =>
    [platform, arch ?? '', channel, withoutMissingParts(version)].join(' '),
  check({ asset_id, external_url, sha256 }) {
    if ((asset_id === null) === (external_url === null))
      invalidField('asset_id', 'and `external_url` exclude each other: send exactly one of them');
    if (external_url === null && sha256 !== null)
      invalidField('sha256', 'belongs to an external file: leave it out with `asset_id`, whose digest is computed');
  },
  referencesOf: ({ asset_id, changelog_entry_id }) => ({
    assets: { asset_id },
    items: changelog_entry_id === null ? [] : [{ id: changelog_entry_id, kind: 'changelog_entry' }],
  }),
  columnsOf: ({ platform, channel, version, build_number }) => ({
    facet: platform,
    channel,
    sort_key: versionSortKey(version, build_number),
    is_indexable: false,
  }),
});
