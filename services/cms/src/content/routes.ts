import type { blogEndpoints, contentEndpoints, generateFieldsEndpoints } from '@platform/contracts';
import { Answer, type Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { authoring } from './authoring.ts';
import { bulkContent } from './bulk-content.ts';
import { destroyItem } from './destroy-item.ts';
import { generateItemFields } from './generate-fields.ts';
import { listContent } from './list-content.ts';
import { createPreviewToken, revokePreviewTokens } from './preview-tokens.ts';
import { publishContent } from './publish-content.ts';
import { publishDue } from './publish-due.ts';
import { diffRevisions, getRevision, listRevisions, restoreRevision } from './revisions.ts';
import { scheduleItem, unscheduleItem } from './schedule-item.ts';
import { archiveItem, unarchiveItem, unpublishItem } from './withdraw-item.ts';

/** The answer of an action has the version of the item that is inside of it. */
const withVersion = <T extends { item: { lock_version: number } }>(data: T) =>
  new Answer(data, { headers: { etag: `"${data.item.lock_version}"` } });

type Endpoints = typeof contentEndpoints &
  typeof generateFieldsEndpoints &
  Pick<typeof blogEndpoints, 'listPosts' | 'createPost' | 'getPost' | 'updatePost' | 'deletePost'>;

/** Endpoints of authors. */
export const contentRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => {
  const posts = authoring(app, 'post');
  return {
    listContent: ({ params, query }) => listContent(app, params.site_id, query),
    bulkContent: ({ params, body, context }) => bulkContent(app, params.site_id, body, context.admin),
    publishContent: ({ params, context, if_match }) =>
      publishContent(app, params, { ...context, if_match }).then(withVersion),
    scheduleContent: ({ params, body, context, if_match }) => scheduleItem(app, params, body, { ...context, if_match }),
    unscheduleContent: ({ params, context, if_match }) => unscheduleItem(app, params, { ...context, if_match }),
    unpublishContent: ({ params, context, if_match }) =>
      unpublishItem(app, params, { ...context, if_match }).then(withVersion),
    archiveContent: ({ params, context, if_match }) => archiveItem(app, params, { ...context, if_match }),
    unarchiveContent: ({ params, context, if_match }) => unarchiveItem(app, params, { ...context, if_match }),
    destroyContent: ({ params, body, context }) => destroyItem(app, params, body, context.admin),
    listContentRevisions: ({ params, query }) => listRevisions(app, params, query),
    getContentRevision: ({ params }) => getRevision(app, params, params.revision),
    diffContentRevisions: ({ params, query }) => diffRevisions(app, params, params.revision, query.against),
    restoreContentRevision: ({ params, context, if_match }) =>
      restoreRevision(app, params, params.revision, { ...context, if_match }),
    createPreviewToken: ({ params, body }) => createPreviewToken(app, params, body),
    revokePreviewTokens: ({ params }) => revokePreviewTokens(app, params),
    generateContentFields: (request) => generateItemFields(app, request.params.site_id, request),
    tickCms: () => publishDue(app),
    listPosts: (request) =>
      posts.list(request, {
        category_id: request.query.category_id,
        author_id: request.query.author_id,
        tags: request.query.tag,
      }),
    createPost: (request) => posts.createText(request),
    getPost: ({ params }) => posts.get(params, params.post_id),
    updatePost: (request) => posts.updateText(request, request.params, request.params.post_id),
    deletePost: (request) => posts.remove(request, request.params, request.params.post_id),
  };
};
