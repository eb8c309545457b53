import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { Email, HttpUrl, idOf, longText, pageQuery, SnakeCode, Timestamp, text, Uuid } from '../fields.ts';
import { ConsentEntry } from '../identity/consents.ts';
import { endpoint, event, feature, query } from '../kit.ts';
import { Locale, SiteIdParams } from './fields.ts';
import { siteEndpoint } from './public-endpoint.ts';

/** Forms of sites: what people send, and what administrators do with it. */

/** E.164. Spaces, dots, dashes and brackets between the digits are dropped. */
export const Phone = z
  .string()
  .max(40)
  .overwrite((phone) => phone.replaceAll(/[\s().-]/g, ''))
  .regex(/^\+[1-9]\d{6,14}$/, 'E.164: a plus sign and 7 to 15 digits')
  .meta({ example: '+79161234567' });

export const LeadFormKind = z.enum(['contact', 'newsletter']);
export const LeadState = z.enum(['new', 'in_progress', 'done', 'spam']);

const maxFields = 20;
const LeadFields = z
  .record(SnakeCode, longText(500))
  .refine((fields) => Object.keys(fields).length <= maxFields, `at most ${maxFields} fields`);

const SiteConsentEntry = ConsentEntry.extend({
  document_id: z
    .string()
    .max(64)
    .describe('`document_id` from `legal` of the site')
    .meta({ resource: 'site_document_id' }),
}).meta({ id: 'SiteConsentEntry', description: 'One checkbox of a form of a site' });

/** Sites name their forms themselves. */
const FormCode = SnakeCode.meta({ resource: 'nothing' });

/** An absent field and an empty one are the same: a form sends all of its inputs. */
const orEmpty = <S extends z.ZodType>(schema: S) => z.union([schema, z.literal('').transform(() => undefined)]);

/** Text that the address of the page brings along: it is cut, and never refuses a form. */
const cutText = (length: number) =>
  orEmpty(
    z
      .string()
      .max(8_192)
      .overwrite((value) => value.trim().slice(0, length)),
  ).optional();
const utm = cutText(200);

const hasContact = ({ form, email, phone }: { form: string; email?: unknown; phone?: unknown }) =>
  email !== undefined || (form === 'contact' && phone !== undefined);

export const LeadForm = z
  .object({
    form: LeadFormKind.describe('`newsletter` asks for a confirmation by mail'),
    form_code: FormCode.optional().describe('Which form of the site it is'),
    email: orEmpty(Email).optional().describe('E-mail; needed by `newsletter`, by `contact` without `phone`'),
    phone: orEmpty(Phone).optional().describe('E.164'),
    name: orEmpty(text(120)).optional().describe('Name'),
    message: orEmpty(text(5_000)).optional().describe('Message'),
    fields: LeadFields.optional().describe('Other inputs of the form, up to 20 by their codes'),
    page_url: HttpUrl.optional().describe('The page that the form is on'),
    referrer: cutText(2_048).describe('Where the person came from'),
    utm_source: utm.describe('Campaign source'),
    utm_medium: utm.describe('Campaign medium'),
    utm_campaign: utm.describe('Campaign'),
    utm_term: utm.describe('Campaign term'),
    utm_content: utm.describe('Campaign content'),
    locale: Locale.optional().describe('Language of the page'),
    consents: z
      .array(SiteConsentEntry)
      .max(20)
      .meta({ resource: 'site_consents' })
      .describe(
        'One entry for each checkbox; `personal_data_consent` always, for `newsletter` `marketing_consent` too',
      ),
    submission_id: text(100)
      .meta({ resource: 'nothing' })
      .optional()
      .describe('Id that the page makes for one submission: a repeat with it gets the same answer'),
    website: z.string().max(2048).optional().describe('Honeypot: an input that people do not see and leave empty'),
    filled_ms: z.int().min(0).optional().describe('Milliseconds from the first sight of the form until it was sent'),
    captcha_token: z.string().max(8_192).optional().describe('Token of the captcha, where the site has one'),
  })
  .refine(hasContact, { message: 'an e-mail, or for `contact` a phone number', path: ['email'] })
  .meta({
    id: 'LeadForm',
    example: {
      form: 'contact',
      form_code: 'callback',
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      message: 'Please call me.',
      page_url: 'https://notes.example.com/prices',
      consents: [],
    },
  });

