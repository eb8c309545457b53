import type { taxonomyEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { destroyAuthor } from './destroy-author.ts';
import { createAuthor, deleteAuthor, getAuthor, listAuthors, updateAuthor } from './manage-authors.ts';
import { createCategory, deleteCategory, getCategory, listCategories, updateCategory } from './manage-categories.ts';

type Endpoints = typeof taxonomyEndpoints;

/** Categories and authors of a blog, for administrators. */
export const taxonomyRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => ({
  listCategories: ({ params, query }) => listCategories(app, params.site_id, query),
  createCategory: ({ params, body }) => createCategory(app, params.site_id, body),
  getCategory: ({ params }) => getCategory(app, params),
  updateCategory: ({ params, body, if_match }) => updateCategory(app, params, body, if_match),
  deleteCategory: ({ params, if_match }) => deleteCategory(app, params, if_match),
  listAuthors: ({ params, query }) => listAuthors(app, params.site_id, query),
  createAuthor: ({ params, body }) => createAuthor(app, params.site_id, body),
  getAuthor: ({ params }) => getAuthor(app, params),
  updateAuthor: ({ params, body, if_match }) => updateAuthor(app, params, body, if_match),
  destroyAuthor: ({ params, body, context }) => destroyAuthor(app, params, body, context.admin),
  deleteAuthor: ({ params, if_match }) => deleteAuthor(app, params, if_match),
});
