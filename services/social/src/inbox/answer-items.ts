import { cms } from '@platform/contracts';
import { dayMs, errorText, hourMs, isAppError, type Lease, minuteMs, newId, type WorkKind } from '@platform/runtime';
import { and, count, eq, gt, inArray } from 'drizzle-orm';
import { adSignals, resemblesAd } from '../ad-law/resembles-ad.ts';
import type { App } from '../app.ts';
import { systemApprover } from '../approvals/approval.ts';
import type { BrandRow } from '../brands/brand.ts';
import { countText, urlsOf } from '../posts/count-text.ts';
import { accounts, brands, inbox_items, inbox_replies } from '../schema.ts';
import { type Answers, type Article, chooseArticle, replyFrom } from './choose-article.ts';
import { type ItemContext, lockItem, openItems } from './item.ts';
import { type ReplySender, sendReply } from './send-reply.ts';

type Answerer = ReplySender & Pick<App, 'ask' | 'metrics'>;

const maxArticles = 200;
const retryMs = 2 * minuteMs;
/** One claim begins no further item after this time: other brands wait, and the budget of a tick. */
const turnMs = 2_000;
/** Replies of an hour that a rule sends for an account: two bots do not talk for long. */
const maxAnHour = 20;

/**
 * Questions that the knowledge base may answer: by a draft, and for a brand of the autonomy `full_manager` by a
 * reply where exactly one article answers and nothing is suspicious. Brands take turns; a claim returns how many
 * drafts and replies it made. A question that is given up is left to a person.
 */
export const answerKind = (app: Answerer): WorkKind<typeof inbox_items, number> => ({
  name: 'inbox-answers',
  table: inbox_items,
  key: inbox_items.id,
  leaseMs: 2 * minuteMs,
  pollMs: 10_000,
  group: inbox_items.brand_id,
  batch: 20,
  maxTries: 30,
  backoffMs: [retryMs],
  describe: (rows) => ({ item_ids: rows.map(({ id }) => id) }),
  run: (lease) => answerItems(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, {}, rows);
  },
});

async function answerItems(app: Answerer, lease: Lease<typeof inbox_items>): Promise<number> {
  const questions = await readQuestions(app, lease.rows);
  const [first] = questions;
  if (!first) return 0;
  const articles = await readArticles(app, first.brand);
  if (articles === null) {
    await lease.postpone(app.db, { afterMs: retryMs });
    return 0;
  }
  const until = performance.now() + turnMs;
  let answered = 0;
  for (const question of questions) {
    lease.signal.throwIfAborted();
    const { item } = question;
    if (performance.now() > until) {
      await lease.postpone(app.db, { afterMs: 0 }, [item]);
      continue;
    }
    try {
      if (await answer(app, question, chooseArticle(item.text, articles))) answered += 1;
      await lease.finish(app.db, {}, [item]);
    } catch (error) {
      app.log.warn({ item_id: item.id, reason: errorText(error) }, 'an item could not be answered');
      await lease.retry(app.db, {}, [item]);
    }
  }
  return answered;
}

type Question = ItemContext & { brand: BrandRow };

/** Claimed items with their account and brand, without those of yesterday: they are left to a person. */
async function readQuestions(app: Answerer, items: readonly (typeof inbox_items.$inferSelect)[]): Promise<Question[]> {
  const ids = items.map(({ id }) => id);
  const dayAgo = new Date(app.clock.now().getTime() - dayMs);
  const rows = await app.db
    .select({ item: inbox_items, account: accounts, brand: brands })
    .from(inbox_items)
    .innerJoin(accounts, eq(accounts.id, inbox_items.account_id))
    .innerJoin(brands, eq(brands.id, inbox_items.brand_id))
    .where(and(inArray(inbox_items.id, ids), gt(inbox_items.created_at, dayAgo)))
    .orderBy(inbox_items.id);
  const opened = await openItems(
    app,
    app.db,
    rows.map(({ item }) => item),
  );
  return rows.flatMap(({ account, brand }, at) => {
    const item = opened[at];
    return !item || item.target === null ? [] : [{ account, brand, item: { ...item, target: item.target } }];
  });
}

