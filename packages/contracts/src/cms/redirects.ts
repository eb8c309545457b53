import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { HttpUrl, idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { SiteIdParams } from './fields.ts';
import { siteRead } from './public-endpoint.ts';

/** A path on the site. */
const SitePath = z
  .string()
  .max(1024)
  .refine((path) => new TextEncoder().encode(path).length <= 2_000, 'may have at most 2,000 bytes')
  .regex(
    /^\/(?![/\\])[^\s?#\\]*$/,
    'has to be a path that begins with one slash, without query and fragment, such as /old-page',
  )
  .meta({ example: '/old-page' });

export const RedirectStatus = z.union([z.literal(301), z.literal(302), z.literal(410)]);

export const PublicRedirect = z
  .object({
    from: z.string().describe('Path'),
    to: z.string().nullable().describe('Path or address; null for 410'),
    status: z.int().describe('301, 302 or 410'),
  })
  .meta({ id: 'PublicRedirect' });

export const Redirect = z
  .object({
    id: Uuid.describe('Id'),
    ...PublicRedirect.shape,
    source: z.enum(['slug', 'manual']).describe('`slug`: created by the rename of a text'),
    created_at: Timestamp.describe('Creation time'),
  })
  .meta({ id: 'Redirect' });

const list = siteRead(
  '/redirects',
  {},
  {
    summary: 'List redirects, for the server of the site',
    query: z.object({}),
    response: z.array(PublicRedirect),
  },
);

export const redirectEndpoints = feature('Redirects', 'Addresses that moved.', {
  readRedirects: list.ofSite,
  readApplicationRedirects: list.ofApplication,
  listRedirects: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/redirects',
    summary: 'List redirects, newest first',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: Redirect,
    errors: ['site_not_found'],
  }),
  createRedirect: endpoint({
    ...adminWrites,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/redirects',
    summary: 'Add a redirect',
    description: 'A redirect loop, also through other redirects, is refused with `validation_failed`.',
    params: SiteIdParams,
    body: z
      .strictObject({
        from: SitePath.describe('Path'),
        to: z.union([SitePath, HttpUrl]).nullable().default(null).describe('Path or address; null for 410'),
        status: RedirectStatus.default(301).describe('301, 302, or 410 for removed content'),
      })
      .refine(({ to, status }) => (to === null) === (status === 410), {
        message: 'belongs to redirects: the status 410 takes none, and every other status needs it',
        path: ['to'],
      })
      .meta({ id: 'RedirectCreate', example: { from: '/old-page', to: '/new-page', status: 301 } }),
    response: Redirect,
    errors: ['site_not_found', 'conflict'],
  }),
  deleteRedirect: endpoint({
    ...adminWrites,
    status: 204,
    method: 'DELETE',
    path: '/v1/cms/sites/{site_id}/redirects/{redirect_id}',
    summary: 'Remove a redirect',
    description: 'The old path leads to 404 from now on. It is undone by creating the redirect again.',
    params: SiteIdParams.extend({ redirect_id: idOf('redirect_id', 'Id of the redirect') }),
    audit: Redirect,
    errors: ['site_not_found', 'redirect_not_found'],
  }),
});
