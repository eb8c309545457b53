import type { blogEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { readCategories, readPost, readPosts, readTags } from './blog.ts';

type Endpoints = Omit<typeof blogEndpoints, 'listPosts' | 'createPost' | 'getPost' | 'updatePost' | 'deletePost'>;

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
});
