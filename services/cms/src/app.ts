import type { PreparedBody } from '@platform/contracts/kit';
import type { Renderer } from '@platform/markdown';
import type { DatabasePlatform, FileStore, ReadCache } from '@platform/runtime';
import type { Images } from './assets/process-image.ts';

/** Dependencies of the use cases of this service; each takes the part it needs. */
export interface App extends DatabasePlatform {
  /** Public reads, grouped by site id. */
  publicReads: ReadCache<PreparedBody>;
  /** Renders Markdown in a thread of its own. */
  renderer: Renderer;
  /** Bytes of uploaded files. */
  files: FileStore;
  images: Images;
  /** Bytes of the longest file that is taken. */
  maxFileBytes: number;
}
