import { z } from 'zod';
import { AppCodeParams, HttpUrl, idOf, line, longText, SiteCodeParams, text, Uuid } from '../fields.ts';
import { maxSlugLength } from './slug-limits.ts';

/** Field types and parameters that the features of the cms share. */

/** The cache policy of a site read. */
export const siteCache = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';

/** A language, or a language in a country: BCP 47 in the form `ll` or `ll-CC`. */
export const Locale = z
  .string()
  .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'has to be a language, such as ru or en-GB')
  .meta({ id: 'Locale', description: 'Language, `ll` or `ll-CC`', example: 'ru' });

/** The format of a slug. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** The part of an address that names a text: unique for site, kind and locale. */
export const Slug = z
  .string()
  .max(maxSlugLength)
  .regex(slugPattern, 'has to be lower-case latin letters and digits with single dashes between, such as `first-steps`')
  .meta({ id: 'Slug', description: 'Slug: the part of the address that identifies it', example: 'first-notes' });

/** A colour as CSS writes it, `#rrggbb`. */
export const HexColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'has to be a color, such as #1a2b3c')
  .meta({ example: '#1a73e8' });

/** One line of up to `max` characters; null or empty for none. */
export const optionalText = (max: number) => line(max).nullable();
/** Text of up to `max` characters that may have several lines; null or empty for none. */
export const optionalLines = (max: number) => longText(max).trim().nullable();

export const SiteIdParams = z.object({ site_id: idOf('site_id', 'Id of the site') });
export const ApplicationSiteParams = AppCodeParams.extend(SiteCodeParams.shape);

/** A label and an address, for links in a footer. */
export const SiteLink = z
  .strictObject({ label: text(60).describe('Text of the link'), url: HttpUrl.describe('Address') })
  .meta({ id: 'SiteLink' });

/** A nullable id of another object of the site, in a request. */
export const referenceTo = (resource: Parameters<typeof idOf>[0], description: string) =>
  Uuid.nullable().describe(description).meta({ resource });

/** Headings of a text, as `#` links in its page reach them. */
export const TocEntry = z
  .object({
    id: z.string().describe('Anchor'),
    text: z.string().describe('Heading'),
    level: z.int().min(2).max(4).describe('2 to 4'),
  })
  .meta({ id: 'TocEntry' });
