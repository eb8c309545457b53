import { requireBrand } from '../brands/brand.ts';
import { type InboxReader, type InboxReport, pollInbox } from './poll-inbox.ts';

const budgetMs = 40_000;

/**
 * Asks the channels of a brand for comments and messages now.
 * @throws `brand_not_found`
 */
export async function pullInbox(app: InboxReader, brand_id: string): Promise<InboxReport> {
  await requireBrand(app.db, brand_id);
  return pollInbox(app, { budgetMs, brand_id });
}