const LeadAnswer = z
  .object({
    lead_id: Uuid.describe('Id of the lead'),
    status: z
      .enum(['accepted', 'pending_confirmation'])
      .describe(
        '`pending_confirmation`: the link in a mail confirms the subscription. Mails to an address that does not confirm go at growing intervals, five at most until the subscription is confirmed, or removed seven days after the last form',
      ),
  })
  .meta({ id: 'LeadAnswer' });

const submit = siteEndpoint(
  '/leads',
  {},
  {
    method: 'POST',
    summary: 'Send a form of a site',
    description:
      'The lead and its records in the consent ledger have one outcome: both, or neither. After an answer 5xx, or none, send the same form with the same `submission_id` again. The same form within ten minutes is the same lead.',
    repeatable: true,
    status: 201,
    body: LeadForm,
    maxBodyBytes: 65_536,
    timeoutSeconds: 15,
    response: LeadAnswer,
    errors: [
      'site_not_found',
      'origin_not_allowed',
      'captcha_failed',
      'consents_required',
      'consent_version_mismatch',
      'consent_document_unknown',
      'legal_document_required',
      'mail_not_configured',
    ],
  },
);

/** Which version of a document a lead accepted, and the record that says so. */
const LeadConsent = z.object({
  consent_id: Uuid.describe('Record in the consent ledger of the site'),
  document_id: Uuid.describe('The document'),
  doc_kind: z.string().describe('Its slot'),
  version: z.string().describe('Its version'),
  accepted: z.boolean().describe('Whether the box was ticked'),
});

const optional = (description: string) => z.string().nullable().describe(description);

export const Lead = z
  .object({
    id: Uuid.describe('Id'),
    form: LeadFormKind.describe('Kind of the form'),
    form_code: optional('Which form of the site it was'),
    state: LeadState.describe('`spam`: it looked like spam; it has no record in the ledger until it is released'),
    email: optional('E-mail; null when none was given or the person was erased'),
    phone: optional('Phone, E.164'),
    name: optional('Name'),
    message: optional('Message'),
    fields: z.record(z.string(), z.string()).describe('Other inputs of the form'),
    page_url: optional('The page that the form was on'),
    page_path: optional('Path of that page; parts that look like personal data are `*`'),
    referrer: optional('Where the person came from'),
    utm_source: optional('Campaign source'),
    utm_medium: optional('Campaign medium'),
    utm_campaign: optional('Campaign'),
    utm_term: optional('Campaign term'),
    utm_content: optional('Campaign content'),
    locale: optional('Language of the page'),
    subject_id: Uuid.describe('Pseudonym of the person on this site, as in the consent journal'),
    consents: z.array(LeadConsent).describe('Its records in the consent ledger'),
    version: z.int().describe('Counts the changes; send it as `If-Match: "<version>"`'),
    created_at: Timestamp.describe('When it arrived'),
    updated_at: Timestamp.describe('Last change'),
  })
  .meta({ id: 'Lead', description: 'A form that a person sent' });

/** What the audit log keeps of a lead: nothing of the person. */
const LeadAudit = Lead.pick({ id: true, form: true, form_code: true, state: true, version: true });

