import { BannerFields, bannerSizes, isInn } from '@platform/contracts';
import { fail, findRangeProblem, invalidField } from '@platform/runtime';
import { defineKind } from '../kind.ts';

/** Highest priority first, as text. */
const priorityKey = (priority: number): string => String(100 - priority).padStart(3, '0');

export const banner = defineKind({
  name: 'banner',
  fields: BannerFields,
  isSearchable: false,
  titleOf: ({ name }) => name,
  bodyOf: () => null,
  bannerOf: ({ html, is_ad, erid }) =>
    html === null ? null : { html, query: is_ad && erid !== null ? { erid } : null },
  linksOf: ({ link_url }) => (link_url === null ? [] : [link_url]),
  excerptOf: () => null,
  check({ placement, size, width, height, html, asset_id, starts_at, ends_at, target }) {
    if (size === 'custom') {
      if (width === null || height === null)
        invalidField('width', 'is missing: a custom size needs `width` and `height`');
    } else {
      if (!(size in bannerSizes[placement]))
        invalidField(
          'size',
          `has to be one of ${Object.keys(bannerSizes[placement]).join(', ')} or custom: ${placement} has no other size`,
        );
      if (width !== null || height !== null)
        invalidField('width', 'is only for a custom size: leave it out, or send the size `custom`');
    }
    if ((html === null) === (asset_id === null))
      invalidField('html', 'and `asset_id` exclude each other: send exactly one of them');
    if (starts_at !== null && ends_at !== null && Date.parse(starts_at) >= Date.parse(ends_at))
      invalidField('ends_at', 'has to be after `starts_at`');
    const problem = target.app_version === null ? null : findRangeProblem(target.app_version);
    if (problem !== null) invalidField('target.app_version', problem);
  },
  referencesOf: ({ asset_id }) => ({ assets: { asset_id }, imageFields: ['asset_id'] }),
  assertPublishable({ is_ad, erid, advertiser }) {
    if (!is_ad) return;
    const missing = [
      ...(erid === null ? ['erid'] : []),
      ...(advertiser === null ? ['advertiser'] : isInn(advertiser.inn) ? [] : ['advertiser.inn']),
    ];
    if (missing.length > 0) fail('ad_marking_required', { fields: { missing } });
  },
  columnsOf: ({ audience, priority, starts_at, ends_at }) => ({
    channel: audience,
    sort_key: priorityKey(priority),
    starts_at: starts_at === null ? null : new Date(starts_at),
    ends_at: ends_at === null ? null : new Date(ends_at),
    is_indexable: false,
  }),
});
