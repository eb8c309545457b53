import type { Fetched } from '../crawl/fetched.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { RecheckRow } from './recheck.ts';

/** A fetched page that is judged now. */
export interface RecheckedPage {
  recheck: RecheckRow;
  /** Item at this address now. */
  item_id: string | null;
  /** The item left the address, as it was to: the site has no such page any more. */
  is_gone: boolean;
  answer: Omit<Fetched, 'body'>;
  facts: PageFacts | null;
  is_too_complex: boolean;
  /** When the request began. */
  fetched_at: Date;
}
