import { z } from 'zod';
import { AppCodeParams, HttpUrl, idOf, line, longText, SiteCodeParams, text, Uuid, urlOf } from '../fields.ts';
import { maxSlugLength } from './slug-limits.ts';

/** Field types and parameters that the features of the cms share. */

/** The cache policy of a site read. */
export const siteCache = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';

/** The parts of a language tag in their usual case, BCP 47, section 2.1.1: `EN-gb` is `en-GB`. */
const toUsualCase = (tag: string): string =>
  tag
    .split('-')
    .map((part, at) => {
      if (at === 0) return part.toLowerCase();
      return part.length === 4 ? `${part.charAt(0).toUpperCase()}${part.slice(1).toLowerCase()}` : part.toUpperCase();
    })
    .join('-');

/** A language, with its script and its region where they matter: BCP 47 in the form `ll`, `ll-CC`, `ll-Ssss`. */
export const Locale = z
  .string()
  .max(12)
  .overwrite(toUsualCase)
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/, 'has to be a language, such as ru, en-GB or zh-Hant')
  .meta({ id: 'Locale', description: 'Language by BCP 47: `ll`, `ll-CC` or `ll-Ssss`, in any case', example: 'ru' });

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

const maxTranslations = 50;
/** Values of a field in other languages, by locale. */
export const inOtherLanguages = <V extends z.ZodType<string, string>>(value: V, description: string) =>
  z
    .record(Locale, value)
    .refine((values) => Object.keys(values).length <= maxTranslations, `may have at most ${maxTranslations} languages`)
    .describe(description);

export const SiteIdParams = z.object({ site_id: idOf('site_id', 'Id of the site') });
export const ApplicationSiteParams = AppCodeParams.extend(SiteCodeParams.shape);

/** An address that a person opens: a page, a mail or a phone number. */
const LinkUrl = z.union([HttpUrl, urlOf(/^(mailto|tel)$/)]).meta({ example: 'https://notes.example.com/' });

/** A label and an address, for links in a footer. */
export const SiteLink = z
  .strictObject({
    label: text(60).describe('Text of the link'),
    url: LinkUrl.describe('http, https, mailto or tel address'),
  })
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
