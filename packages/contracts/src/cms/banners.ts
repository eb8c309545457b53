import { z } from 'zod';
import { versionComparison, versionRange } from '../app-version.ts';
import { AppCodeParams, HttpUrl, line, longText, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { authoringEndpoints } from './authoring-endpoints.ts';
import { itemState, savedWarnings } from './content.ts';
import { Locale, optionalText, referenceTo, siteCache } from './fields.ts';
import { siteRead } from './public-endpoint.ts';
import { PublicImage } from './sites.ts';
import { authoring, authorQuery, creation, revising } from './texts.ts';

export const BannerPlacement = z.enum(['modal', 'fullscreen', 'inline']);

/** Sizes by placement, in CSS pixels; null is the whole of the side. `custom` has its own. */
export const bannerSizes = {
  modal: { small: [400, 300], medium: [600, 400], large: [800, 600] },
  fullscreen: { full: [null, null] },
  inline: {
    leaderboard: [728, 90],
    rectangle: [300, 250],
    billboard: [970, 250],
    strip: [null, 64],
  },
} as const satisfies Record<z.output<typeof BannerPlacement>, Record<string, readonly [number | null, number | null]>>;

const BannerSize = z.enum([
  'small',
  'medium',
  'large',
  'full',
  'leaderboard',
  'rectangle',
  'billboard',
  'strip',
  'custom',
]);

const pixels = z.int().min(50).max(2000).nullable();
/** A path with `*` for any characters of one part and `**` for any characters. */
const PathGlob = z.string().min(1).max(200).regex(/^\//, 'has to be a path that begins with a slash, such as /blog/*');

const Target = z
  .strictObject({
    locales: z.array(Locale).max(20).default([]).describe('Languages; all when empty'),
    paths: z.array(PathGlob).max(20).default([]).describe('Paths, `*` for one part, `**` for any; all when empty'),
    exclude_paths: z.array(PathGlob).max(20).default([]).describe('Paths that do not show it'),
    platforms: z.array(text(32)).max(20).default([]).describe('Platforms; all when empty'),
    app_version: line(100).nullable().default(null).describe(versionRange).meta({ example: '>=2.1.0 <3' }),
  })
  .meta({ id: 'BannerTarget' });

const Frequency = z
  .strictObject({
    max_shows: z.int().min(1).max(100).describe('Maximum number of displays'),
    per: z.enum(['session', 'day', 'ever']).describe('Period of the maximum; `day` is a day in `timezone` of the site'),
  })
  .meta({ id: 'BannerFrequency', description: 'Frequency cap, enforced by the page' });

/** ИНН of a company (10 digits) or of a person (12); the digits at the end are a checksum. */
const Advertiser = z
  .strictObject({
    name: text(200).describe('Name of the advertiser'),
    inn: z.string().max(12).describe('ИНН, 10 or 12 digits').meta({ example: '7707083893' }),
  })
  .meta({ id: 'Advertiser' });

const bannerFields = {
  name: text(120).describe('Label for authors'),
  audience: z.enum(['site', 'application', 'both']).describe('Place where it is shown'),
  placement: BannerPlacement.describe('Placement'),
  size: BannerSize.describe('Size of the placement: the page can reserve its place'),
  width: pixels.describe('Width of a `custom` size, in pixels'),
  height: pixels.describe('Height of a `custom` size, in pixels'),
  html: longText(50_000)
    .nullable()
    .describe(
      'HTML of the banner; everything that runs scripts or loads resources is removed. Classes have no effect, and of styles only colours, gradients, sizes, spacing and alignment remain: `warnings` name with its line what is left out',
    ),
  asset_id: referenceTo('asset_id', 'An image instead of HTML'),
  alt: optionalText(200).describe('Text instead of the image'),
  link_url: HttpUrl.nullable().describe('Link target of the image'),
  starts_at: Timestamp.nullable().describe('Start of the display period'),
  ends_at: Timestamp.nullable().describe('End of the display period, exclusive'),
  target: Target.describe('Audience; every given condition must hold'),
  frequency: Frequency.nullable().describe('Frequency cap per visitor'),
  delay_seconds: z.int().min(0).max(600).describe('Delay before it is shown'),
  priority: z.int().min(0).max(100).describe('Priority; the banner with the highest one is first'),
  dismissible: z.boolean().describe('Whether a visitor may close it'),
  is_ad: z.boolean().describe('Advertising: published only with erid and advertiser'),
  erid: z
    .string()
    .max(100)
    .regex(/^[0-9A-Za-z]+$/, 'may have latin letters and digits only')
    .nullable()
    .describe('Token of the advertising register')
    .meta({ example: '2VtzqxAbCdE' }),
  advertiser: Advertiser.nullable().describe('Payer of the advertising'),
};

/** The fields of a banner as a revision stores them. */
export const BannerFields = z.object(bannerFields);

const bannerDefaults = {
  name: bannerFields.name,
  audience: bannerFields.audience.default('site'),
  placement: bannerFields.placement,
  size: bannerFields.size,
  width: bannerFields.width.default(null),
  height: bannerFields.height.default(null),
  html: bannerFields.html.default(null),
  asset_id: bannerFields.asset_id.default(null),
  alt: bannerFields.alt.default(null),
  link_url: bannerFields.link_url.default(null),
  starts_at: bannerFields.starts_at.default(null),
  ends_at: bannerFields.ends_at.default(null),
  target: bannerFields.target.prefault({}),
  frequency: bannerFields.frequency.default(null),
  delay_seconds: bannerFields.delay_seconds.default(0),
  priority: bannerFields.priority.default(50),
  dismissible: bannerFields.dismissible.default(true),
  is_ad: bannerFields.is_ad.default(false),
  erid: bannerFields.erid.default(null),
  advertiser: bannerFields.advertiser.default(null),
};

export const Banner = z
  .object({ ...itemState, slug: authoring.slug, locale: authoring.locale, ...bannerFields })
  .meta({ id: 'Banner', description: 'A banner as its authors see it' });

export const PublicBanner = z
  .object({
    id: Uuid.describe('Id'),
    placement: BannerPlacement.describe('Placement'),
    size: BannerSize.describe('Size of the placement'),
    width: z.int().nullable().describe('Pixels; null for the whole width'),
    height: z.int().nullable().describe('Pixels; null for the whole height'),
    html: z.string().nullable().describe('HTML of the banner, safe to insert into a page'),
    image: PublicImage.nullable().describe('An image instead of HTML'),
    link_url: z.string().nullable().describe('Link target of the image'),
    starts_at: Timestamp.nullable().describe('Start of the display period'),
    ends_at: Timestamp.nullable().describe('End of the display period, exclusive'),
    target: Target.describe('Audience'),
    frequency: Frequency.nullable().describe('Frequency cap per visitor, enforced by the page'),
    delay_seconds: z.int().describe('Delay before it is shown'),
    priority: z.int().describe('Priority; the banner with the highest one is first'),
    dismissible: z.boolean().describe('Whether a visitor may close it'),
    ad: z
      .object({
        label: z.string().describe('Label to show beside the banner'),
        erid: z.string().describe('Token of the advertising register'),
        advertiser: Advertiser.describe('Payer of the advertising'),
      })
      .nullable()
      .describe('Mark that the advertising law requires'),
  })
  .meta({ id: 'PublicBanner' });

const banners = authoringEndpoints({
  path: '/banners',
  id: 'banner_id',
  resource: 'banner_id',
  noun: 'a banner',
  plural: 'banners',
  item: Banner,
  saved: Banner.extend(savedWarnings('a banner')).meta({ id: 'SavedBanner' }),
  listed: Banner.omit({ html: true }).meta({ id: 'BannerEntry' }),
  create: z.strictObject({ ...creation, ...bannerDefaults }).meta({
    id: 'BannerCreate',
    example: {
      name: 'Autumn',
      placement: 'modal',
      size: 'small',
      asset_id: '0198a3c0-5e1f-7000-8000-000000000001',
      alt: 'Autumn is here',
    },
  }),
  patch: z.strictObject({ ...revising, ...z.object(bannerFields).partial().shape }).meta({
    id: 'BannerPatch',
    example: { html: null, asset_id: '0198a3c0-5e1f-7000-8000-000000000001', priority: 60 },
  }),
  query: z.object(authorQuery),
});

const visitor = {
  path: z.string().max(2048).optional().describe('Path of the page'),
  locale: Locale.optional().describe('Language of the page; the default one of the site when absent'),
  platform: z.string().max(32).optional().describe('For example web, android, ios'),
  app_version: z
    .string()
    .max(64)
    .optional()
    .describe(`Version of the application. ${versionComparison} Another text matches no range`),
};
const bannerId = { banner_id: z.string().describe('Id of the banner').meta({ resource: 'banner_id' }) };

const list = siteRead(
  '/banners',
  {},
  {
    summary: 'List the banners that are live now, the most important first',
    description: 'The answer can be cached until the next banner starts or ends.',
    query: z.object(visitor),
    response: z.array(PublicBanner),
  },
);
const readBanner = siteRead('/banners/{banner_id}', bannerId, {
  summary: 'Read a banner that is live now',
  response: PublicBanner,
  errors: ['content_not_found'],
});

export const bannerEndpoints = feature('Banners', 'Banners over or between the texts of sites and applications.', {
  listBanners: banners.list,
  createBanner: banners.create,
  getBanner: banners.get,
  updateBanner: banners.update,
  deleteBanner: banners.remove,
  readBanners: list.ofSite,
  readApplicationSiteBanners: list.ofApplication,
  readBanner: readBanner.ofSite,
  readApplicationSiteBanner: readBanner.ofApplication,
  readApplicationBanners: endpoint({
    method: 'GET',
    path: '/v1/applications/{app_code}/banners',
    summary: 'List the live banners of an application, from all of its sites',
    auth: 'key',
    rate: 'public_sites',
    cache: siteCache,
    params: AppCodeParams,
    query: z.object(visitor),
    response: z.array(PublicBanner),
  }),
  readApplicationBanner: endpoint({
    method: 'GET',
    path: '/v1/applications/{app_code}/banners/{banner_id}',
    summary: 'Read a live banner of an application',
    auth: 'key',
    rate: 'public_sites',
    cache: siteCache,
    params: AppCodeParams.extend(bannerId),
    response: PublicBanner,
    errors: ['content_not_found'],
  }),
});
