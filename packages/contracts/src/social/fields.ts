import { z } from 'zod';
import { idOf, TimeZone, text, urlOf } from '../fields.ts';
import { type Endpoint, feature } from '../kit.ts';

/** Endpoints of the social content manager. */
export const socialFeature = <const E extends Record<string, Endpoint>>(endpoints: E): E =>
  feature(
    'Social',
    'Posts to social channels: brands, accounts, approvals, and publishing without duplicates.',
    endpoints,
  );

export const SocialChannel = z.enum(['telegram', 'vk', 'instagram', 'threads', 'max']).meta({ id: 'SocialChannel' });
export type SocialChannel = z.output<typeof SocialChannel>;

/** Channels of Meta, which are connected with OAuth as well. */
export const OauthChannel = z.enum(['instagram', 'threads']);
export type OauthChannel = z.output<typeof OauthChannel>;

export const BrandParams = z.object({ brand_id: idOf('brand_id', 'Id of the brand') });
export const AccountParams = z.object({ account_id: idOf('account_id', 'Id of the account') });

export const IdeaParams = z.object({ idea_id: idOf('idea_id', 'Id of the idea') });
export const VariantParams = z.object({ variant_id: idOf('variant_id', 'Id of the post') });
export const SlotParams = z.object({ slot_id: idOf('slot_id', 'Id of the slot') });

/** The code of a kind of posts of a brand. */
export const Rubric = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,39}$/,
    'has to be at most 40 lower-case latin letters, digits and underscores, with a letter first',
  )
  .meta({ example: 'news' });

/** A wall clock time of a brand, without an offset. */
export const LocalTime = z
  .string()
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/,
    'has to be a local time without a zone, such as 2026-01-10T09:30',
  )
  .meta({ example: '2027-03-28T10:00' });

/** An amount in a currency. */
export const SocialMoney = z
  .object({ amount: z.number().describe('Amount'), currency: z.string().describe('ISO 4217') })
  .meta({ id: 'SocialMoney' });

/** Of lists and reports that are files as well. */
export const csvFormat = z.enum(['json', 'csv']).default('json').describe('`csv` returns the rows as a file');
export const csvCells =
  'In CSV, a cell that starts with `=`, `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe.';

export const BrandTimeZone = TimeZone.describe('Time zone of its local times');

export const Code = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{1,39}$/, 'has to be 2 to 40 lower-case latin letters, digits, dashes and underscores')
  .meta({ example: 'notes' });

export const LinkHost = z
  .string()
  .max(253)
  .regex(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
    'has to be the name of a host without a scheme and a path, such as notes.example.com',
  )
  .meta({ example: 'notes.example.com' });

export const RknRegistration = z
  .object({
    number: text(64).describe('Number in the register of Roskomnadzor'),
    url: urlOf(/^https$/).describe('Its page'),
  })
  .meta({ id: 'RknRegistration', description: 'Registration of a channel with more than 10,000 followers' });
