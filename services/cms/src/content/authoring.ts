import type { ContentKind } from '@platform/contracts';
import type { App } from '../app.ts';
import { askReadiness } from './ask-readiness.ts';
import { findDraftWarnings } from './draft-warnings.ts';
import { getItem } from './get-item.ts';
import type { Change } from './item.ts';
import { type FieldFilters, listItems } from './list-content.ts';
import { createItem, updateItem, type Written } from './save-item.ts';
import { deleteItem } from './withdraw-item.ts';

/** Where an item of a kind stands: the site of the path and the id of the item. */
type ItemPath = [params: { site_id: string }, item_id: string];
/** The request of a change. */
interface Request {
  context: { admin: Change['admin'] & { role: string } };
  if_match: number | null;
}

const changeOf = ({ context, if_match }: Request) => ({ admin: context.admin, if_match });

/** The work of authors on items of one kind, for the five endpoints that `authoringEndpoints` declares. */
export const authoring = <K extends ContentKind>(app: App, kind: K) => {
  const assess = async (target: { site_id: string; item_id: string }) => {
    const [warnings, readiness] = await Promise.all([findDraftWarnings(app, target), askReadiness(app, target)]);
    return { warnings, readiness };
  };
  return {
    /** @param fields values that the newest revision has; `tags` has the value among its elements */
    list: (
      { params, query }: { params: { site_id: string }; query: Parameters<typeof listItems>[1]['query'] },
      fields?: FieldFilters,
    ) => listItems(app, { kind, site_id: params.site_id, query, fields }),
    create: async (request: Pick<Request, 'context'> & { params: { site_id: string }; body: Written }) => {
      const { params, body, context } = request;
      const item = await createItem(app, { kind, site_id: params.site_id, written: body, author: context.admin.email });
      return { ...item, warnings: await findDraftWarnings(app, { site_id: params.site_id, item_id: item.id }) };
    },
    /** The same for texts that audits score. */
    createText: async (request: Pick<Request, 'context'> & { params: { site_id: string }; body: Written }) => {
      const { params, body, context } = request;
      const item = await createItem(app, { kind, site_id: params.site_id, written: body, author: context.admin.email });
      return { ...item, ...(await assess({ site_id: params.site_id, item_id: item.id })) };
    },
    get: (...[{ site_id }, item_id]: ItemPath) => getItem(app, { kind, site_id, item_id }),
    update: async (request: Request & { body: Written }, ...[{ site_id }, item_id]: ItemPath) => {
      const item = await updateItem(app, { kind, site_id, item_id }, request.body, changeOf(request));
      return { ...item, warnings: await findDraftWarnings(app, { site_id, item_id }) };
    },
    updateText: async (request: Request & { body: Written }, ...[{ site_id }, item_id]: ItemPath) => {
      const item = await updateItem(app, { kind, site_id, item_id }, request.body, changeOf(request));
      return { ...item, ...(await assess({ site_id, item_id })) };
    },
    remove: (request: Request, ...[{ site_id }, item_id]: ItemPath) =>
      deleteItem(app, { kind, site_id, item_id }, changeOf(request)),
  };
};