/** Articles of the site of a brand; null while the cms does not answer. */
async function readArticles({ ask, log }: Answerer, { id, site_id }: BrandRow): Promise<Article[] | null> {
  if (site_id === null) return [];
  const input = { site_id, kinds: ['article' as const], since: null, limit: maxArticles, order: 'views' as const };
  try {
    return (await ask(cms.queries.listContentSources, input)).sources;
  } catch (error) {
    log.warn({ brand_id: id, reason: errorText(error) }, 'the knowledge base of a brand could not be read');
    return null;
  }
}

/** Sends or drafts the reply of one question. Answers whether there is one. */
async function answer(app: Answerer, question: Question, { best, isOnly }: Answers<Article>): Promise<boolean> {
  const { item, account, brand } = question;
  if (best === null || item.state !== 'open' || brand.autonomy === 'manual' || brand.archived_at !== null) return false;
  const [replyCount] = await app.db
    .select({ value: count() })
    .from(inbox_replies)
    .where(eq(inbox_replies.item_id, item.id));
  if ((replyCount?.value ?? 0) > 0) return false;
  const text = replyFrom(best);
  const { max, unit } = app.channels[account.channel].facts.text;
  if (countText(text, unit) > max) return false;
  const maySend =
    brand.autonomy === 'full_manager' &&
    isOnly &&
    !isSuspicious(item.text, brand) &&
    !isAd(text, brand) &&
    (await sentLastHour(app, account.id)) < maxAnHour;
  if (!maySend) return draft(app, question, text, best.url);
  try {
    const order = { text, created_by: systemApprover, source_url: best.url, confirms_absent: false, isFirst: true };
    const { state } = await sendReply(app, question, order);
    app.log.info({ item_id: item.id, channel: account.channel, state }, 'a question was answered by an article');
    return true;
  } catch (error) {
    // An account that may not send now: a person sees the draft.
    if (isAppError(error)) return draft(app, question, text, best.url);
    throw error;
  }
}

const isAd = (text: string, { name, link_hosts }: BrandRow): boolean =>
  resemblesAd(adSignals({ text, buttons: [], urls: urlsOf(text) }, { name, link_hosts }));

/**
 * A text that a person has to see: it has an address or a name to go to, or it resembles an advertisement.
 */
const isSuspicious = (text: string, brand: BrandRow): boolean =>
  /https?:\/\/|www\.|t\.me\/|(^|\s)@\w{3,}/i.test(text) || isAd(text, brand);

async function sentLastHour({ db, clock }: Answerer, account_id: string): Promise<number> {
  const since = new Date(clock.now().getTime() - hourMs);
  const [row] = await db
    .select({ value: count() })
    .from(inbox_replies)
    .where(
      and(
        eq(inbox_replies.account_id, account_id),
        gt(inbox_replies.created_at, since),
        eq(inbox_replies.created_by, systemApprover),
        inArray(inbox_replies.state, ['sending', 'sent', 'uncertain']),
      ),
    );
  return row?.value ?? 0;
}

/** Writes a draft, which a person sends, for an open item without a reply. Answers whether it did. */
function draft(
  { db, clock }: Answerer,
  { item, account }: Question,
  text: string,
  source_url: string | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { state } = await lockItem(tx, item.id);
    const [replyCount] = await tx
      .select({ value: count() })
      .from(inbox_replies)
      .where(eq(inbox_replies.item_id, item.id));
    if (state !== 'open' || (replyCount?.value ?? 0) > 0) return false;
    const id = newId();
    const fields = { id, item_id: item.id, account_id: account.id, text, state: 'draft' as const, source_url };
    const created_at = clock.now();
    await tx.insert(inbox_replies).values({ ...fields, guid: id, created_by: systemApprover, created_at });
    return true;
  });
}
