import { z } from 'zod';
import { admin, adminWrites, creates } from '../admin-endpoints.ts';
import { CountryCode, HttpUrl, pageQuery, Timestamp, TimeZone, text, Uuid } from '../fields.ts';
import { endpoint, event, feature, query } from '../kit.ts';
import { HexColor, Locale, optionalLines, referenceTo, SiteIdParams, SiteLink } from './fields.ts';
import { siteRead } from './public-endpoint.ts';
import { liveKeys, shownOnce } from './site-keys.ts';

export const SiteStatus = z.enum(['active', 'archived']);

/** `/blog/{slug}`, `/{locale}/blog/{slug}`. */
const UrlTemplate = z
  .string()
  .max(200)
  .regex(/^\/[^\s?#"<>\\^`|]*$/, 'has to be a path that begins with a slash, such as /blog/{slug}')
  .refine((path) => path.split('{slug}').length === 2, 'has to contain {slug} exactly once')
  .refine((path) => path.split('{locale}').length <= 2, 'may contain {locale} only once')
  .refine(
    (path) => !/[{}]/.test(path.replace('{slug}', '').replace('{locale}', '')),
    'may have no other placeholders than {slug} and {locale}',
  );

const templates = {
  post: UrlTemplate.describe('Of a blog post'),
  article: UrlTemplate.describe('Of a help article'),
  document: UrlTemplate.describe('Of a document'),
  changelog_entry: UrlTemplate.describe('Of a changelog entry'),
};

export const UrlTemplates = z
  .strictObject({
    post: templates.post.default('/blog/{slug}'),
    article: templates.article.default('/help/{slug}'),
    document: templates.document.default('/docs/{slug}'),
    changelog_entry: templates.changelog_entry.default('/changelog/{slug}'),
  })
  .meta({ id: 'UrlTemplates', description: 'Paths of texts on the site; `{locale}` is empty for the default one' });
export type UrlTemplates = z.output<typeof UrlTemplates>;

/** Fields that are absent stay as they are. */
const UrlTemplatesPatch = z.strictObject(templates).partial().meta({ id: 'UrlTemplatesPatch' });

/** A video service whose address alone in a paragraph becomes a player. */
export const EmbedProvider = z.enum(['rutube', 'vk_video', 'youtube']);

const withoutSlash = (url: string): string => (url.endsWith('/') ? withoutSlash(url.slice(0, -1)) : url);
/** The address of a site. Pages append the paths of texts to it, so it has no slash at its end. */
const WebsiteUrl = HttpUrl.overwrite(withoutSlash).refine(
  (url) => !/[?#]/.test(url),
  'has to be without query and fragment',
);

/** An origin as browsers send it. */
const Origin = z
  .string()
  .max(255)
  .refine(
    (origin) => URL.parse(origin)?.origin === origin,
    'has to be an origin without a path, such as https://example.com',
  )
  .meta({ example: 'https://notes.example.com' });

const maxLinks = 20;
const maxOrigins = 20;
const maxLocales = 20;

const quotesText =
  'Whether straight quotes, `--` and `...` of texts become those of the language, such as «…» in Russian';

const countryText =
  'Country of the site (ISO 3166-1 alpha-2): phone numbers without a country code are read as numbers of it';

const zoneText =
  'Time zone of the site: its days, in figures, filters and on pages of the platform, are days of this zone. After a change the figures of past days whose events exist are counted again';

const settings = {
  name: text(120).describe('Label'),
  website_url: WebsiteUrl.nullable().describe('Address of the site'),
  application_id: referenceTo('application_id', 'Application of the site; null for none'),
  default_locale: Locale.describe('Default language of texts'),
  locales: z.array(Locale).min(1).max(maxLocales).describe('Languages of the site, the default one included'),
  timezone: TimeZone.describe(zoneText),
  country: CountryCode.describe(countryText),
  url_templates: UrlTemplates.describe('Paths of its texts'),
  description: optionalLines(500).describe('Description of the site'),
  accent_color: HexColor.nullable().describe('Colour of the brand'),
  logo_asset_id: referenceTo('asset_id', 'An uploaded image'),
  links: z.array(SiteLink).max(maxLinks).describe('Links for header or footer'),
  allowed_origins: z.array(Origin).max(maxOrigins).describe('Origins that may write, any when empty; reads are open'),
  staff_may_publish: z.boolean().describe('Whether the role staff may publish and schedule'),
  embed_providers: z.array(EmbedProvider).max(3).describe('Video services whose players are allowed in texts'),
  typographic_quotes: z.boolean().describe(quotesText),
};

/** A site without some fields would be one without them: every language is listed. */
const hasDefaultLocale = ({ default_locale, locales }: { default_locale?: string; locales?: string[] }) =>
  default_locale === undefined || locales === undefined || locales.includes(default_locale);

export const Site = z
  .object({
    id: Uuid.describe('Id'),
    code: z.string().describe('Derived from the name at creation; it cannot be changed'),
    name: z.string().describe('Label'),
    website_url: z.string().nullable().describe('Address of the site'),
    icon_url: z.string().nullable().describe('Public address of the icon'),
    application_id: Uuid.nullable().describe('Application of the site, if any'),
    status: SiteStatus.describe('Only `active` is served'),
    default_locale: z.string().describe('Default language of texts'),
    locales: z.array(z.string()).describe('Languages of the site'),
    timezone: z.string().describe(zoneText),
    country: z.string().describe(countryText),
    url_templates: z.record(z.string(), z.string()).describe('Paths of its texts, by kind'),
    former_url_templates: z
      .array(
        z.object({
          url_templates: z.record(z.string(), z.string()).describe('Paths of texts until then, by kind'),
          default_locale: z.string().describe('Default language until then'),
          until: Timestamp.describe('Time of the change'),
        }),
      )
      .describe('Paths of texts before; published texts redirect from them. The last 20 changes are kept'),
    description: z.string().nullable().describe('Description of the site'),
    accent_color: z.string().nullable().describe('Colour of the brand'),
    logo_asset_id: Uuid.nullable().describe('An uploaded image'),
    links: z.array(SiteLink).describe('Links for header or footer'),
    allowed_origins: z.array(z.string()).describe('Origins that may write; any when empty'),
    staff_may_publish: z.boolean().describe('Whether the role staff may publish and schedule'),
    embed_providers: z.array(EmbedProvider).describe('Video services whose players are allowed in texts'),
    typographic_quotes: z.boolean().describe(quotesText),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'Site' });

/** An image in its sizes. */
export const PublicImage = z
  .object({
    url: z.string().describe('The image as it was uploaded'),
    width: z.int().nullable().describe('Pixels'),
    height: z.int().nullable().describe('Pixels'),
    alt: z.string().nullable().describe('Text instead of the image'),
    placeholder: z.string().nullable().describe('A tiny placeholder image as a data URL, shown while the image loads'),
    variants: z
      .array(
        z.object({
          url: z.string().describe('WebP'),
          width: z.int().describe('Pixels'),
          height: z.int().describe('Pixels'),
        }),
      )
      .describe('Smaller variants, for `srcset`'),
  })
  .meta({ id: 'PublicImage' });

export const PublicSite = z
  .object({
    code: z.string().describe('Code of the site'),
    name: z.string().describe('Name'),
    description: z.string().nullable().describe('Description of the site'),
    icon_url: z.string().nullable().describe('Icon'),
    logo: PublicImage.nullable().describe('Logo'),
    website_url: z.string().nullable().describe('Address of the site'),
    accent_color: z.string().nullable().describe('Colour of the brand'),
    links: z.array(SiteLink).describe('Links for header or footer'),
    default_locale: z.string().describe('Default language of texts'),
    locales: z.array(z.string()).describe('Languages of the site'),
    timezone: z.string().describe('Time zone of the site, for dates on its pages'),
    url_templates: z.record(z.string(), z.string()).describe('Paths of its texts, by kind'),
    legal: z
      .array(
        z.object({
          doc_kind: z.string().describe('Slot of the document'),
          document_id: Uuid.describe('Id of the document'),
          version: z.string().describe('Published version'),
          public_url: z.string().describe('Page of the document'),
        }),
      )
      .describe('Published legal documents'),
    forms: z
      .object({
        captcha: z.enum(['none', 'smartcaptcha']).describe('Captcha that the forms need'),
        captcha_key: z.string().nullable().describe('Its public key'),
        min_fill_ms: z.int().describe('Minimum fill time; a form that is sent sooner counts as spam'),
      })
      .describe('Settings for the forms of the site'),
    content_version: z
      .int()
      .describe('Version number, increased by every public change; a cheap check whether a rebuild is needed'),
    updated_at: Timestamp.describe('Last public change'),
  })
  .meta({ id: 'PublicSite', description: 'Public data of a site, for its pages' });

export const SiteBranding = PublicSite.pick({
  code: true,
  name: true,
  description: true,
  icon_url: true,
  logo: true,
  website_url: true,
  accent_color: true,
  links: true,
}).meta({ id: 'SiteBranding' });

/** A site with what the gateway needs to check credentials. Of a key there is only the hash. */
export const ResolvedSite = z.object({
  id: Uuid,
  code: z.string(),
  status: SiteStatus,
  application_id: Uuid.nullable(),
  keys: z.array(
    z.object({
      // These defaults: absent in answers of the release before.
      id: Uuid.nullable().default(null),
      key_hash: z.string(),
      valid_until: Timestamp.nullable(),
      /** Whether `noteSiteKeyUse` would write something. */
      is_use_stale: z.boolean().default(false),
    }),
  ),
});
export type ResolvedSite = z.output<typeof ResolvedSite>;

export const DescribedSite = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  status: SiteStatus,
  application_id: Uuid.nullable(),
  website_url: z.string().nullable(),
  default_locale: z.string(),
  locales: z.array(z.string()),
  /** Absent in answers of the release before. */
  timezone: z.string().nullable().default(null),
});
export type DescribedSite = z.output<typeof DescribedSite>;

const root = siteRead('', {}, { summary: 'Read a site', response: PublicSite });
const branding = siteRead('/branding', {}, { summary: 'Read name, logo and links of a site', response: SiteBranding });

export const siteEndpoints = feature('Sites', 'Sites, their keys and the public data for their pages.', {
  readSite: root.ofSite,
  readApplicationSite: root.ofApplication,
  readSiteBranding: branding.ofSite,
  readApplicationSiteBranding: branding.ofApplication,

  listSites: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites',
    keyScope: 'own_rows',
    summary: 'List sites, newest first',
    paginated: true,
    query: z.object({
      ...pageQuery,
      application_id: Uuid.optional().describe('Only sites of this application').meta({ resource: 'application_id' }),
      status: SiteStatus.optional().describe('Only with this status'),
    }),
    response: Site,
  }),
  createSite: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/cms/sites',
    summary: 'Create a site with its key',
    description: 'The code is derived from the name. The key is stored hashed and shown only in this answer.',
    body: z
      .strictObject({
        name: settings.name,
        website_url: settings.website_url.default(null),
        application_id: settings.application_id.default(null),
        default_locale: settings.default_locale
          .optional()
          .describe('Default language of texts; the first of `locales` when absent, and `ru` without both'),
        locales: settings.locales.optional().describe('Languages of the site; only the default one when absent'),
        timezone: settings.timezone.default('Europe/Moscow'),
        country: settings.country.default('RU'),
        url_templates: settings.url_templates.prefault({}),
        description: settings.description.default(null),
        accent_color: settings.accent_color.default(null),
        links: settings.links.default([]),
        allowed_origins: settings.allowed_origins.default([]),
        staff_may_publish: settings.staff_may_publish.default(false),
        embed_providers: settings.embed_providers.default(['rutube', 'vk_video']),
        typographic_quotes: settings.typographic_quotes.default(false),
      })
      .refine(hasDefaultLocale, { message: 'has to contain `default_locale`', path: ['locales'] })
      .meta({ id: 'SiteCreate' }),
    response: Site.extend({ ...shownOnce, ...liveKeys }).meta({ id: 'SiteWithNewKey' }),
    audit: Site.extend(liveKeys),
    errors: ['application_not_found', 'conflict'],
  }),
  getSite: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}',
    summary: 'Read a site with the hints of its keys',
    versioned: true,
    params: SiteIdParams,
    response: Site.extend(liveKeys).meta({ id: 'SiteWithKeys' }),
    errors: ['site_not_found'],
  }),
  updateSite: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}',
    summary: 'Change a site, link it to an application, archive it',
    description:
      'A language that is used by texts of the site cannot be removed (`in_use`). Other `url_templates`, and another `default_locale`, move published texts: their former addresses become redirects (`…/redirects`). Paths that would give two texts one address are refused with `validation_failed`.',
    versioned: true,
    params: SiteIdParams,
    body: z
      .strictObject({
        ...z.object(settings).partial().shape,
        url_templates: UrlTemplatesPatch.optional().describe('Paths of its texts; an absent path stays unchanged'),
        status: SiteStatus.optional().describe('`archived` answers 404 to every caller; it may become `active` again'),
      })
      .refine(hasDefaultLocale, { message: 'has to contain `default_locale`', path: ['locales'] })
      .meta({ id: 'SitePatch' }),
    response: Site,
    errors: ['site_not_found', 'application_not_found', 'asset_not_found', 'in_use', 'conflict'],
  }),
});

