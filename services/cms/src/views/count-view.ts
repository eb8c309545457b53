import type { App } from '../app.ts';
import { readArticle } from '../public/knowledge-base.ts';
import { assertOrigin } from '../sites/assert-origin.ts';
import type { Visitor } from './viewed-article.ts';

/** A public read of a site, as far as views depend on it. */
export interface ViewRequest {
  context: Visitor & { site: { id: string } };
  params: { slug: string };
  query: { locale?: string | undefined };
  is_head: boolean;
  origin: string | null;
}

/**
 * Reads an article and counts the view. Neither a preview nor a HEAD is a view.
 * @throws AppError `content_not_found`, `moved`
 */
export async function readAndCount(
  app: App,
  { context, params, query, is_head }: ViewRequest & { query: Parameters<typeof readArticle>[3] },
) {
  const answer = await readArticle(app, context.site.id, params.slug, query);
  if (answer.item_id !== undefined && !is_head)
    app.views.count({ item_id: answer.item_id, site_id: context.site.id }, context);
  return answer;
}

/**
 * Counts a view of an article that a cache or a static site has shown.
 * @throws AppError `origin_not_allowed`, `content_not_found`, `moved`
 */
export async function countView(app: App, { context, params, query, origin }: ViewRequest): Promise<undefined> {
  await assertOrigin(app, context.site.id, origin);
  const { item_id } = await readArticle(app, context.site.id, params.slug, { locale: query.locale });
  if (item_id !== undefined) app.views.count({ item_id, site_id: context.site.id }, context);
}
