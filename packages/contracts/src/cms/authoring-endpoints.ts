import type { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { idOf } from '../fields.ts';
import { endpoint } from '../kit.ts';
import type { Resource } from '../resources.ts';
import { ContentAudit } from './content.ts';
import { SiteIdParams } from './fields.ts';

const prefix = '/v1/cms/sites/{site_id}';
/** Refusals of what an author writes: of its slug, and of what it names. */
const refusals = [
  'site_not_found',
  'content_not_found',
  'slug_taken',
  'category_not_found',
  'author_not_found',
  'folder_not_found',
  'asset_not_found',
  'version_exists',
] as const;
const writes = { auth: 'admin', rate: 'admin' } as const;

/**
 * The five endpoints of authors for a kind of content.
 * @param options.path path behind the site, `/blog/posts`
 * @param options.id name of the id in the path, `post_id`
 * @param options.noun of one item in a sentence, `a post`
 * @param options.query filters of the list
 */
export function authoringEndpoints<
  const P extends string,
  const Id extends string,
  Item extends z.ZodObject,
  Listed extends z.ZodObject,
  Create extends z.ZodType,
  Patch extends z.ZodType,
  Query extends z.ZodObject,
  Saved extends z.ZodObject = Item,
>(options: {
  path: P;
  id: Id;
  resource: Resource;
  noun: string;
  plural: string;
  item: Item;
  listed: Listed;
  create: Create;
  patch: Patch;
  query: Query;
  /** Answer to a save, where it is more than the item. */
  saved?: Saved;
}) {
  const { path, id, resource, noun, plural, item, listed, create, patch, query } = options;
  const saved = (options.saved ?? item) as Saved;
  const params = SiteIdParams.extend({ [id]: idOf(resource, `Id of ${noun}`) } as Record<Id, ReturnType<typeof idOf>>);
  const itemPath = `${prefix}${path}/{${id}}` as const;
  return {
    list: endpoint({
      ...admin,
      method: 'GET',
      path: `${prefix}${path}`,
      summary: `List ${plural}, drafts included`,
      paginated: true,
      params: SiteIdParams,
      query,
      response: listed,
      errors: ['site_not_found'],
    }),
    create: endpoint({
      ...writes,
      method: 'POST',
      path: `${prefix}${path}`,
      status: 201,
      idempotent: true,
      summary: `Write ${noun} as a draft`,
      description: 'Readers do not see it before it is published.',
      params: SiteIdParams,
      body: create,
      response: saved,
      audit: ContentAudit,
      errors: refusals,
    }),
    get: endpoint({
      ...admin,
      method: 'GET',
      path: itemPath,
      summary: `Read ${noun} for editing`,
      versioned: true,
      params,
      response: item,
      errors: ['site_not_found', 'content_not_found'],
    }),
    update: endpoint({
      ...writes,
      method: 'PATCH',
      path: itemPath,
      summary: `Change ${noun}; creates a new revision unless nothing changes`,
      description: 'Readers see the change when it is published.',
      versioned: 'required',
      params,
      body: patch,
      fixedFields: {
        locale: 'a text stays in its language. Create a translation instead.',
        translation_of: 'it is set at the creation. Create a translation instead.',
      },
      response: saved,
      audit: ContentAudit,
      errors: [...refusals, 'version_not_incrementable'],
    }),
    remove: endpoint({
      ...adminWrites,
      method: 'DELETE',
      path: itemPath,
      status: 204,
      summary: `Delete ${noun}, or archive it if it was ever published`,
      description:
        'One that was never published is deleted with its revisions, which cannot be undone. One that was published is archived: readers do not find it, and `unarchiveContent` makes it a draft again.',
      versioned: 'required',
      params,
      audit: ContentAudit,
      errors: ['site_not_found', 'content_not_found'],
    }),
  };
}
