import { dayMs, defineStatement, minuteMs, runStatement, SafeFetchError } from '@platform/runtime';
import { and, desc, eq, gt } from 'drizzle-orm';
import { type AccountRow, openCredentials } from '../accounts/account.ts';
import type { AppParts } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { FoundPost } from '../channels/channel-search.ts';
import { tokenKey } from '../delivery/pace.ts';
import { openItems } from '../inbox/item.ts';
import { accounts, inbox_items } from '../schema.ts';
import type { FeedSource } from './decode-feed.ts';
import { keywordIn } from './keyword-in.ts';
import type { QueryRow } from './query.ts';
import { NotAFeedError, readFeed } from './read-feed.ts';

/** A text that a source gave. */
export interface FoundText extends FoundPost {
  /** The pseudonym of the author, where the platform has it already. */
  subject_id?: string;
}

/** A source gave nothing. */
export class SourceError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'SourceError';
    this.code = code;
  }
}

const feedMs = 10_000;
const maxFeedBytes = 2 * 1_048_576;
const maxRedirects = 3;
const maxInboxItems = 500;
/** A run reads so far behind the one before it: an item may be written meanwhile. */
const overlapMs = 15 * minuteMs;

/** What people wrote to the brand itself. */
export async function searchInbox(app: AppParts, { brand_id, keywords, ran_at }: QueryRow) {
  const since = ran_at === null ? app.clock.now().getTime() - dayMs : ran_at.getTime() - overlapMs;
  const rows = await app.db
    .select()
    .from(inbox_items)
    .where(and(eq(inbox_items.brand_id, brand_id), gt(inbox_items.created_at, new Date(since))))
    .orderBy(desc(inbox_items.created_at))
    .limit(maxInboxItems);
  const items = await openItems(app, app.db, rows);
  return items.flatMap(({ id, subject_id, text, url, received_at }): FoundText[] => {
    const keyword = keywordIn(text, keywords);
    const author = { author_id: null, subject_id: subject_id ?? undefined };
    return keyword === null ? [] : [{ ...author, text, url, at: received_at, remote_id: id, keyword }];
  });
}

/**
 * Entries of a feed.
 * @throws SourceError
 */
export async function searchFeed(app: AppParts, { keywords }: QueryRow, address: string): Promise<FoundPost[]> {
  try {
    const entries = await fetchFeed(app, address).then(({ body, ...source }) => readFeed(body, source));
    return entries.flatMap(({ id, title, summary, url, at }): FoundPost[] => {
      const text = [title, summary].filter((part) => part !== '').join('\n');
      const keyword = keywordIn(text, keywords);
      return keyword === null ? [] : [{ remote_id: foundId(address, id), author_id: null, text, url, at, keyword }];
    });
  } catch (error) {
    if (error instanceof SafeFetchError)
      throw new SourceError(error.code, `the feed could not be fetched: ${error.code}`);
    if (error instanceof NotAFeedError) throw new SourceError('not_a_feed', error.message);
    throw error;
  }
}

/**
 * The id of an entry, unique among all feeds: an id that is not a URI is combined with the host of its feed.
 */
export const foundId = (address: string, id: string): string =>
  /^[a-z][a-z\d+.-]*:/i.test(id) ? id : `${new URL(address).host} ${id}`;

/** Fetches a feed; each redirect is checked as the address itself. */
async function fetchFeed({ safeFetch }: AppParts, address: string): Promise<FeedSource & { body: Buffer }> {
  let url = address;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await safeFetch(url, {
      timeoutMs: feedMs,
      maxBytes: maxFeedBytes,
      redirect: 'return',
      decode: true,
      webPortsOnly: true,
      headers: { accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8' },
    });
    const contentType = String(response.headers['content-type'] ?? '');
    if (response.status === 200) return { body: response.body, address: url, contentType };
    const next = URL.parse(String(response.headers.location ?? ''), url);
    if (response.status < 300 || response.status > 399 || next === null)
      throw new SourceError(String(response.status), `the feed answered ${response.status}`);
    url = next.href;
  }
  throw new SourceError('redirects', 'the feed redirects too often');
}

const countSearches = defineStatement({
  name: 'count_searches',
  text: `INSERT INTO social.search_budgets (key, day, searches) VALUES ($1, $2, $3)
    ON CONFLICT (key, day) DO UPDATE SET searches = search_budgets.searches + excluded.searches
    WHERE search_budgets.searches + excluded.searches <= $4 RETURNING searches`,
});

/**
 * Public posts of a channel, by the token of an account of the brand.
 * @throws SourceError
 */
export async function searchChannel(
  app: AppParts,
  { brand_id, keywords }: QueryRow,
  channel: 'vk' | 'threads',
): Promise<FoundPost[]> {
  const account = await searchingAccount(app, brand_id, channel);
  const byService = channel === 'vk' && app.settings.SOCIAL_VK_SERVICE_TOKEN !== undefined;
  const credentials = account === null ? null : openCredentials(app, account);
  if (credentials === null && !byService) throw new SourceError('no_account', `no account of ${channel} is active`);
  const search = app.channels.searches[channel];
  if (account !== null && search.perDay !== null) {
    const day = app.clock.now().toISOString().slice(0, 10);
    const { rows } = await runStatement(app.db, countSearches, [
      tokenKey(account),
      day,
      keywords.length,
      search.perDay,
    ]);
    if (rows.length === 0) throw new SourceError('quota', 'the daily limit of searches is used up');
  }
  try {
    return await search.search(credentials ?? {}, keywords);
  } catch (error) {
    if (error instanceof ChannelError) throw new SourceError(error.code, error.message);
    throw error;
  }
}

async function searchingAccount(
  { db }: AppParts,
  brand_id: string,
  channel: 'vk' | 'threads',
): Promise<AccountRow | null> {
  const [account] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.brand_id, brand_id), eq(accounts.channel, channel), eq(accounts.state, 'active')))
    .orderBy(accounts.id)
    .limit(1);
  return account ?? null;
}
