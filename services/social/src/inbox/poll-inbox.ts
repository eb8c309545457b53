import { errorText, minuteMs, runInSlots } from '@platform/runtime';
import { and, asc, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { type AccountRow, openCredentials } from '../accounts/account.ts';
import type { App, AppParts } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { tokenKey } from '../delivery/pace.ts';
import { storeReactions } from '../metrics/store-reactions.ts';
import { accounts, inbox_cursors } from '../schema.ts';
import { readRecipients, storeItems } from './store-items.ts';

export type InboxReader = AppParts;

/** Accounts of one run, and so many of them at once. */
const maxAccounts = 40;
const atOnce = 8;
/** Pages of one call for news. */
const maxPages = 5;
/** A process that dies leaves its token to another one after this time. */
const leaseMs = 2 * minuteMs;
/** A channel that refuses is asked again after this time. */
const refusedMs = 15 * minuteMs;

export interface InboxReport {
  new: number;
  errors: { account_id: string; code: string; message: string }[];
}

/**
 * Asks the channels for comments and messages. Of the processes one reads the updates of a token at a time.
 * @param options.budgetMs after this time no more are asked
 * @param options.brand_id only accounts of this brand, due or not; a call for a brand ignores `SOCIAL_INBOX`
 */
export async function pollInbox(
  app: InboxReader,
  { budgetMs, brand_id = null }: { budgetMs: number; brand_id?: string | null },
): Promise<InboxReport> {
  const until = performance.now() + budgetMs;
  const report: InboxReport = { new: 0, errors: [] };
  if (brand_id === null && app.settings.SOCIAL_INBOX === 'off') return report;
  await runInSlots(await claimDueAccounts(app, brand_id), atOnce, (account) =>
    performance.now() > until ? postpone(app, account, 0) : readOne(app, account, report),
  );
  return report;
}

const sourceKey = ({ channels }: Pick<App, 'channels'>, account: AccountRow): string =>
  channels[account.channel].inbox.updatesOf === 'token' ? tokenKey(account) : `account:${account.id}`;

/** Takes accounts that are due, one of each token. Each is due again after the time of its channel. */
async function claimDueAccounts(app: InboxReader, brand_id: string | null): Promise<AccountRow[]> {
  const now = app.clock.now();
  const isMeant =
    brand_id === null
      ? lte(accounts.inbox_at, now)
      : and(eq(accounts.brand_id, brand_id), isNotNull(accounts.inbox_at));
  return app.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(accounts)
      .where(and(isMeant, eq(accounts.state, 'active')))
      .orderBy(asc(accounts.inbox_at))
      .limit(maxAccounts)
      .for('no key update', { skipLocked: true });
    for (const [channel, rows] of Map.groupBy(due, (row) => row.channel)) {
      const inbox_at = new Date(now.getTime() + app.channels[channel].inbox.everyMs);
      const ids = rows.map(({ id }) => id);
      await tx.update(accounts).set({ inbox_at }).where(inArray(accounts.id, ids));
    }
    return [...new Map(due.map((row) => [sourceKey(app, row), row])).values()];
  });
}

async function postpone({ db, clock }: InboxReader, { id }: AccountRow, ms: number): Promise<void> {
  const inbox_at = new Date(clock.now().getTime() + ms);
  await db
    .update(accounts)
    .set({ inbox_at })
    .where(and(eq(accounts.id, id), isNotNull(accounts.inbox_at)));
}

/** Reads one source. A failure is reported, and stops no other one. */
async function readOne(app: InboxReader, account: AccountRow, report: InboxReport): Promise<void> {
  const key = sourceKey(app, account);
  try {
    const lease = await claimSource(app, key);
    if (lease === null) return;
    try {
      report.new += await readPages(app, account, key, lease);
    } finally {
      await app.db.update(inbox_cursors).set({ polling_until: null }).where(isHeld(key, lease.fence));
    }
  } catch (error) {
    const isChannel = error instanceof ChannelError;
    const { code, message } = isChannel ? error : { code: 'platform', message: 'the platform failed' };
    report.errors.push({ account_id: account.id, code, message });
    const reason = isChannel ? code : errorText(error);
    app.log.warn(
      { account_id: account.id, channel: account.channel, reason },
      'the comments of a channel could not be read',
    );
    if (!isChannel) return;
    const isRefusal = error.kind === 'auth' || error.kind === 'content';
    const wait = error.retryAfterMs ?? (isRefusal ? refusedMs : null);
    if (wait !== null) await postpone(app, account, wait);
  }
}

interface Lease {
  fence: number;
  position: string | null;
}

const isHeld = (key: string, fence: number) => and(eq(inbox_cursors.key, key), eq(inbox_cursors.fence, fence));

/** The lease of a source; null while another process reads it. */
async function claimSource({ db, clock }: InboxReader, key: string): Promise<Lease | null> {
  const now = clock.now();
  const polling_until = new Date(now.getTime() + leaseMs);
  await db.insert(inbox_cursors).values({ key, updated_at: now }).onConflictDoNothing();
  return db.transaction(async (tx) => {
    const isFree = or(isNull(inbox_cursors.polling_until), lte(inbox_cursors.polling_until, now));
    const [free] = await tx
      .select()
      .from(inbox_cursors)
      .where(and(eq(inbox_cursors.key, key), isFree))
      .for('update', { skipLocked: true });
    if (!free) return null;
    const fence = free.fence + 1;
    await tx.update(inbox_cursors).set({ polling_until, fence }).where(eq(inbox_cursors.key, key));
    return { fence, position: free.position };
  });
}

/** Reads pages to the last one. The position of a page is written with its items, or not at all. */
async function readPages(app: InboxReader, account: AccountRow, key: string, lease: Lease): Promise<number> {
  const { inbox } = app.channels[account.channel];
  const credentials = openCredentials(app, account);
  if (credentials === null) return 0;
  const destination = { id: account.remote_id ?? '', url: account.remote?.url ?? null };
  let { position } = lease;
  let created = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const received = await inbox.read({ credentials, destination, position });
    const stored = await app.db.transaction(async (tx) => {
      const now = app.clock.now();
      const ownCursors = await tx
        .update(inbox_cursors)
        .set({ position: received.position, updated_at: now })
        .where(isHeld(key, lease.fence))
        .returning({ key: inbox_cursors.key });
      if (ownCursors.length === 0) return null;
      const { items, reactions = [] } = received;
      if (items.length + reactions.length === 0) return 0;
      const recipients = await readRecipients(tx, account, { updatesOf: inbox.updatesOf, destination_ids: [] });
      await storeReactions(tx, recipients, reactions);
      return storeItems(app, tx, { recipients, items, now });
    });
    // Another process reads this source now.
    if (stored === null) return created;
    created += stored;
    position = received.position;
    if (!received.isMore) break;
  }
  return created;
}
