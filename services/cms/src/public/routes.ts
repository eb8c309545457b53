import type { blogEndpoints, discoveryEndpoints, knowledgeBaseEndpoints, redirectEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { countView, readAndCount } from '../views/count-view.ts';
import { readAuthors, readCategories, readPost, readPosts, readTags } from './blog.ts';
import { readFeed } from './feeds.ts';
import { readArticles, readPopularArticles, readTree } from './knowledge-base.ts';
import { readRedirects } from './redirects.ts';
import { readRemovedTexts } from './removed-texts.ts';
import { readSearchResults, searchSite } from './search.ts';
import { readSitemap } from './sitemap.ts';

type Endpoints = Omit<typeof blogEndpoints, 'listPosts' | 'createPost' | 'getPost' | 'updatePost' | 'deletePost'> &
  typeof discoveryEndpoints &
  Pick<typeof redirectEndpoints, 'readRedirects' | 'readApplicationRedirects'> &
  Pick<
    typeof knowledgeBaseEndpoints,
    | 'readTree'
    | 'readApplicationTree'
    | 'readArticles'
    | 'readApplicationArticles'
    | 'readArticle'
    | 'readApplicationArticle'
    | 'readPopularArticles'
    | 'readApplicationPopularArticles'
    | 'countArticleView'
    | 'countApplicationArticleView'
  >;

/** Public reads, at both addresses of a site. */
export const publicRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => ({
  readPosts: ({ context, query }) => readPosts(app, context.site.id, query),
  readApplicationPosts: ({ context, query }) => readPosts(app, context.site.id, query),
  readPost: ({ context, params, query }) => readPost(app, context.site.id, params.slug, query),
  readApplicationPost: ({ context, params, query }) => readPost(app, context.site.id, params.slug, query),
  readTags: ({ context, query }) => readTags(app, context.site.id, query),
  readApplicationTags: ({ context, query }) => readTags(app, context.site.id, query),
  readCategories: ({ context, query }) => readCategories(app, context.site.id, query),
  readApplicationCategories: ({ context, query }) => readCategories(app, context.site.id, query),
  readAuthors: ({ context, query }) => readAuthors(app, context.site.id, query),
  readApplicationAuthors: ({ context, query }) => readAuthors(app, context.site.id, query),
  readTree: ({ context, query }) => readTree(app, context.site.id, query),
  readApplicationTree: ({ context, query }) => readTree(app, context.site.id, query),
  readArticles: ({ context, query }) => readArticles(app, context.site.id, query),
  readApplicationArticles: ({ context, query }) => readArticles(app, context.site.id, query),
  readArticle: (request) => readAndCount(app, request),
  readApplicationArticle: (request) => readAndCount(app, request),
  readPopularArticles: ({ context, query }) => readPopularArticles(app, context.site.id, query),
  readApplicationPopularArticles: ({ context, query }) => readPopularArticles(app, context.site.id, query),
  countArticleView: (request) => countView(app, request),
  countApplicationArticleView: (request) => countView(app, request),
  searchSite: ({ context, query }) => searchSite(app, context.site.id, query),
  searchApplicationSite: ({ context, query }) => searchSite(app, context.site.id, query),
  readSearchResults: ({ context, query }) => readSearchResults(app, context.site.id, query),
  readApplicationSearchResults: ({ context, query }) => readSearchResults(app, context.site.id, query),
  readRemovedTexts: ({ context, query }) => readRemovedTexts(app, context.site.id, query),
  readApplicationRemovedTexts: ({ context, query }) => readRemovedTexts(app, context.site.id, query),
  readRssFeed: ({ context, query }) => readFeed(app, context.site.id, 'rss', query),
  readAtomFeed: ({ context, query }) => readFeed(app, context.site.id, 'atom', query),
  readJsonFeed: ({ context, query }) => readFeed(app, context.site.id, 'json', query),
  readSitemap: ({ context }) => readSitemap(app, context.site.id),
  readRedirects: ({ context }) => readRedirects(app, context.site.id),
  readApplicationRedirects: ({ context }) => readRedirects(app, context.site.id),
});
