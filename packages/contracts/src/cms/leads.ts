import { z } from 'zod';
import { adminWrites, searches } from '../admin-endpoints.ts';
import {
  Email,
  filterZone,
  foldedLine,
  HttpUrl,
  idOf,
  lines,
  longText,
  pageBody,
  pageQuery,
  SnakeCode,
  Timestamp,
  text,
  timeFrom,
  timeUntil,
  toOneLine,
  Uuid,
} from '../fields.ts';
import { ConsentEntry } from '../identity/consents.ts';
import { AdminErasureReason, ErasureCategory, erasureFacts } from '../identity/erasures.ts';
import { endpoint, event, feature, query } from '../kit.ts';
import { Locale, SiteIdParams } from './fields.ts';
import { siteEndpoint } from './public-endpoint.ts';

/** Forms of sites: what people send, and what administrators do with it. */

/** A phone number as people type it. The service reads it with the country of the site (`requirePhone`). */
const Phone = text(40).meta({ example: '+79161234567' });
const phoneText =
  'as people type it: with a plus sign and its country code, or as people of the `country` of the site dial it, such as `8 (916) 123-45-67`';

export const LeadFormKind = z.enum(['contact', 'newsletter']);
export const LeadState = z.enum(['new', 'in_progress', 'done', 'spam']);

const maxFields = 50;
const maxFieldName = 100;
/** A name of a field in any script, as the form shows it: `Компания`, `company_name`. */
const isFieldName = (name: string): boolean =>
  name.length > 0 && name.length <= maxFieldName && name === toOneLine(name).trim();
const fieldNameText = `has to have a name of 1 to ${maxFieldName} characters in one line, without spaces around it`;
const maxFieldText = 2_000;
const fieldValueText = `has to be a text of at most ${maxFieldText} characters, a number, true or false, or a list of these`;
const Scalar = z.union([longText(maxFieldText), z.number(), z.boolean()]);
const FieldValue = z.union([Scalar, z.array(Scalar).max(50)], { error: fieldValueText });
/** The text of a field: the values of a list have a comma between, and an object is its JSON. */
export const textOfField = (value: unknown): string =>
  Scalar.safeParse(value).success
    ? String(value)
    : Array.isArray(value) && value.every((each) => Scalar.safeParse(each).success)
      ? value.join(', ')
      : JSON.stringify(value);

/** What the widgets of captchas add to a form: a token is checked once and is no answer of a person. */
const captchaFields = new Set(['smart-token', 'g-recaptcha-response', 'h-captcha-response', 'cf-turnstile-response']);
const LeadFields = z
  .record(z.string().refine(isFieldName, fieldNameText), FieldValue.nullable())
  .refine((fields) => Object.keys(fields).length <= maxFields, `may have at most ${maxFields} fields`);

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

/** Text that the address of the page brings along: it never refuses a form. */
const folded = (length: number) => orEmpty(foldedLine(length)).optional();
const utm = folded(200);

const hasContact = ({ form, email, phone }: { form: string; email?: unknown; phone?: unknown }) =>
  email !== undefined || (form === 'contact' && phone !== undefined);

const formFields = {
  form: LeadFormKind.describe('Kind of the form; `newsletter` requires a confirmation by mail'),
  form_code: FormCode.optional().describe('Code of the form on the site'),
  email: orEmpty(Email).optional().describe('E-mail; required for `newsletter`, and for `contact` without `phone`'),
  phone: orEmpty(Phone).optional().describe(`Phone number, ${phoneText}; it is stored in E.164`),
  name: orEmpty(text(120)).optional().describe('Name'),
  message: orEmpty(lines(5_000)).optional().describe('Message'),
  fields: LeadFields.optional().describe(
    `Other fields of the form by their names, in any script: texts, numbers, true or false. A field beside them that this schema does not name counts as one of them. At most ${maxFields} together`,
  ),
  page_url: HttpUrl.optional().describe('Page of the form'),
  referrer: folded(2_048).describe('Referrer'),
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
      'One entry for each checkbox. `personal_data_consent` is always required; `newsletter` also requires `marketing_consent`',
    ),
  submission_id: text(100)
    .meta({ resource: 'nothing' })
    .optional()
    .describe(
      'Idempotency key of the submission, created by the page: a repeat with the same id gets the same answer, and another form with it `idempotency_conflict`',
    ),
  website: z.string().max(2048).optional().describe('Honeypot: a hidden input that must stay empty'),
  filled_ms: z.int().min(0).optional().describe('Milliseconds between the display of the form and its submission'),
  captcha_token: z.string().max(8_192).optional().describe('Token of the captcha, where the site has one'),
};

