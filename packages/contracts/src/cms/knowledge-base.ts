import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { idOf, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { authoringEndpoints } from './authoring-endpoints.ts';
import { itemState, savedReadiness } from './content.ts';
import { Locale, optionalLines, referenceTo, SiteIdParams } from './fields.ts';
import { siteEndpoint, siteRead } from './public-endpoint.ts';
import {
  authoring,
  authorQuery,
  creation,
  publicItemQuery,
  publicLocale,
  publicQuery,
  publicTextEntry,
  publicTextWhole,
  relatedIds,
  revising,
  TextLink,
  textDefaults,
  textFields,
  textInclude,
} from './texts.ts';

/** Levels of folders in the knowledge base. */
export const maxFolderLevels = 5;

const maxFolderNames = 50;

const articleFields = {
  ...textFields,
  related_ids: relatedIds('article_id'),
  body: textFields.body.describe('The article, Markdown'),
  folder_id: referenceTo('folder_id', 'Folder; null for the top level'),
  position: z.int().min(0).max(1_000_000).describe('Order in its folder, smallest first'),
};

/** The fields of an article as a revision stores them. */
export const ArticleFields = z.object(articleFields);

export const Article = z
  .object({ ...itemState, slug: authoring.slug, locale: authoring.locale, ...articleFields })
  .meta({ id: 'Article', description: 'A help article as its authors see it' });

const articles = authoringEndpoints({
  path: '/kb/articles',
  id: 'article_id',
  resource: 'article_id',
  noun: 'an article',
  plural: 'articles',
  item: Article,
  saved: Article.extend(savedReadiness('an article')).meta({ id: 'SavedArticle' }),
  listed: Article.omit({ body: true }).meta({ id: 'ArticleEntry' }),
  create: z
    .strictObject({
      ...creation,
      ...textDefaults,
      related_ids: articleFields.related_ids.default([]),
      folder_id: articleFields.folder_id.default(null),
      position: articleFields.position.default(0),
    })
    .meta({ id: 'ArticleCreate', example: { title: 'First steps', body: 'Open the settings.', folder_id: null } }),
  patch: z
    .strictObject({ ...revising, ...z.object(articleFields).partial().shape })
    .meta({ id: 'ArticlePatch', example: { body: 'Open the settings first.', folder_id: null, note: 'clearer' } }),
  query: z.object({
    ...authorQuery,
    folder_id: Uuid.optional().describe('Only in this folder').meta({ resource: 'nothing' }),
  }),
});

const folder = {
  name: text(120).describe('Name'),
  names: z
    .record(Locale, text(120))
    .refine((names) => Object.keys(names).length <= maxFolderNames, `may have at most ${maxFolderNames} languages`)
    .describe('Name in other languages')
    .meta({ example: { en: 'First steps' } }),
  description: optionalLines(500).describe('Description of its content'),
  parent_id: referenceTo('folder_id', 'Parent folder; null for the top level'),
  position: z.int().min(0).max(1_000_000).describe('Position among its siblings, smallest first'),
};

export const Folder = z
  .object({
    id: Uuid.describe('Id'),
    ...folder,
    parent_id: Uuid.nullable().describe('Parent folder'),
    level: z.int().min(1).max(maxFolderLevels).describe('1 at the top'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'Folder', description: 'A folder of the knowledge base' });

const orderOf = z
  .int()
  .describe('Position among sibling folders and articles, smallest first; at equal positions, articles come first');

const TreeArticle = z
  .object({
    slug: z.string().describe('Part of its address'),
    locale: z.string().describe('Language'),
    title: z.string().describe('Title'),
    excerpt: z.string().nullable().describe('A few sentences'),
    url: z.string().nullable().describe('Its address'),
    position: orderOf,
    updated_at: Timestamp.describe('Time of the last change that readers see'),
  })
  .meta({ id: 'TreeArticle' });

export const TreeFolder = z
  .object({
    id: Uuid.describe('Id'),
    name: z.string().describe('Name in the language of the tree'),
    description: z.string().nullable().describe('Description of its content'),
    position: orderOf,
    articles: z.array(TreeArticle).describe('Articles in it, by position'),
    get folders() {
      return z.array(TreeFolder).describe('Folders in it, by position; none of them empty').meta({ example: [] });
    },
  })
  .meta({ id: 'TreeFolder' });

const Tree = z
  .object({
    folders: z.array(TreeFolder).describe('Folders at the top'),
    articles: z.array(TreeArticle).describe('Articles at the top'),
  })
  .meta({ id: 'KnowledgeBaseTree' });

export const PublicArticleEntry = z.object(publicTextEntry).meta({ id: 'PublicArticleEntry' });
export const PublicArticle = z
  .object({
    ...publicTextWhole,
    breadcrumbs: z
      .array(
        z
          .object({ id: Uuid.describe('Id of the folder'), name: z.string().describe('Its name') })
          .meta({ id: 'Breadcrumb' }),
      )
      .describe('Folders from the top'),
    previous: TextLink.nullable().describe('Previous article in the tree'),
    next: TextLink.nullable().describe('Next article in the tree'),
  })
  .meta({ id: 'PublicArticle' });

const slugParam = { slug: z.string().describe('Slug of the article').meta({ resource: 'article_slug' }) };

const tree = siteRead(
  '/kb/tree',
  {},
  { summary: 'Read the tree of folders and articles', query: z.object(publicLocale), response: Tree },
);
const list = siteRead(
  '/kb/articles',
  {},
  {
    summary: 'List published articles',
    paginated: true,
    query: z.object({ ...publicQuery, include: textInclude }),
    response: PublicArticleEntry,
  },
);
const readArticle = siteRead('/kb/articles/{slug}', slugParam, {
  summary: 'Read a published article',
  query: z.object(publicItemQuery),
  response: PublicArticle,
  errors: ['content_not_found', 'moved'],
});
const popular = siteRead(
  '/kb/popular',
  {},
  {
    summary: 'List the most read articles of the last 90 days',
    query: z.object({
      ...publicLocale,
      limit: z.coerce.number().int().min(1).max(50).default(5).describe('Articles'),
    }),
    response: z.array(
      TreeArticle.extend({ view_count: z.int().describe('Sum of the visitors of each day over 90 days') }).meta({
        id: 'PopularArticle',
      }),
    ),
  },
);
const view = siteEndpoint('/kb/articles/{slug}/view', slugParam, {
  method: 'POST',
  status: 204,
  summary: 'Count a view of an article',
  description:
    'For cached pages. A read of the article through this API is counted without this call. A visitor counts once a day.',
  changesNothing: true,
  query: z.object({ locale: Locale.optional().describe('Language; the default one of the site when absent') }),
  errors: ['content_not_found', 'moved', 'origin_not_allowed'],
});

const writes = { auth: 'admin', rate: 'admin' } as const;
const folderParams = SiteIdParams.extend({ folder_id: idOf('folder_id', 'Id of the folder') });
const treeErrors = ['folder_too_deep', 'folder_cycle'] as const;

export const knowledgeBaseEndpoints = feature('Knowledge base', 'Help articles and their folders.', {
  listArticles: articles.list,
  createArticle: articles.create,
  getArticle: articles.get,
  updateArticle: articles.update,
  deleteArticle: articles.remove,
  listFolders: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/kb/folders',
    summary: 'List folders by position',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: Folder,
    errors: ['site_not_found'],
  }),
  createFolder: endpoint({
    ...writes,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/kb/folders',
    summary: 'Create a folder',
    description: 'Readers find the folder with its first published article.',
    params: SiteIdParams,
    body: z
      .strictObject({
        name: folder.name,
        names: folder.names.default({}),
        description: folder.description.default(null),
        parent_id: folder.parent_id.default(null),
        position: folder.position.default(0),
      })
      .meta({ id: 'FolderCreate' }),
    response: Folder,
    errors: ['site_not_found', 'folder_not_found', 'folder_too_deep'],
  }),
  getFolder: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/kb/folders/{folder_id}',
    summary: 'Read a folder',
    versioned: true,
    params: folderParams,
    response: Folder,
    errors: ['site_not_found', 'folder_not_found'],
  }),
  updateFolder: endpoint({
    ...writes,
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}/kb/folders/{folder_id}',
    summary: 'Rename or move a folder with its content',
    description:
      'Absent fields stay. The content moves with its folder, and the change is public at once. It is undone by a move back.',
    versioned: true,
    params: folderParams,
    body: z
      .strictObject(z.object(folder).partial().shape)
      .meta({ id: 'FolderPatch', example: { name: 'Getting started', names: { en: 'Getting started' }, position: 1 } }),
    response: Folder,
    errors: ['site_not_found', 'folder_not_found', ...treeErrors],
  }),
  deleteFolder: endpoint({
    ...adminWrites,
    status: 204,
    method: 'DELETE',
    path: '/v1/cms/sites/{site_id}/kb/folders/{folder_id}',
    summary: 'Delete a folder; its content is moved first',
    description:
      'A folder with content needs `move_to`, the folder that gets it; no article is deleted. It cannot be undone: create the folder again, and move its content back.',
    versioned: true,
    params: folderParams,
    query: z.object({
      move_to: z
        .union([Uuid, z.literal('top')])
        .optional()
        .describe('Target folder for its content, or `top`')
        .meta({ resource: 'nothing' }),
    }),
    audit: Folder,
    errors: ['site_not_found', 'folder_not_found', 'folder_not_empty', ...treeErrors],
  }),
  orderKnowledgeBase: endpoint({
    ...writes,
    method: 'PUT',
    path: '/v1/cms/sites/{site_id}/kb/order',
    summary: 'Set the order of folders and articles of one folder',
    description: 'The order is public at once. It replaces the present one.',
    params: SiteIdParams,
    body: z
      .strictObject({
        parent_id: folder.parent_id,
        ids: z
          .array(Uuid.meta({ resource: 'nothing' }))
          .max(1000)
          .describe('Folders and articles of the folder in their new order; omitted ones follow at the end'),
      })
      .meta({ id: 'KnowledgeBaseOrder', example: { parent_id: null, ids: [] } }),
    response: z
      .object({ ordered: z.int().describe('Number of folders and articles that were ordered') })
      .meta({ id: 'KnowledgeBaseOrdered' }),
    audit: z.object({
      parent_id: Uuid.nullable().describe('The folder; null for the top level'),
      positions: z
        .array(z.object({ id: Uuid.describe('Folder or article'), position: z.int().describe('Its position') }))
        .describe('All folders and articles of the folder, in order'),
    }),
    errors: ['site_not_found', 'folder_not_found'],
  }),
  readTree: tree.ofSite,
  readApplicationTree: tree.ofApplication,
  readArticles: list.ofSite,
  readApplicationArticles: list.ofApplication,
  readArticle: readArticle.ofSite,
  readApplicationArticle: readArticle.ofApplication,
  readPopularArticles: popular.ofSite,
  readApplicationPopularArticles: popular.ofApplication,
  countArticleView: view.ofSite,
  countApplicationArticleView: view.ofApplication,
});
