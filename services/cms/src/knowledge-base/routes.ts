import type { knowledgeBaseEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { getItem } from '../content/get-item.ts';
import { listItems } from '../content/list-content.ts';
import { createItem, updateItem } from '../content/save-item.ts';
import { deleteItem } from '../content/withdraw-item.ts';
import { items } from '../schema.ts';
import { deleteFolder } from './delete-folder.ts';
import { createFolder, getFolder, listFolders, updateFolder } from './manage-folders.ts';
import { orderKnowledgeBase } from './order-content.ts';

type Endpoints = Pick<
  typeof knowledgeBaseEndpoints,
  | 'listArticles'
  | 'createArticle'
  | 'getArticle'
  | 'updateArticle'
  | 'deleteArticle'
  | 'listFolders'
  | 'createFolder'
  | 'getFolder'
  | 'updateFolder'
  | 'deleteFolder'
  | 'orderKnowledgeBase'
>;

const at = ({ site_id, article_id }: { site_id: string; article_id: string }) => ({
  kind: 'article' as const,
  site_id,
  item_id: article_id,
});

/** Articles and folders of the knowledge base, for administrators. */
export const knowledgeBaseRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => ({
  listArticles: ({ params, query }) =>
    listItems(
      app,
      'article',
      params.site_id,
      query,
      {},
      query.folder_id === undefined ? [] : [eq(items.folder_id, query.folder_id)],
    ),
  createArticle: ({ params, body, context }) => createItem(app, 'article', params.site_id, body, context.admin.email),
  getArticle: ({ params }) => getItem(app, at(params)),
  updateArticle: ({ params, body, context, if_match }) => updateItem(app, at(params), body, { ...context, if_match }),
  deleteArticle: ({ params, context, if_match }) => deleteItem(app, at(params), { ...context, if_match }),
  listFolders: ({ params, query }) => listFolders(app, params.site_id, query),
  createFolder: ({ params, body }) => createFolder(app, params.site_id, body),
  getFolder: ({ params }) => getFolder(app, params),
  updateFolder: ({ params, body, if_match }) => updateFolder(app, params, body, if_match),
  deleteFolder: ({ params, query, if_match }) => deleteFolder(app, params, query.move_to, if_match),
  orderKnowledgeBase: ({ params, body }) => orderKnowledgeBase(app, params.site_id, body),
});