export const siteIconEndpoints = feature('Sites', 'Sites, their keys and the public data for their pages.', {
  setSiteIcon: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/cms/sites/{site_id}/icon',
    summary: 'Upload the icon of a site',
    versioned: true,
    description: 'PNG, WebP or SVG, detected from the content. The address of the icon changes with its content.',
    params: SiteIdParams,
    upload: { maxBytes: 1_048_576, types: ['image/png', 'image/webp', 'image/svg+xml'] },
    response: Site,
    errors: ['site_not_found'],
  }),
  removeSiteIcon: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/cms/sites/{site_id}/icon',
    summary: 'Remove the icon of a site',
    description: 'Readers get no icon from the next read on. It cannot be undone: upload the icon again.',
    versioned: true,
    params: SiteIdParams,
    response: Site,
    errors: ['site_not_found'],
  }),
});

const aboutSite = z.object({ site_id: Uuid, code: z.string(), application_id: Uuid.nullable() });

export const siteEvents = {
  siteCreated: event('site.created', 'A site was created.', aboutSite),
  siteUpdated: event('site.updated', 'A site changed: its fields, status, application or keys.', aboutSite),
} as const;

export const siteQueries = {
  resolveSite: query(
    'query.cms.sites.resolve',
    'A site by code or id, in any status, with the data that the gateway needs to check credentials.',
    z.union([z.object({ code: z.string() }), z.object({ id: Uuid })]),
    z.object({ site: ResolvedSite.nullable() }),
  ),
  describeSite: query(
    'query.cms.sites.describe',
    'The settings of a site, in any status, for services with data of the site.',
    z.object({ id: Uuid }),
    z.object({ site: DescribedSite.nullable() }),
  ),
  listLinkedSites: query(
    'query.cms.sites.linked',
    'The active sites of an application.',
    z.object({ application_id: Uuid }),
    z.object({ sites: z.array(z.object({ id: Uuid, code: z.string() })) }),
  ),
} as const;