/** An absent field, null and an empty one are the same. */
const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * The fields of a form that {@link LeadForm} does not name: what a page sends beside `fields`. Null and empty ones are
 * left out, and so are tokens of captchas.
 */
export const unnamedFieldsOf = (form: Record<string, unknown>): [string, unknown][] =>
  Object.entries(form).filter(
    ([name, value]) => !Object.hasOwn(formFields, name) && !captchaFields.has(name) && isFilled(value),
  );

const unnamedText = 'has a field that cannot be stored';

/** What is wrong with the fields that a form has beside the named ones: each is stored, or the form is refused. */
function checkUnnamedFields({ value: form, issues }: z.core.ParsePayload<Record<string, unknown>>): void {
  const unnamed = unnamedFieldsOf(form);
  const fields = (form.fields ?? {}) as Record<string, unknown>;
  const refuse = (path: string, message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: form[path] });
  for (const [name, value] of unnamed) {
    if (!isFieldName(name)) refuse(name, fieldNameText);
    else if (textOfField(value).length > maxFieldText) refuse(name, fieldValueText);
    else if (Object.hasOwn(fields, name) && textOfField(fields[name]) !== textOfField(value))
      refuse(name, 'has another value in `fields`: send it once');
  }
  const names = new Set([...Object.keys(fields), ...unnamed.map(([name]) => name)]);
  if (names.size > maxFields)
    refuse('fields', `may have at most ${maxFields} fields, those beside \`fields\` included`);
}

export const LeadForm = z
  .looseObject(formFields)
  .check(z.core._check<Record<string, unknown>>(checkUnnamedFields, unnamedText))
  .refine(hasContact, {
    message: 'is missing: send an e-mail address; the form `contact` takes `phone` as well',
    path: ['email'],
  })
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
        '`pending_confirmation`: the link in a mail confirms the subscription. An unconfirmed address gets at most five mails, at growing intervals. An unconfirmed subscription is removed seven days after the last form',
      ),
  })
  .meta({ id: 'LeadAnswer' });

const submit = siteEndpoint(
  '/leads',
  {},
  {
    method: 'POST',
    summary: 'Submit a form of a site',
    description:
      'The lead and its records in the consent ledger are stored together, or not at all. After a 5xx answer, or without an answer, send the same form again with the same `submission_id`. The same form within ten minutes counts as the same lead.',
    repeatable: 'A repeat with the same `submission_id` has no further effect.',
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
      'idempotency_conflict',
    ],
  },
);

/** Which version of a document a lead accepted, and the record that says so. */
const LeadConsent = z.object({
  consent_id: Uuid.describe('Record in the consent ledger of the site'),
  document_id: Uuid.describe('The document'),
  doc_kind: z.string().describe('Slot of the document'),
  version: z.string().describe('Version of the document'),
  accepted: z.boolean().describe('Whether the checkbox was checked'),
});

const optional = (description: string) => z.string().nullable().describe(description);

