import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { HttpUrl, idOf, longText, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { Destroyed, DestructionAudit, destruction } from './content.ts';
import { inOtherLanguages, optionalLines, referenceTo, SiteIdParams, Slug } from './fields.ts';

/** Categories and authors of a blog. Their changes are seen at once: they have no drafts. */

export const PublicAuthor = z
  .object({
    slug: z.string().nullable().describe('Slug, for `author` of the list of posts; null for a moment after an import'),
    name: z.string().describe('Name, in the language of the text'),
    bio: z.string().nullable().describe('A few sentences, in the language of the text'),
    avatar_url: z.string().nullable().describe('Picture'),
    url: z.string().nullable().describe('Page of the author'),
  })
  .meta({ id: 'PublicAuthor' });

const stored = {
  id: Uuid.describe('Id'),
  version: z
    .int()
    .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
  created_at: Timestamp.describe('Creation time'),
  updated_at: Timestamp.describe('Time of the last change'),
};

const category = {
  slug: Slug.describe('Slug, part of addresses; derived from the name when absent at creation'),
  name: text(80).describe('Name'),
  names: inOtherLanguages(text(80), 'Name in other languages').meta({ example: { en: 'News' } }),
  description: optionalLines(500).describe('Description of its content'),
  descriptions: inOtherLanguages(longText(500).trim(), 'Description in other languages').meta({ example: {} }),
  position: z.int().min(0).max(1_000_000).describe('Order in lists, smallest first'),
};
export const Category = z.object({ ...stored, ...category }).meta({ id: 'BlogCategory' });

const author = {
  slug: Slug.describe('Slug, part of addresses; derived from the name when absent at creation'),
  name: text(80).describe('Name'),
  names: inOtherLanguages(text(80), 'Name in other languages').meta({ example: { en: 'Anna' } }),
  bio: optionalLines(1000).describe('A few sentences'),
  bios: inOtherLanguages(longText(1000).trim(), 'The sentences in other languages').meta({ example: {} }),
  avatar_asset_id: referenceTo('asset_id', 'An uploaded image'),
  url: HttpUrl.nullable().describe('Page of the author'),
};
export const Author = z
  .object({ ...stored, ...author, slug: Slug.nullable().describe('Slug; null for a moment after an import') })
  .meta({ id: 'BlogAuthor' });

const writes = { auth: 'admin', rate: 'admin' } as const;
const categoryParams = SiteIdParams.extend({ category_id: idOf('category_id', 'Id of the category') });
const authorParams = SiteIdParams.extend({ author_id: idOf('author_id', 'Id of the author') });

export const taxonomyEndpoints = feature('Blog', 'Blog posts: endpoints for authors and for readers.', {
  listCategories: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/blog/categories',
    summary: 'List categories by position',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: Category,
    errors: ['site_not_found'],
  }),
  createCategory: endpoint({
    ...writes,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/blog/categories',
    summary: 'Create a category',
    description: 'The category is public at once. Readers find it with its first published post.',
    params: SiteIdParams,
    body: z
      .strictObject({
        slug: category.slug.optional(),
        name: category.name,
        names: category.names.default({}),
        description: category.description.default(null),
        descriptions: category.descriptions.default({}),
        position: category.position.default(0),
      })
      .meta({ id: 'BlogCategoryCreate' }),
    response: Category,
    errors: ['site_not_found', 'slug_taken'],
  }),
  getCategory: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/blog/categories/{category_id}',
    summary: 'Read a category',
    versioned: true,
    params: categoryParams,
    response: Category,
    errors: ['site_not_found', 'category_not_found'],
  }),
  updateCategory: endpoint({
    ...writes,
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}/blog/categories/{category_id}',
    summary: 'Change a category; the change is public at once',
    description:
      'Absent fields stay. Readers see it in every post of the category. Another slug changes the address of the category.',
    versioned: true,
    params: categoryParams,
    body: z.strictObject(z.object(category).partial().shape).meta({ id: 'BlogCategoryPatch' }),
    response: Category,
    errors: ['site_not_found', 'category_not_found', 'slug_taken'],
  }),
  deleteCategory: endpoint({
    ...adminWrites,
    status: 204,
    method: 'DELETE',
    path: '/v1/cms/sites/{site_id}/blog/categories/{category_id}',
    summary: 'Delete a category without posts',
    description: 'A category with posts is refused with `in_use`. It cannot be undone: create it again.',
    versioned: true,
    params: categoryParams,
    audit: Category,
    errors: ['site_not_found', 'category_not_found', 'in_use'],
  }),
  listAuthors: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/authors',
    summary: 'List authors by name',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: Author,
    errors: ['site_not_found'],
  }),
  createAuthor: endpoint({
    ...writes,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/authors',
    summary: 'Create an author',
    description: 'The author is public with the first published post.',
    params: SiteIdParams,
    body: z
      .strictObject({
        slug: author.slug.optional(),
        name: author.name,
        names: author.names.default({}),
        bio: author.bio.default(null),
        bios: author.bios.default({}),
        avatar_asset_id: author.avatar_asset_id.default(null),
        url: author.url.default(null),
      })
      .meta({
        id: 'BlogAuthorCreate',
        example: { name: 'Anna', bio: 'Writes about plans.', url: 'https://example.com' },
      }),
    response: Author,
    errors: ['site_not_found', 'asset_not_found', 'slug_taken'],
  }),
  getAuthor: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/authors/{author_id}',
    summary: 'Read an author',
    versioned: true,
    params: authorParams,
    response: Author,
    errors: ['site_not_found', 'author_not_found'],
  }),
  updateAuthor: endpoint({
    ...writes,
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}/authors/{author_id}',
    summary: 'Change an author; the change is public at once',
    description: 'Absent fields stay. The change is public at once in every post of the author.',
    versioned: true,
    params: authorParams,
    body: z
      .strictObject(z.object(author).partial().shape)
      .meta({ id: 'BlogAuthorPatch', example: { name: 'Anna B.', bio: 'Writes about prices.' } }),
    response: Author,
    errors: ['site_not_found', 'author_not_found', 'asset_not_found', 'slug_taken'],
  }),
  deleteAuthor: endpoint({
    ...adminWrites,
    status: 204,
    method: 'DELETE',
    path: '/v1/cms/sites/{site_id}/authors/{author_id}',
    summary: 'Delete an author without posts',
    description: 'An author with posts is refused with `in_use`. It cannot be undone: create the author again.',
    versioned: true,
    params: authorParams,
    audit: Author,
    errors: ['site_not_found', 'author_not_found', 'in_use'],
  }),
  destroyAuthor: endpoint({
    auth: 'admin',
    role: 'owner',
    rate: 'admin',
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/authors/{author_id}/destroy',
    summary: 'Destroy an author for good, also one with posts',
    description:
      'Posts of the author stay, in every revision without an author, and readers see it at once. `confirm` has the slug of the author, or the name of an author without one; without it, the answer is 409 `confirmation_required`. Names in texts stay: change the texts. The audit log keeps earlier names. It cannot be undone.',
    params: SiteIdParams.extend({ author_id: idOf('destroyable_author_id', 'Id of the author') }),
    body: z
      .strictObject({
        confirm: text(200).optional().describe('Slug of the author').meta({ resource: 'destroyable_author_slug' }),
        ...destruction,
      })
      .meta({ id: 'AuthorDestruction', example: { confirm: 'anna', reason: 'person_request' } }),
    response: Destroyed,
    audit: DestructionAudit,
    errors: ['site_not_found', 'author_not_found', 'confirmation_required'],
  }),
});
