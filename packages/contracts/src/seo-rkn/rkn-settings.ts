import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { CalendarDay, text } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { RuleLocale } from './issues.ts';
import { rknFeature } from './rkn-feature.ts';
import { RknRules, SubjectType } from './rkn-law.ts';

/** The catalogue of law, and who the operator of personal data of a site is. */

const NoticeStatus = z.enum(['filed', 'not_filed', 'unknown']);

const nullable = (max: number, description: string) => text(max).nullable().default(null).describe(description);
const digits = (pattern: RegExp, what: string, description: string) =>
  z.string().regex(pattern, what).nullable().default(null).describe(description);

const profile = {
  subject_type: SubjectType.nullable()
    .default(null)
    .describe('`ooo`: a company; `ip`: a sole proprietor. Without it, fines have no amounts'),
  name: nullable(300, 'Name of the company or the person'),
  inn: digits(
    /^(\d{10}|\d{12})$/,
    'has to be 10 digits for a company, or 12 digits for a person',
    'INN: 10 digits of a company, 12 of a person',
  ),
  ogrn: digits(
    /^(\d{13}|\d{15})$/,
    'has to be 13 digits (OGRN) or 15 digits (OGRNIP)',
    'OGRN: 13 digits of a company; OGRNIP: 15 digits',
  ),
  address: nullable(500, 'Address'),
  registry_status: NoticeStatus.default('unknown').describe(
    'Notification of the processing of personal data; with `unknown`, its finding is unverified',
  ),
  registry_number: nullable(50, 'Number of the record in the registry of operators'),
  registry_date: CalendarDay.nullable().default(null).describe('Day of the record'),
  crossborder_status: NoticeStatus.default('unknown').describe(
    'Notification of the cross-border transfer; with `unknown`, its finding is unverified',
  ),
  crossborder_notice_date: CalendarDay.nullable().default(null).describe('Day of the notification'),
  recommender: z.boolean().default(false).describe('Whether the site uses recommender technologies'),
  distribution_consents: z.boolean().default(false).describe('Whether consents to the distribution of data exist'),
};

export const RknProfile = z
  .object({
    ...profile,
    version: z.int().describe('Version number, increased by each change. Send it as `If-Match: "<version>"`'),
  })
  .meta({
    id: 'RknProfile',
    description: 'The operator of personal data of a site',
    example: {
      subject_type: 'ooo',
      name: 'ООО «Ромашка»',
      inn: '7707083893',
      ogrn: '1027700132195',
      address: '101000, Москва, ул. Мясницкая, 1',
      registry_status: 'filed',
      registry_number: '77-24-123456',
      registry_date: '2024-03-01',
      crossborder_status: 'unknown',
      crossborder_notice_date: null,
      recommender: false,
      distribution_consents: false,
      version: 1,
    },
  });

/** The part of a profile that its readers choose. */
export const RknProfilePut = z.strictObject(profile).meta({
  id: 'RknProfilePut',
  example: { subject_type: 'ooo', name: 'ООО «Ромашка»', inn: '7707083893', ogrn: '1027700132195' },
});

export const rknSettingsEndpoints = rknFeature({
  listRknRules: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/rkn/rules',
    keyScope: 'no_application',
    summary: 'Read the law data of scans',
    description:
      'Each provision of the law has a mark. A provision that is not verified costs no points and has no fine.',
    query: z.object({
      locale: RuleLocale.default('ru').describe('Language of titles and texts'),
      rule_version: CalendarDay.optional().describe('Version from a scan; the newest one when absent'),
    }),
    response: RknRules,
  }),
  getRknProfile: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/rkn/profile',
    summary: 'Read the profile of the operator',
    versioned: true,
    params: SiteIdParams,
    response: RknProfile,
    errors: ['site_not_found'],
  }),
  putRknProfile: endpoint({
    ...admin,
    method: 'PUT',
    path: '/v1/cms/sites/{site_id}/rkn/profile',
    summary: 'Replace the profile of the operator',
    description:
      'An absent field is set to its default. INN, OGRN and OGRNIP must have valid checksums and match `subject_type` (`validation_failed`).',
    versioned: true,
    params: SiteIdParams,
    body: RknProfilePut,
    response: RknProfile,
    errors: ['site_not_found'],
  }),
});
