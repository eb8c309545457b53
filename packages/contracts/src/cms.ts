import { z } from 'zod';
import { admin, adminWrites, creates, KeyRotation } from './admin-endpoints.ts';
import { AppCodeParams, HttpUrl, idOf, pageQuery, SiteCodeParams, Timestamp, text, Uuid } from './fields.ts';
import { endpoint, event, feature, query, service } from './kit.ts';

/** The cache policy of a site read (decisions-core §1). */
const siteCache = 'public, max-age=60, stale-while-revalidate=300';

export const SiteStatus = z.enum(['active', 'archived']);

export const SiteKey = z
  .object({
    hint: z.string().describe('Last four characters; the key itself was shown once and is stored hashed'),
    created_at: Timestamp.describe('When it was made'),
    valid_until: Timestamp.nullable().describe('End of the grace period after a rotation; null for the current key'),
  })
  .meta({ id: 'SiteKey' });

export const Site = z
  .object({
    id: Uuid.describe('Id'),
    code: z.string().describe('Made from the name at creation; never changes'),
    name: z.string().describe('Label'),
    website_url: z.string().nullable().describe('Where the site is'),
    icon_url: z.string().nullable().describe('Public address of the icon'),
    application_id: Uuid.nullable().describe('The application it belongs to, if any'),
    status: SiteStatus.describe('Only `active` is served'),
    created_at: Timestamp.describe('When it was made'),
    updated_at: Timestamp.describe('Last change'),
  })
  .meta({ id: 'Site' });

const liveKeys = { site_keys: z.array(SiteKey).describe('Live keys, newest first') };
const shownOnce = { site_key: z.string().describe('`svc_cms_…`, shown in this answer and never again') };

export const PublicSite = z
  .object({
    code: z.string().describe('Code of the site'),
    name: z.string().describe('Name'),
    icon_url: z.string().nullable().describe('Icon'),
    website_url: z.string().nullable().describe('Where the site is'),
  })
  .meta({ id: 'PublicSite', description: 'A site as its pages see it' });

/** A site with what the gateway needs to check credentials. Of a key there is only the hash. */
export const ResolvedSite = z.object({
  id: Uuid,
  code: z.string(),
  status: SiteStatus,
  application_id: Uuid.nullable(),
  keys: z.array(z.object({ key_hash: z.string(), valid_until: Timestamp.nullable() })),
});
export type ResolvedSite = z.output<typeof ResolvedSite>;

const SiteIdParams = z.object({ site_id: idOf('site_id', 'Id of the site') });
const siteFields = {
  name: text(120).describe('Label'),
  website_url: HttpUrl.nullable().describe('Where the site is'),
  application_id: Uuid.nullable()
    .describe('The application it belongs to; null for none')
    .meta({ resource: 'application_id' }),
};
const aboutSite = z.object({ site_id: Uuid, code: z.string(), application_id: Uuid.nullable() });

export const cms = service({
  name: 'cms',
  endpoints: feature('Sites', 'Sites, their keys and what their pages read.', {
    readSite: endpoint({
      method: 'GET',
      path: '/v1/sites/{site_code}',
      summary: 'Read a site',
      auth: 'site_key',
      rate: 'public_sites',
      cache: siteCache,
      params: SiteCodeParams,
      response: PublicSite,
    }),
    readApplicationSite: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/sites/{site_code}',
      summary: 'Read a site of the application',
      auth: 'key',
      rate: 'public_sites',
      cache: siteCache,
      params: AppCodeParams.extend(SiteCodeParams.shape),
      response: PublicSite,
    }),

    listSites: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/sites',
      summary: 'List sites, newest first',
      paginated: true,
      query: z.object({
        ...pageQuery,
        application_id: Uuid.optional().describe('Only sites of this application').meta({ resource: 'application_id' }),
        status: SiteStatus.optional().describe('Only these'),
      }),
      response: Site,
    }),
    createSite: endpoint({
      ...creates,
      method: 'POST',
      path: '/v1/admin/sites',
      summary: 'Create a site with its key',
      description: 'The code is made from the name. The key is stored hashed and shown once, in this answer.',
      body: z
        .strictObject({
          name: siteFields.name,
          website_url: siteFields.website_url.default(null),
          application_id: siteFields.application_id.default(null),
        })
        .meta({ id: 'SiteCreate' }),
      response: Site.extend({ ...shownOnce, ...liveKeys }).meta({ id: 'SiteWithNewKey' }),
      audit: Site.extend(liveKeys),
      errors: ['application_not_found'],
    }),
    getSite: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/sites/{site_id}',
      summary: 'Read a site with the hints of its keys',
      params: SiteIdParams,
      response: Site.extend(liveKeys).meta({ id: 'SiteWithKeys' }),
      errors: ['site_not_found'],
    }),
    updateSite: endpoint({
      ...adminWrites,
      method: 'PATCH',
      path: '/v1/admin/sites/{site_id}',
      summary: 'Change a site, link it to an application, archive it',
      params: SiteIdParams,
      body: z
        .strictObject({
          name: siteFields.name.optional(),
          website_url: siteFields.website_url.optional(),
          application_id: siteFields.application_id.optional(),
          status: SiteStatus.optional().describe(
            '`archived` answers 404 to every caller; it may become `active` again',
          ),
        })
        .meta({ id: 'SitePatch' }),
      response: Site,
      errors: ['site_not_found', 'application_not_found'],
    }),
    rotateSiteKey: endpoint({
      ...creates,
      method: 'POST',
      path: '/v1/admin/sites/{site_id}/keys/rotate',
      summary: 'Make a new site key; the old one lives on for a while',
      description: 'The key is stored hashed and shown once, in this answer.',
      params: SiteIdParams,
      body: KeyRotation,
      response: z.object({ ...shownOnce, ...liveKeys }).meta({ id: 'NewSiteKey' }),
      audit: z.object(liveKeys),
      errors: ['site_not_found'],
    }),
  }),

  events: {
    siteCreated: event('site.created', 'A site was made.', aboutSite),
    siteUpdated: event('site.updated', 'Something of a site changed: fields, status, application or keys.', aboutSite),
  },

  queries: {
    resolveSite: query(
      'query.cms.sites.resolve',
      'A site by code or id, in any status, with what the gateway needs to check credentials.',
      z.union([z.object({ code: z.string() }), z.object({ id: Uuid })]),
      z.object({ site: ResolvedSite.nullable() }),
    ),
    listLinkedSites: query(
      'query.cms.sites.linked',
      'The active sites of an application.',
      z.object({ application_id: Uuid }),
      z.object({ sites: z.array(z.object({ id: Uuid, code: z.string() })) }),
    ),
  },

  commands: {},
});