export const Lead = z
  .object({
    id: Uuid.describe('Id'),
    form: LeadFormKind.describe('Kind of the form'),
    form_code: optional('Code of the form on the site'),
    state: LeadState.describe(
      '`spam`: classified as spam; such a lead has no record in the ledger until it is released',
    ),
    email: optional('E-mail; null if there is none, or if the person was erased'),
    phone: optional('Phone, E.164'),
    name: optional('Name'),
    message: optional('Message'),
    fields: z.record(z.string(), z.string()).describe('Other fields of the form'),
    page_url: optional('Page of the form'),
    page_path: optional('Path of that page; parts that look like personal data are replaced by `*`'),
    referrer: optional('Referrer'),
    utm_source: optional('Campaign source'),
    utm_medium: optional('Campaign medium'),
    utm_campaign: optional('Campaign'),
    utm_term: optional('Campaign term'),
    utm_content: optional('Campaign content'),
    locale: optional('Language of the page'),
    subject_id: Uuid.describe('Pseudonym of the person on this site, as in the consent journal'),
    consents: z.array(LeadConsent).describe('Its records in the consent ledger'),
    unsubscribe_url: optional(
      'Where its person withdraws an accepted `marketing_consent`, also without a subscription: GET shows a page, POST is the one-click unsubscribe. Each mail must contain it. null for a form without this consent or without an e-mail',
    ),
    version: z.int().describe('Version number, increased by each change. Send it as `If-Match: "<version>"`'),
    created_at: Timestamp.describe('When it arrived'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'Lead', description: 'A submitted form' });

/** What the audit log stores of a lead: nothing of the person. */
const LeadAudit = Lead.pick({ id: true, form: true, form_code: true, state: true, version: true });

export const LeadSettings = z
  .object({
    captcha: z.enum(['none', 'smartcaptcha']).describe('Captcha of the forms'),
    captcha_key: optional('Public key of the captcha, for the page'),
    has_captcha_secret: z.boolean().describe('Whether the secret is set; it is never shown'),
    min_fill_ms: z.int().describe('Minimum fill time; a form that is sent sooner counts as spam'),
    notify_emails: z
      .array(z.string())
      .describe('Addresses that receive a notification about each lead, without personal data'),
    reply_to: optional('`Reply-To` address of mails of the site'),
    retention_days: z.int().describe('Days after which leads are removed'),
    version: z.int().describe('Version number, increased by each change. Send it as `If-Match: "<version>"`'),
  })
  .meta({ id: 'LeadSettings' });

const LeadSettingsPut = z
  .strictObject({
    captcha: LeadSettings.shape.captcha.default('none'),
    captcha_key: text(200).nullable().default(null).describe('Public key of the captcha'),
    captcha_secret: text(200).nullable().optional().describe('Secret key of the captcha; unchanged when absent'),
    min_fill_ms: z
      .int()
      .min(0)
      .max(60_000)
      .default(2_000)
      .describe('Minimum fill time; a form that is sent sooner counts as spam'),
    notify_emails: z.array(Email).max(10).default([]).describe('Addresses that receive a notification about each lead'),
    reply_to: Email.nullable().default(null).describe('`Reply-To` address of mails of the site'),
    retention_days: z.int().min(30).max(3650).default(365).describe('Days after which leads are removed'),
  })
  .meta({ id: 'LeadSettingsPut', example: { min_fill_ms: 3_000 } });

const LeadIdParams = SiteIdParams.extend({ lead_id: idOf('lead_id', 'Id of the lead') });

/** What the audit log stores of a read of leads. */
const LeadsRead = z.object({ leads: z.int(), format: z.string(), filters: z.array(z.string()) });

const erasureReason = { reason: AdminErasureReason.default('person_request') };

const ErasedSubjects = z
  .object({
    subjects: z.int().describe('Number of persons whose data was removed'),
    leads: z.int().describe('Leads that were removed'),
  })
  .meta({ id: 'ErasedSubjects' });

const leadFilters = {
  state: LeadState.optional().describe('Only with this state; all except `spam` when absent'),
  form: LeadFormKind.optional().describe('Only with this kind of form'),
  form_code: FormCode.optional().describe('Only of this form'),
  from: timeFrom('Arrived'),
  to: timeUntil('Arrived'),
  ...filterZone,
  format: z.enum(['json', 'csv']).default('json').describe('`csv` returns a file'),
};

const leadsExport =
  'The read is recorded in the audit log. With `format` csv, all rows that match the filter are streamed. A cell that starts with `=`, `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe.';

/** What both lists of leads have. */
const leadReads = {
  ...adminWrites,
  streams: true,
  statementSeconds: 10,
  auditedRead: true,
  params: SiteIdParams,
  response: Lead,
  audit: LeadsRead,
  errors: ['site_not_found'],
} as const;

export const leadEndpoints = feature('Leads', 'Forms that are submitted on sites.', {
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
    description: 'An absent field is set to its default. Only an absent `captcha_secret` stays unchanged.',
    versioned: true,
    params: SiteIdParams,
    body: LeadSettingsPut,
    response: LeadSettings,
    audit: LeadSettings.omit({ notify_emails: true, has_captcha_secret: true, reply_to: true }).extend({
      notified: z.int().describe('Number of addresses that receive notifications'),
    }),
    errors: ['site_not_found'],
  }),
  listLeads: endpoint({
    ...leadReads,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/leads',
    summary: 'List or export leads, newest first',
    description: leadsExport,
    paginated: true,
    query: z.object({ ...pageQuery, ...leadFilters }),
  }),
  searchLeads: endpoint({
    ...leadReads,
    ...searches,
    path: '/v1/cms/sites/{site_id}/leads/search',
    summary: 'List or export the leads of a person, newest first',
    description: leadsExport,
    body: z
      .strictObject({
        ...pageBody,
        email: Email.optional().describe('Only of the person with this e-mail'),
        phone: Phone.optional().describe(`Only with this phone number, ${phoneText}`),
        ...leadFilters,
      })
      .meta({ id: 'LeadSearch', example: { email: 'ada@example.com' } }),
  }),
  getLead: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/leads/{lead_id}',
    summary: 'Read a lead',
    description: 'The read is recorded in the audit log.',
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
      'A lead that leaves `spam` is released: its consents are first recorded in the ledger. If they are no longer valid, the call is refused with the error codes of a submission.',
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
    summary: 'Remove a lead; the last lead of a person erases the person',
    description:
      'The person is also erased in the consent ledger if this lead has records there. Spam has no records: its removal keeps the records of other forms. Together with the last lead that has records, spam of the same e-mail is removed, unless there is a subscription. It cannot be undone.',
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
      'By e-mail: the leads and the subscription of this e-mail are removed. By phone number: the leads with this number are removed; if no other lead of the person is left, the subscription is removed too. Leads that share only the e-mail with the removed leads stay. A lead with only a phone number is found only by that number. For each person without a lead, the encryption keys of the personal data are destroyed in the platform and in the consent ledger; the hash chain of the ledger still verifies. An unknown person is a success too. If the consent ledger does not have the end of the subscription yet, the end is recorded first. While the ledger is unavailable, the answer is 503; a repeat continues. It cannot be undone.',
    params: SiteIdParams,
    body: z
      .union([
        z.strictObject({ email: Email.describe('E-mail of the person'), ...erasureReason }),
        z.strictObject({ phone: Phone.describe(`Phone number of the person, ${phoneText}`), ...erasureReason }),
      ])
      .meta({ id: 'LeadErasure', example: { email: 'ada@example.com' } }),
    response: ErasedSubjects,
    errors: ['site_not_found'],
  }),
});

export const leadEvents = {
  leadReceived: event(
    'lead.received',
    'A form of a site was submitted, and its consents are in the ledger.',
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
    z.object({
      subject_id: Uuid,
      // These defaults: absent in events of the release before, of which no record is made.
      site_id: Uuid.nullable().default(null),
      categories: z.array(ErasureCategory).default([]),
      ...erasureFacts,
    }),
  ),
  leadSubjectExpired: event(
    'lead_subject.expired',
    'The retention of the last data of a kind that a site had of a person ended, and the data was destroyed. The records of the person in the consent ledger stay.',
    z.object({
      subject_id: Uuid.describe('Pseudonym of the person'),
      site_id: Uuid,
      categories: z.array(ErasureCategory).describe('What was destroyed'),
    }),
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
