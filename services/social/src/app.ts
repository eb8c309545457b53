import type { DatabasePlatform, WorkRunner } from '@platform/runtime';
import type { OpenChannels } from './channels/open-channels.ts';
import type { SocialConfig } from './config.ts';
import type { CoverFiles } from './covers/cover-files.ts';
import type { Covers } from './covers/process-cover.ts';
import type { Dependencies } from './dependencies.ts';
import type { PersonPseudonyms } from './inbox/persons.ts';
import type { ListeningReport } from './listening/listening-report.ts';
import type { SnapshotReport } from './metrics/snapshot-report.ts';
import type { SocialMetrics } from './publishing/metrics.ts';

import type { ProbeResult, Publisher } from './publishing/reports.ts';
import type { brands, inbox_items, inbox_replies, listening_queries, metric_queue, variants } from './schema.ts';

/** Dependencies of the use cases of this service. One with up to five of them names them. */
export interface App extends DatabasePlatform<SocialMetrics, Dependencies> {
  settings: SocialConfig;
  /** The channels, as the operator set them up. */
  channels: OpenChannels;
  /** Makes images of posts. */
  covers: Covers;
  /** Images of posts. */
  coverFiles: CoverFiles;
  /** Pseudonyms of persons who write to brands. */
  personPseudonyms: PersonPseudonyms;
  timing: SocialTiming;
  /** Publishes due posts. */
  publisher: Publisher;
  works: SocialWorks;
}

/** What work in the background needs. */
export type AppParts = Omit<App, 'publisher' | 'works'>;

/** Work with leases of this service. */
export interface SocialWorks {
  queries: WorkRunner<typeof listening_queries, ListeningReport>;
  answers: WorkRunner<typeof inbox_items, number>;
  replyProbes: WorkRunner<typeof inbox_replies>;
  postProbes: WorkRunner<typeof variants, ProbeResult>;
  snapshots: WorkRunner<typeof metric_queue, SnapshotReport>;
  refill: WorkRunner<typeof brands, number>;
}

/**
 * Times that go by the clock of the machine, in milliseconds. A test that speeds its clock up shortens them.
 */
export interface SocialTiming {
  /** How long after the commit of `sent_at` a request may still be written. */
  writeWithinMs: number;
  /** Interval at which due listening queries and metrics are claimed; null where the tick alone claims them. */
  claimEveryMs: number | null;
}
