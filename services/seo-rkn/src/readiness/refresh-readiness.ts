import { cms, type ReadinessKind, type ReadinessText } from '@platform/contracts';
import { mapInSlices } from '@platform/runtime';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { urlKey } from '../crawl/url-key.ts';
import type { ReadinessInput } from '../issues/site-input.ts';
import { readiness_scores } from '../schema.ts';
import { readKeywords, scoreText } from './score-text.ts';

export type Scorer = Pick<App, 'db' | 'ask' | 'clock' | 'pageReader'>;
type ScoreRow = typeof readiness_scores.$inferSelect;

/** Texts in one answer of the cms. */
const pageSize = 50;

export interface ReadinessScope {
  kinds: readonly ReadinessKind[];
  /** All published texts without it. */
  item_ids?: readonly string[] | undefined;
  /** Texts at most. */
  limit?: number;
}

/**
 * Scores published texts of a site, and stores the scores.
 * @returns a score of each text that is published
 * @throws AppError `service_unavailable` while the cms does not answer
 */
export async function refreshReadiness(app: Scorer, site_id: string, scope: ReadinessScope): Promise<ScoreRow[]> {
  const keywords = await readKeywords(app, site_id);
  const scores: ScoreRow[] = [];
  const limit = scope.limit ?? Number.POSITIVE_INFINITY;
  for await (const texts of readTexts(app, site_id, scope)) {
    const rows: ScoreRow[] = [];
    for (const text of texts.slice(0, limit - scores.length)) {
      const { score, checks } = await scoreText(app, text, keywords);
      const { item_id, kind, revision } = text;
      rows.push({ item_id, site_id, kind, revision, seo_score: score, checks, scored_at: app.clock.now() });
    }
    await writeScores(app, rows);
    scores.push(...rows);
    if (scores.length >= limit) break;
  }
  return scores;
}

/** Scores every published text of a site again, and removes scores of those that are published no longer. */
export async function refreshSite(app: Scorer, site_id: string): Promise<void> {
  const started = app.clock.now();
  await refreshReadiness(app, site_id, { kinds: ['post', 'article'] });
  await app.db
    .delete(readiness_scores)
    .where(and(eq(readiness_scores.site_id, site_id), lt(readiness_scores.scored_at, started)));
}

/** Scores of texts with an address, as the rules take them. */
export async function readReadiness(
  { db }: Pick<App, 'db'>,
  site_id: string,
  urls: ReadonlyMap<string, string>,
  cleanParams: Parameters<typeof urlKey>[1],
): Promise<ReadinessInput[]> {
  const rows = await db.select().from(readiness_scores).where(eq(readiness_scores.site_id, site_id));
  const inputs = await mapInSlices(rows, ({ item_id, seo_score, checks }) => {
    const url = urls.get(item_id);
    const url_key = url === undefined ? null : urlKey(url, cleanParams);
    const failed = checks.filter(({ ok }) => !ok).map(({ code }) => code);
    return url === undefined || url_key === null ? [] : [{ item_id, url, url_key, score: seo_score, failed }];
  });
  return inputs.flat();
}

/** Removes scores of items that readers no longer see. */
export const removeReadiness = ({ db }: Pick<App, 'db'>, site_id: string, item_ids: readonly string[]) =>
  db
    .delete(readiness_scores)
    .where(and(eq(readiness_scores.site_id, site_id), inArray(readiness_scores.item_id, [...item_ids])));

async function* readTexts(
  { ask }: Pick<App, 'ask'>,
  site_id: string,
  { kinds, item_ids }: ReadinessScope,
): AsyncGenerator<ReadinessText[]> {
  for (let after: string | null = null; ; ) {
    const page: { texts: ReadinessText[]; next: string | null } = await ask(cms.queries.listReadinessTexts, {
      site_id,
      kinds: [...kinds],
      after,
      limit: pageSize,
      ...(item_ids ? { item_ids: [...item_ids] } : {}),
    });
    yield page.texts;
    after = page.next;
    if (after === null) return;
  }
}

async function writeScores({ db }: Pick<App, 'db'>, rows: readonly ScoreRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(readiness_scores)
    .values([...rows])
    .onConflictDoUpdate({
      target: readiness_scores.item_id,
      set: {
        revision: sql`excluded.revision`,
        seo_score: sql`excluded.seo_score`,
        checks: sql`excluded.checks`,
        scored_at: sql`excluded.scored_at`,
      },
      setWhere: sql`${readiness_scores.revision} <= excluded.revision`,
    });
}
