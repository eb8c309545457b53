import type { DatabasePlatform } from '@platform/runtime';
import type { OpenChannels } from './channels/open-channels.ts';
import type { SocialConfig } from './config.ts';
import type { CoverFiles } from './covers/cover-files.ts';
import type { Covers } from './covers/process-cover.ts';
import type { Dependencies } from './dependencies.ts';
import type { SocialMetrics } from './publishing/metrics.ts';
import type { Publisher } from './publishing/publisher.ts';

/** Dependencies of the use cases of this service; each takes the part it needs. */
export interface App extends DatabasePlatform<SocialMetrics, Dependencies> {
  settings: SocialConfig;
  /** The channels, as the operator set them up. */
  channels: OpenChannels;
  /** Makes images of posts. */
  covers: Covers;
  /** Images of posts. */
  coverFiles: CoverFiles;
  timing: SocialTiming;
  /** Publishes due posts. */
  publisher: Publisher;
}

/**
 * Times that go by the clock of the machine, in milliseconds. A test that speeds its clock up shortens them.
 */
export interface SocialTiming {
  /** How long after the commit of `sent_at` a request may still be written. */
  writeWithinMs: number;
}