export const LeadSettings = z
  .object({
    captcha: z.enum(['none', 'smartcaptcha']).describe('Captcha of the forms'),
    captcha_key: optional('Public key of the captcha, for the page'),
    has_captcha_secret: z.boolean().describe('Whether the secret is set; it is never shown'),
    min_fill_ms: z.int().describe('A form that was filled in faster is spam'),
    notify_emails: z.array(z.string()).describe('Addresses that get a notice about each lead, without personal data'),
    reply_to: optional('Address for answers to mails of the site'),
    retention_days: z.int().describe('Days after which leads are removed'),
    version: z.int().describe('Counts the changes; send it as `If-Match: "<version>"`'),
  })
  .meta({ id: 'LeadSettings' });

const LeadSettingsPut = z
  .strictObject({
    captcha: LeadSettings.shape.captcha.default('none'),
    captcha_key: text(200).nullable().default(null).describe('Public key of the captcha'),
    captcha_secret: text(200).nullable().optional().describe('Server key of the captcha; stays when absent'),
    min_fill_ms: z.int().min(0).max(60_000).default(2_000).describe('A form that was filled in faster is spam'),
    notify_emails: z.array(Email).max(10).default([]).describe('Addresses that get a notice about each lead'),
    reply_to: Email.nullable().default(null).describe('Address for answers to mails of the site'),
    retention_days: z.int().min(30).max(3650).default(365).describe('Days after which leads are removed'),
  })
  .meta({ id: 'LeadSettingsPut', example: { min_fill_ms: 3_000 } });

const LeadIdParams = SiteIdParams.extend({ lead_id: idOf('lead_id', 'Id of the lead') });

/** What the audit log keeps of a read of leads. */
const LeadsRead = z.object({ leads: z.int(), format: z.string(), filters: z.array(z.string()) });

const ErasedSubjects = z
  .object({
    subjects: z.int().describe('People of whom something was removed'),
    leads: z.int().describe('Leads that were removed'),
  })
  .meta({ id: 'ErasedSubjects' });

