import type { knowledgeBaseEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { authoring } from '../content/authoring.ts';
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

/** Articles and folders of the knowledge base, for administrators. */
export const knowledgeBaseRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => {
  const articles = authoring(app, 'article');
  return {
    listArticles: (request) => articles.list(request),
    createArticle: (request) => articles.createText(request),
    getArticle: ({ params }) => articles.get(params, params.article_id),
    updateArticle: (request) => articles.updateText(request, request.params, request.params.article_id),
    deleteArticle: (request) => articles.remove(request, request.params, request.params.article_id),
    listFolders: ({ params, query }) => listFolders(app, params.site_id, query),
    createFolder: ({ params, body }) => createFolder(app, params.site_id, body),
    getFolder: ({ params }) => getFolder(app, params),
    updateFolder: ({ params, body, if_match }) => updateFolder(app, params, body, if_match),
    deleteFolder: ({ params, query, if_match }) => deleteFolder(app, params, query.move_to, if_match),
    orderKnowledgeBase: ({ params, body }) => orderKnowledgeBase(app, params.site_id, body),
  };
};
