import { z } from 'zod';
import { text, Uuid } from '../fields.ts';
import { feature } from '../kit.ts';
import { authoringEndpoints } from './authoring-endpoints.ts';
import { itemState, savedReadiness } from './content.ts';
import { referenceTo, Slug } from './fields.ts';
import { siteRead } from './public-endpoint.ts';
import { PublicAuthor } from './taxonomy.ts';
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
  textDefaults,
  textFields,
  textInclude,
} from './texts.ts';

/** Tags of a post, and letters of one. */
const maxTags = 10;
const maxTag = 40;
/** A filter by all tags that a post may have, with commas between them. */
const maxTagFilter = maxTags * (maxTag + 1);
const tagFilter =
  'Only with this tag, by its name in any case or by its slug; several tags, separated by commas, are tags that a post has all of';

const postFields = {
  ...textFields,
  related_ids: relatedIds('post_id'),
  category_id: referenceTo('category_id', 'Category'),
  tags: z.array(text(maxTag)).max(maxTags).describe('Tags'),
  author_id: referenceTo('author_id', 'Author'),
  is_featured: z.boolean().describe('Whether the post is featured: sites may show it first'),
};

/** The fields of a post as a revision stores them. */
export const PostFields = z.object(postFields);

const postDefaults = {
  ...textDefaults,
  related_ids: postFields.related_ids.default([]),
  category_id: postFields.category_id.default(null),
  tags: postFields.tags.default([]),
  author_id: postFields.author_id.default(null),
  is_featured: postFields.is_featured.default(false),
};

export const Post = z
  .object({ ...itemState, slug: authoring.slug, locale: authoring.locale, ...postFields })
  .meta({ id: 'Post', description: 'A blog post as its authors see it' });

const PublicCategoryName = z
  .object({ slug: z.string().describe('Slug'), name: z.string().describe('Name') })
  .meta({ id: 'CategoryName' });

const publicPost = {
  category: PublicCategoryName.nullable().describe('Category'),
  tags: z.array(z.string()).describe('Tags'),
  author: PublicAuthor.nullable().describe('Author'),
  is_featured: z.boolean().describe('Whether the post is featured: sites may show it first'),
};

export const PublicPostEntry = z.object({ ...publicTextEntry, ...publicPost }).meta({ id: 'PublicPostEntry' });
export const PublicPost = z.object({ ...publicTextWhole, ...publicPost }).meta({ id: 'PublicPost' });

const posts = authoringEndpoints({
  path: '/blog/posts',
  id: 'post_id',
  resource: 'post_id',
  noun: 'a post',
  plural: 'posts',
  item: Post,
  saved: Post.extend(savedReadiness('a post')).meta({ id: 'SavedPost' }),
  listed: Post.omit({ body: true }).meta({ id: 'PostEntry' }),
  create: z.strictObject({ ...creation, ...postDefaults }).meta({
    id: 'PostCreate',
    example: { title: 'Notes on every device', body: 'Open the settings.', tags: ['news'] },
  }),
  patch: z.strictObject({ ...revising, ...z.object(postFields).partial().shape }).meta({
    id: 'PostPatch',
    example: { body: 'Open the settings first.', tags: ['news'], note: 'clearer' },
  }),
  query: z.object({
    ...authorQuery,
    category_id: Uuid.optional().describe('Only of this category').meta({ resource: 'nothing' }),
    author_id: Uuid.optional().describe('Only of this author').meta({ resource: 'nothing' }),
    tag: text(maxTagFilter).optional().describe(tagFilter),
  }),
});

const list = siteRead(
  '/blog/posts',
  {},
  {
    summary: 'List published posts',
    paginated: true,
    query: z.object({
      ...publicQuery,
      include: textInclude,
      category: Slug.optional().describe('Slug of a category'),
      tag: text(maxTagFilter).optional().describe(tagFilter),
      author: Slug.optional().describe('Slug of an author'),
      featured: z.stringbool().optional().describe('Only featured posts, or only the others'),
    }),
    response: PublicPostEntry,
  },
);
const readPost = siteRead(
  '/blog/posts/{slug}',
  { slug: z.string().describe('Slug of the post').meta({ resource: 'post_slug' }) },
  {
    summary: 'Read a published post',
    query: z.object(publicItemQuery),
    response: PublicPost,
    errors: ['content_not_found', 'moved'],
  },
);
const tags = siteRead(
  '/blog/tags',
  {},
  {
    summary: 'List the tags of published posts, most used first',
    query: z.object(publicLocale),
    response: z.array(
      z
        .object({
          tag: z.string().describe('Tag, as most posts write it'),
          slug: z.string().describe('Slug, for `tag` of the list of posts'),
          posts: z.int().describe('Number of published posts with this tag'),
        })
        .meta({ id: 'TagCount' }),
    ),
  },
);
const categories = siteRead(
  '/blog/categories',
  {},
  {
    summary: 'List the categories of the blog',
    query: z.object(publicLocale),
    response: z.array(
      z
        .object({
          slug: z.string().describe('Slug'),
          name: z.string().describe('Name'),
          description: z.string().nullable().describe('Description of its content'),
          posts: z.int().describe('Number of published posts in this category'),
        })
        .meta({ id: 'PublicCategory' }),
    ),
  },
);

const authors = siteRead(
  '/blog/authors',
  {},
  {
    summary: 'List the authors of published posts, by name',
    query: z.object(publicLocale),
    response: z.array(
      PublicAuthor.extend({ posts: z.int().describe('Number of published posts by this author') }).meta({
        id: 'PublicAuthorCount',
      }),
    ),
  },
);

export const blogEndpoints = feature('Blog', 'Blog posts: endpoints for authors and for readers.', {
  listPosts: posts.list,
  createPost: posts.create,
  getPost: posts.get,
  updatePost: posts.update,
  deletePost: posts.remove,
  readPosts: list.ofSite,
  readApplicationPosts: list.ofApplication,
  readPost: readPost.ofSite,
  readApplicationPost: readPost.ofApplication,
  readTags: tags.ofSite,
  readApplicationTags: tags.ofApplication,
  readCategories: categories.ofSite,
  readApplicationCategories: categories.ofApplication,
  readAuthors: authors.ofSite,
  readApplicationAuthors: authors.ofApplication,
});
