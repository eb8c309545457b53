import type { blogEndpoints, ContentKind, contentEndpoints } from '@platform/contracts';
import { Answer, type Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { bulkContent } from './bulk-content.ts';
import { getItem } from './get-item.ts';
import { listContent, listItems } from './list-content.ts';
import { createPreviewToken, revokePreviewTokens } from './preview-tokens.ts';
import { publishDue } from './publish-due.ts';
import { publishItem } from './publish-item.ts';
import { diffRevisions, getRevision, listRevisions, restoreRevision } from './revisions.ts';
import { createItem, updateItem } from './save-item.ts';
import { scheduleItem, unscheduleItem } from './schedule-item.ts';
import { archiveItem, deleteItem, unarchiveItem, unpublishItem } from './withdraw-item.ts';

/** An item of a kind in the site of the path. */
const at = <K extends ContentKind>(kind: K, { site_id }: { site_id: string }, item_id: string) => ({
  kind,
  site_id,
  item_id,
});

/** The answer of an action has the version of the item that is inside of it. */
const withVersion = <T extends { item: { lock_version: number } }>(data: T) =>
  new Answer(data, { headers: { etag: `"${data.item.lock_version}"` } });

type Endpoints = typeof contentEndpoints &
  Pick<typeof blogEndpoints, 'listPosts' | 'createPost' | 'getPost' | 'updatePost' | 'deletePost'>;

/** Endpoints of authors. */
export const contentRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => ({
  listContent: ({ params, query }) => listContent(app, params.site_id, query),
  bulkContent: ({ params, body, context }) => bulkContent(app, params.site_id, body, context.admin),
  publishContent: ({ params, context, if_match }) =>
    publishItem(app, params, { ...context, if_match }).then(withVersion),
  scheduleContent: ({ params, body, context, if_match }) => scheduleItem(app, params, body, { ...context, if_match }),
  unscheduleContent: ({ params, context, if_match }) => unscheduleItem(app, params, { ...context, if_match }),
  unpublishContent: ({ params, context, if_match }) =>
    unpublishItem(app, params, { ...context, if_match }).then(withVersion),
  archiveContent: ({ params, context, if_match }) => archiveItem(app, params, { ...context, if_match }),
  unarchiveContent: ({ params, context, if_match }) => unarchiveItem(app, params, { ...context, if_match }),
  listContentRevisions: ({ params, query }) => listRevisions(app, params, query),
  getContentRevision: ({ params }) => getRevision(app, params, params.revision),
  diffContentRevisions: ({ params, query }) => diffRevisions(app, params, params.revision, query.against),
  restoreContentRevision: ({ params, context, if_match }) =>
    restoreRevision(app, params, params.revision, { ...context, if_match }),
  createPreviewToken: ({ params, body }) => createPreviewToken(app, params, body),
  revokePreviewTokens: ({ params }) => revokePreviewTokens(app, params),
  tickCms: () => publishDue(app),
  listPosts: ({ params, query }) =>
    listItems(app, 'post', params.site_id, query, { category_id: query.category_id, tags: query.tag && [query.tag] }),
  createPost: ({ params, body, context }) => createItem(app, 'post', params.site_id, body, context.admin.email),
  getPost: ({ params }) => getItem(app, at('post', params, params.post_id)),
  updatePost: ({ params, body, context, if_match }) =>
    updateItem(app, at('post', params, params.post_id), body, { ...context, if_match }),
  deletePost: ({ params, context, if_match }) =>
    deleteItem(app, at('post', params, params.post_id), { ...context, if_match }),
});
