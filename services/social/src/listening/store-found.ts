import type { ListeningSource } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import { dayMs, newId, type Tx } from '@platform/runtime';
import { and, count, eq, gt, inArray } from 'drizzle-orm';
import { type PersonWriter, readErasures, sealContent, subjectKeys } from '../inbox/persons.ts';
import { listening_items } from '../schema.ts';
import type { FoundContent, QueryRow } from './query.ts';
import type { FoundText } from './sources.ts';

/** New items of one source of one run, and of a brand in 24 hours. */
const maxOfSource = 100;
const maxOfDay = 1_000;
/** Items are retained for so long: older ones would be found again. */
export const retainedMs = 90 * dayMs;
const maxExcerpt = 1_000;

/** Channels whose ids of persons are those of the inbox. */
const channelOf: Partial<Record<ListeningSource, string>> = { vk_search: 'vk', threads_search: 'threads' };

interface Candidate {
  post: FoundText;
  id: string;
  remote_id: string;
  subject_id: string;
  /** The subject of this text alone: the release before stored texts without their authors. */
  text_subject_id: string;
}

/**
 * Writes what a source gave, sealed with the keys of the authors. An item that is stored already stays as it is, and one
 * from before the erasure of its author is left out.
 * @returns how many are new
 */
export async function storeFound(
  app: PersonWriter,
  tx: Tx,
  { query, source, posts, now }: { query: QueryRow; source: ListeningSource; posts: readonly FoundText[]; now: Date },
): Promise<number> {
  const { id: query_id, brand_id } = query;
  const dayAgo = new Date(now.getTime() - dayMs);
  const [itemsOfDay] = await tx
    .select({ value: count() })
    .from(listening_items)
    .where(and(eq(listening_items.brand_id, brand_id), gt(listening_items.created_at, dayAgo)));
  const free = Math.min(maxOfSource, maxOfDay - (itemsOfDay?.value ?? 0));
  const fresh = posts.filter(
    ({ text, at }) => text !== '' && (at === null || now.getTime() - at.getTime() < retainedMs),
  );
  const unique = new Map(fresh.map((post) => [post.remote_id, post]));
  const found = await Promise.all([...unique.values()].map((post) => candidateOf(app, { brand_id, source, post })));
  const unknown = (await withoutErased(tx, await withoutStored(tx, { brand_id, source }, found)))
    .slice(0, Math.max(0, free))
    // Transactions with the same items lock them in one order.
    .toSorted((a, b) => (a.remote_id < b.remote_id ? -1 : 1));
  if (unknown.length === 0) return 0;
  const subjects = unknown.map(({ subject_id }) => subject_id);
  const keys = await subjectKeys.requireAll(app, tx, subjects);
  // Again behind the keys: an erasure that ended in between has left its tombstone.
  const rows = (await withoutErased(tx, unknown)).map(({ post, id, remote_id, subject_id }) => {
    const content: FoundContent = { text: cutText(post.text.toWellFormed(), maxExcerpt), url: post.url };
    return {
      id,
      brand_id,
      query_id,
      source,
      remote_id,
      subject_id,
      sealed_content: sealContent(keys.get(subject_id) as Buffer, id, content),
      text: '',
      keyword: post.keyword,
      published_at: post.at,
      state: 'new' as const,
      created_at: now,
      updated_at: now,
    };
  });
  if (rows.length === 0) return 0;
  const target = [listening_items.brand_id, listening_items.source, listening_items.remote_id];
  const created = await tx
    .insert(listening_items)
    .values(rows)
    .onConflictDoNothing({ target })
    .returning({ id: listening_items.id });
  return created.length;
}

/**
 * A text with the names under which it is stored: an id at a channel contains that of its author. An author without an id
 * is known by this item alone.
 */
async function candidateOf(
  { personPseudonyms }: PersonWriter,
  { brand_id, source, post }: { brand_id: string; source: ListeningSource; post: FoundText },
): Promise<Candidate> {
  const id = newId();
  const { author_id } = post;
  const channel = channelOf[source];
  const remote_id = source === 'inbox' ? post.remote_id : await personPseudonyms.hashOf(post.remote_id);
  const text_subject_id = await personPseudonyms.subjectOfText({ brand_id, source, remote_id });
  const subject_id =
    author_id === null || channel === undefined
      ? (post.subject_id ?? text_subject_id)
      : await personPseudonyms.subjectOf({ brand_id, channel, author_id });
  return { post, id, remote_id, subject_id, text_subject_id };
}

/** Candidates that are younger than the last erasure of their author; one without a time is not. An erased text stays away. */
async function withoutErased(tx: Tx, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const erasures = await readErasures(
    tx,
    candidates.flatMap(({ subject_id, text_subject_id }) => [subject_id, text_subject_id]),
  );
  return candidates.filter(({ post, subject_id, text_subject_id }) => {
    const erasedAt = erasures.get(subject_id);
    if (erasures.has(text_subject_id)) return false;
    return erasedAt === undefined || (post.at !== null && post.at > erasedAt);
  });
}

/** Candidates that are not stored, under their hash or, by the release before, under the id of the source. */
async function withoutStored(
  tx: Tx,
  { brand_id, source }: { brand_id: string; source: ListeningSource },
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  if (candidates.length === 0) return [];
  const rows = await tx
    .select({ remote_id: listening_items.remote_id })
    .from(listening_items)
    .where(
      and(
        eq(listening_items.brand_id, brand_id),
        eq(listening_items.source, source),
        inArray(
          listening_items.remote_id,
          candidates.flatMap(({ post, remote_id }) => [post.remote_id, remote_id]),
        ),
      ),
    );
  const stored = new Set(rows.map(({ remote_id }) => remote_id));
  return candidates.filter(({ post, remote_id }) => !stored.has(remote_id) && !stored.has(post.remote_id));
}
