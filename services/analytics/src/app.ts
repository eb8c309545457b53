import type { DatabasePlatform, Geo, KeyValuePlatform } from '@platform/runtime';
import type { AnalyticsConfig } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import type { Ingest } from './ingest/ingest-state.ts';
import type { AnalyticsMetrics } from './metrics.ts';
import type { SiteContent } from './reports/site-content.ts';
import type { SiteIngest } from './site-events/site-ingest-state.ts';
import type { SiteZones } from './site-zones/site-zones.ts';

/** Dependencies of the use cases of this service; each takes the part it needs. */
export interface App extends DatabasePlatform<AnalyticsMetrics, Dependencies>, KeyValuePlatform {
  settings: AnalyticsConfig;
  geo: Geo;
  ingest: Ingest;
  siteIngest: SiteIngest;
  siteContent: SiteContent;
  siteZones: SiteZones;
}
