import type { PreparedBody } from '@platform/contracts/kit';
import type { BackgroundWork, DatabasePlatform, FileStore, Mailer, ReadCache, Wakeup } from '@platform/runtime';
import type { ServedFiles } from './assets/open-asset.ts';
import type { Images } from './assets/process-image.ts';
import type { Rerendering } from './content/rerender-texts.ts';
import type { ScheduleBackoff } from './content/schedule-backoff.ts';
import type { TextRenderer } from './content/text-renderer.ts';
import type { Dependencies } from './dependencies.ts';
import type { Captcha } from './leads/captcha.ts';
import type { LeadRow } from './leads/lead-content.ts';
import type { ProvenLead } from './leads/proven-lead.ts';
import type { Pseudonyms } from './leads/pseudonyms.ts';
import type { NewSubmission, StoredSubmission } from './leads/stored-submission.ts';
import type { CmsMetrics } from './metrics.ts';
import type { KbTrees } from './public/kb-tree.ts';
import type { LongReads } from './public/long-reads.ts';
import type { TextLoader } from './public/published-text.ts';
import type { SearchTurns } from './public/search-bulkhead.ts';
import type { SearchResults } from './public/search-results.ts';
import type { UploadSlots } from './support/upload-slots.ts';
import type { ViewCounter, ViewedArticle } from './views/viewed-article.ts';
import type { VisitorBudgets } from './visitor-budgets.ts';

/** A public read, ready to be answered. */
export interface PublicBody extends PreparedBody {
  /** The text that it is about, where views of it count. */
  readonly viewed?: ViewedArticle;
}

/** Dependencies of the use cases of this service. One with up to five of them names them. */
export interface App extends DatabasePlatform<CmsMetrics, Dependencies> {
  /** Null where no mail server is configured. */
  mailer: Mailer | null;
  /** Of the job that sends mails. */
  mailWakeup: Wakeup;
  /** Addresses of staff for mails about support tickets. */
  supportEmails: readonly string[];
  /** Public reads, grouped by site id. */
  publicReads: ReadCache<PublicBody>;
  /** The bulkhead of lists with texts. */
  longReads: LongReads;
  /** The bulkhead of searches. */
  searchTurns: SearchTurns;
  searchResults: SearchResults;
  /** Published texts that no cache has; loads of one moment share a statement. */
  loadText: TextLoader;
  /** Renders Markdown in a separate thread. */
  renderer: TextRenderer;
  /** Trees of knowledge bases, which many pages need. */
  kbTrees: KbTrees;
  scheduleBackoff: ScheduleBackoff;
  rerendering: Rerendering;
  /** Views of articles. */
  views: ViewCounter;
  /** Rows of uploaded files that readers ask for. */
  servedFiles: ServedFiles;
  /** Bytes of uploaded files. */
  files: FileStore;
  images: Images;
  /** Bounds the uploads of one user that are under way. */
  uploadSlots: UploadSlots;
  /** Works on imports in the background. */
  importRunner: BackgroundWork;
  /** Pseudonyms of people without an account. */
  pseudonyms: Pseudonyms;
  captcha: Captcha;
  /** What visitors may store in a day. */
  budgets: VisitorBudgets;
  /** Stores a form as a lead. */
  storeSubmission(form: NewSubmission): Promise<StoredSubmission>;
  /** Accepts a lead whose consents are in the ledger. */
  acceptLead(lead: ProvenLead): Promise<LeadRow | null>;
  /** Bytes of the longest file that is taken. */
  maxFileBytes: number;
}

/** What the parts of {@link App} that work with others need. */
export type AppParts = Omit<App, 'importRunner' | 'storeSubmission' | 'acceptLead'>;
