import { clientKindOf } from '@platform/runtime';
import type { App } from '../app.ts';
import { readArticle } from '../public/knowledge-base.ts';
import { assertOrigin } from '../sites/assert-origin.ts';
import type { Visitor } from './viewed-article.ts';

/** A public read of a site, as far as views depend on it. */
export interface ViewRequest {
  context: Visitor & { site: { id: string; is_of_server?: boolean } };
  params: { slug: string };
  query: { locale?: string | undefined };
  is_head: boolean;
  is_prefetch: boolean;
  origin: string | null;
}

/**
 * Reads an article and counts the view. Neither a preview nor a HEAD is a view, nor what a browser fetches for a page that
 * it may show later, nor what a server reads: its page reports the view.
 * @throws AppError `content_not_found`, `moved`
 */
export async function readAndCount(
  app: App,
  { context, params, query, is_head, is_prefetch }: ViewRequest & { query: Parameters<typeof readArticle>[3] },
) {
  const answer = await readArticle(app, context.site.id, params.slug, query);
  const isSeen =
    !is_head && !is_prefetch && !context.site.is_of_server && clientKindOf(context.user_agent) === 'person';
  if (answer.viewed && isSeen) app.views.count(answer.viewed, context);
  return answer;
}

/**
 * Counts a view of an article that a cache, a static site or an application has shown, also one that a server reports.
 * The report of a hidden page and of a robot has no effect.
 * @throws AppError `origin_not_allowed`, `content_not_found`, `moved`
 */
export async function countView(
  app: App,
  { context, params, query, origin, is_prefetch }: ViewRequest,
): Promise<undefined> {
  await assertOrigin(app, context.site.id, origin);
  const { viewed } = await readArticle(app, context.site.id, params.slug, { locale: query.locale });
  const isSeen = !is_prefetch && clientKindOf(context.user_agent) !== 'robot';
  if (viewed && isSeen) app.views.count(viewed, context);
}
