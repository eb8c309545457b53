import { service } from './kit.ts';
import { seoIssueEndpoints } from './seo-rkn/issues.ts';
import { seoEvents } from './seo-rkn/messages.ts';
import { seoPageEndpoints } from './seo-rkn/pages.ts';
import { seoScanEndpoints, seoSettingsEndpoints } from './seo-rkn/scans.ts';

export const seoRkn = service({
  name: 'seo-rkn',
  endpoints: { ...seoScanEndpoints, ...seoSettingsEndpoints, ...seoIssueEndpoints, ...seoPageEndpoints },
  events: seoEvents,
  queries: {},
  commands: {},
});
