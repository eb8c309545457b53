import type { ItemReadiness, ReadinessKind, seoRkn } from '@platform/contracts';
import type { EndpointRequest, Page, QueryHandlers } from '@platform/contracts/kit';
import { fail, findRow, type PageQuery, readCursor, toPage, writeCursor } from '@platform/runtime';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { readiness_scores } from '../schema.ts';
import { refreshReadiness, type Scorer } from './refresh-readiness.ts';
import { readKeywords, scoreText } from './score-text.ts';

type View = z.input<typeof ItemReadiness>;
type Body = EndpointRequest<typeof seoRkn.endpoints.scoreBlogReadiness>['body'];

/** Texts that one call scores. */
const maxScored = 200;

const toView = ({ site_id: _, scored_at, ...row }: typeof readiness_scores.$inferSelect): View => ({
  ...row,
  scored_at: scored_at.toISOString(),
});

/**
 * Scores published items of a kind.
 * @throws AppError `site_not_found`, `service_unavailable` while the cms does not answer
 */
export async function scoreItems(
  app: Scorer,
  site_id: string,
  kind: ReadinessKind,
  { item_ids }: Body,
): Promise<View[]> {
  await requireSite(app, site_id);
  const scores = await refreshReadiness(app, site_id, { kinds: [kind], item_ids, limit: maxScored });
  return scores.map(toView);
}

/**
 * One page of the scores of a site, by id of the item.
 * @throws `site_not_found`
 */
export async function listReadiness(
  app: Pick<App, 'db' | 'ask'>,
  site_id: string,
  { limit, cursor }: PageQuery,
): Promise<Page<View>> {
  const after = readCursor(cursor);
  await requireSite(app, site_id);
  const rows = await app.db
    .select()
    .from(readiness_scores)
    .where(and(eq(readiness_scores.site_id, site_id), after === null ? undefined : gt(readiness_scores.item_id, after)))
    .orderBy(asc(readiness_scores.item_id))
    .limit(limit + 1);
  return toPage(rows, limit, toView, ({ item_id }) => writeCursor(item_id));
}

const kindOf = { blog: 'post', kb: 'article' } as const;

/**
 * The score of a published item; one that has none yet is scored now.
 * @throws AppError `site_not_found`, `content_not_found`, `service_unavailable` while the cms does not answer
 */
export async function getReadiness(
  app: Scorer,
  { site_id, item_type, item_id }: { site_id: string; item_type: 'blog' | 'kb'; item_id: string },
): Promise<View> {
  await requireSite(app, site_id);
  const kind = kindOf[item_type];
  const isAsked = and(
    eq(readiness_scores.site_id, site_id),
    eq(readiness_scores.item_id, item_id),
    eq(readiness_scores.kind, kind),
  );
  const known = await findRow(app.db, readiness_scores, isAsked);
  const [scored] = known ? [known] : await refreshReadiness(app, site_id, { kinds: [kind], item_ids: [item_id] });
  return toView(scored ?? fail('content_not_found'));
}

/** Answers the cms how ready a text is that is not published yet. */
export const answerScore =
  (app: Scorer): QueryHandlers<typeof seoRkn>['scoreReadiness'] =>
  async ({ site_id, text }) => {
    const { score, failed } = await scoreText(app, text, await readKeywords(app, site_id));
    return { score, failed };
  };
