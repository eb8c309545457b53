import { boundedCache, type Database } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import { tagSlugOf } from '../content/tag-slug.ts';
import type { SiteRow } from '../sites/site-row.ts';

/** The spellings that published posts of a site have for each tag, by slug, the most used one first. */
export type TagSpellings = Map<string, string[]>;

const cacheBytes = 4 * 1024 * 1024;
const cached = boundedCache<TagSpellings>({ maxBytes: cacheBytes });

/**
 * What a filter by tags names: alternatives of tags that a post has all of, each in its spellings in published posts. A list
 * has commas between its tags, and the whole may be one tag with a comma.
 */
export function namedTags(spellings: TagSpellings, filter: string): string[][][] {
  const ofTag = (tag: string): string[] => [...new Set([tag, ...(spellings.get(tagSlugOf(tag)) ?? [])])];
  const names = filter.split(',').flatMap((name) => name.trim() || []);
  const all = names.map(ofTag);
  // Commas alone are no tags, and name no posts.
  if (names.length < 2) return [names.length === 0 ? [ofTag(filter)] : all];
  const whole = ofTag(filter).filter((tag) => tag.toLowerCase() === filter.toLowerCase());
  return [[whole], all];
}

/** Reads the spellings of the tags of a site, once for each of its versions. */
export async function readTagSpellings(
  db: Pick<Database, 'execute'>,
  { id, content_version }: Pick<SiteRow, 'id' | 'content_version'>,
): Promise<TagSpellings> {
  const key = `${id} ${content_version}`;
  const present = cached.get(key);
  if (present) return present;
  const { rows } = await db.execute<{ tag: string }>(sql`
    SELECT tag FROM cms.publications p, unnest(p.tags) AS tag
    WHERE p.site_id = ${id} AND p.kind = 'post' GROUP BY tag ORDER BY count(*) DESC, tag COLLATE "C"`);
  const spellings: TagSpellings = Map.groupBy(
    rows.map(({ tag }) => tag),
    tagSlugOf,
  );
  cached.set(key, spellings);
  return spellings;
}