export const leadEndpoints = feature('Leads', 'Forms that people send from sites.', {
  submitLead: { ...submit.ofSite, rate: 'leads' },
  submitApplicationLead: { ...submit.ofApplication, rate: 'leads' },

  getLeadSettings: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/lead-settings',
    summary: 'Read the settings of forms',
    versioned: true,
    params: SiteIdParams,
    response: LeadSettings,
    errors: ['site_not_found'],
  }),
  putLeadSettings: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/cms/sites/{site_id}/lead-settings',
    summary: 'Set the settings of forms',
    description: 'A field that is absent gets its default, `captcha_secret` alone stays.',
    versioned: true,
    params: SiteIdParams,
    body: LeadSettingsPut,
    response: LeadSettings,
    audit: LeadSettings.omit({ notify_emails: true, has_captcha_secret: true, reply_to: true }).extend({
      notified: z.int().describe('Number of addresses that get notices'),
    }),
    errors: ['site_not_found'],
  }),
  listLeads: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/leads',
    summary: 'List or export leads, newest first',
    description:
      'The read is in the audit log. With `format=csv` everything that the filter names is streamed. A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return has an apostrophe before it.',
    paginated: true,
    streams: true,
    statementSeconds: 10,
    auditedRead: true,
    params: SiteIdParams,
    query: z.object({
      ...pageQuery,
      state: LeadState.optional().describe('Only these; all but spam when absent'),
      form: LeadFormKind.optional().describe('Only these'),
      form_code: FormCode.optional().describe('Only of this form'),
      email: Email.optional().describe('Only of the person with this e-mail'),
      phone: Phone.optional().describe('Only with this phone number'),
      from: Timestamp.optional().describe('Arrived at this moment or later'),
      to: Timestamp.optional().describe('Arrived before this moment'),
      format: z.enum(['json', 'csv']).default('json').describe('csv exports'),
    }),
    response: Lead,
    audit: LeadsRead,
    errors: ['site_not_found'],
  }),
  getLead: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/leads/{lead_id}',
    summary: 'Read a lead',
    description: 'The read is in the audit log.',
    versioned: true,
    auditedRead: true,
    params: LeadIdParams,
    response: Lead,
    audit: LeadAudit,
    errors: ['site_not_found', 'lead_not_found'],
  }),
  updateLead: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}/leads/{lead_id}',
    summary: 'Change the state of a lead',
    description:
      'A lead that leaves `spam` is released: the consents that came with it go to the ledger first, and the codes of a submission say when they are no longer valid.',
    versioned: true,
    params: LeadIdParams,
    body: z.strictObject({ state: LeadState.describe('New state') }).meta({
      id: 'LeadPatch',
      example: { state: 'in_progress' },
    }),
    response: Lead,
    audit: LeadAudit,
    errors: [
      'site_not_found',
      'lead_not_found',
      'invalid_transition',
      'consents_required',
      'consent_version_mismatch',
      'consent_document_unknown',
      'legal_document_required',
      'mail_not_configured',
    ],
  }),
  deleteLead: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/cms/sites/{site_id}/leads/{lead_id}',
    status: 204,
    summary: 'Remove a lead; with the last one of a person, erase the person',
    description:
      'The person is erased in the consent ledger too when this lead has records there. Spam has none: its removal leaves the records that came with other forms. Spam of the e-mail goes with the last lead that has records, unless there is a subscription.',
    versioned: true,
    params: LeadIdParams,
    audit: LeadAudit,
    errors: ['site_not_found', 'lead_not_found'],
  }),
  eraseLeads: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/leads/erase',
    summary: 'Erase everything about a person without an account',
    description:
      'By e-mail: the leads and the subscription of this e-mail are removed. By phone number: the leads with this number are removed; a person of whom no other lead is left loses the subscription too. Of each person without a lead the keys of the personal data are destroyed here and in the consent ledger, whose chain still verifies. Leads that share only the e-mail with them stay. A lead with only a phone number is found by that number alone. A person who is not found is a success too. An end of a subscription that the consent ledger does not have yet is recorded first; while the ledger is away, the answer is 503, and a repeat goes on.',
    params: SiteIdParams,
    body: z
      .union([
        z.strictObject({ email: Email.describe('E-mail of the person') }),
        z.strictObject({ phone: Phone.describe('Phone number of the person') }),
      ])
      .meta({ id: 'LeadErasure', example: { email: 'ada@example.com' } }),
    response: ErasedSubjects,
    errors: ['site_not_found'],
  }),
});

export const leadEvents = {
  leadReceived: event(
    'lead.received',
    'A person sent a form of a site, and the ledger has the consents.',
    z.object({
      lead_id: Uuid,
      site_id: Uuid,
      form: LeadFormKind,
      form_code: z.string().nullable(),
      page_path: z.string().nullable(),
      utm_campaign: z.string().nullable(),
    }),
  ),
  leadSubjectErased: event(
    'lead_subject.erased',
    'A person without an account was erased from a site.',
    z.object({ subject_id: Uuid }),
  ),
} as const;

const Coverage = z.object({
  form_code: z.string().nullable(),
  page_path: z.string().nullable(),
  leads: z.int(),
  /** Leads without a record in the ledger: always 0. */
  unproven: z.int(),
  /** Submissions that named an old version. */
  refused_stale: z.int(),
  by_version: z.array(z.object({ doc_kind: z.string(), version: z.string(), leads: z.int() })),
});

export const leadQueries = {
  getConsentCoverage: query(
    'query.cms.leads.consent_coverage',
    'Leads of the last days by form and page, with the versions that they accepted.',
    z.object({ site_id: Uuid, days: z.int().min(1).max(366) }),
    z.object({ coverage: z.array(Coverage) }),
  ),
  findLeadSubject: query(
    'query.cms.leads.subject',
    'The pseudonym of the person with this e-mail on a site; null where the site has none.',
    z.object({ site_id: Uuid, email: z.string().max(254) }),
    z.object({ subject_id: Uuid.nullable() }),
  ),
} as const;
