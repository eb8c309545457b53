import { hourMs, newId } from '@platform/runtime';
import type { SocialWorld } from './start-social.ts';

export interface SeededPost {
  at: string | Date;
  title?: string;
  rubric?: string | null;
  body?: string;
  /** Numbers of its snapshot of a day; no snapshot without any. */
  numbers?: Partial<Record<'views' | 'reach' | 'likes' | 'reactions', number>>;
}

/** Published posts of an account, with their numbers a day after the publication. Answers their ids. */
export async function seedMeasured(
  t: SocialWorld,
  { id: account_id, brand_id }: { id: string; brand_id: string },
  posts: readonly SeededPost[],
): Promise<string[]> {
  const { query } = t.service.database;
  const ids: string[] = [];
  for (const { at, title = 'Seeded', rubric = null, body, numbers } of posts) {
    const [idea_id, id] = [newId(), newId()];
    const published_at = new Date(at);
    await query(
      `INSERT INTO social.ideas (id, brand_id, title, brief, rubric, sources, state, created_at, updated_at)
       VALUES ($1, $2, $3, '', $4, '[]', 'used', $5, $5)`,
      [idea_id, brand_id, title, rubric, published_at],
    );
    await query(
      `INSERT INTO social.variants (id, brand_id, account_id, idea_id, body, buttons, is_ad, ref, state, checks, content_hash,
         published_at, remote_id, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, '[]', false, substr(md5($1::uuid::text), 1, 10), 'published', '[]', $6, $7, '1', $7, $7)`,
      [id, brand_id, account_id, idea_id, body ?? `Text of ${id}`, id, published_at],
    );
    if (numbers !== undefined)
      await query(
        `INSERT INTO social.metric_snapshots (id, account_id, variant_id, origin, age_h, taken_at, views, reach, likes, reactions, missing)
         VALUES ($1, $2, $3, 'schedule', 24, $4, $5, $6, $7, $8, '{}')`,
        [
          newId(),
          account_id,
          id,
          new Date(published_at.getTime() + 24 * hourMs),
          ...[numbers.views, numbers.reach, numbers.likes, numbers.reactions].map((value) => value ?? null),
        ],
      );
    ids.push(id);
  }
  return ids;
}
