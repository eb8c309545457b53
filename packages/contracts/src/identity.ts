import { z } from 'zod';
import { adminActionRecorded } from './audit.ts';
import { auditLogEndpoints } from './audit-log.ts';
import { UserPaymentRow } from './billing.ts';
import { UserGrantRow } from './catalog.ts';
import {
  ChainVerification,
  ConsentEntries,
  ConsentEntry,
  ConsentReceipt,
  ConsentRecord,
  ConsentSource,
  DocKind,
  LegalDocument,
  LegalDocumentWithBody,
  OwnConsentRecord,
  ReconsentState,
  SignedChainHead,
} from './consents.ts';
import { Device, deviceEndpoints, deviceEvents, deviceQueries } from './devices.ts';
import {
  AppCodeParams,
  ApplicationIdParams,
  Email,
  HttpUrl,
  JsonWebKeySet,
  longText,
  pageQuery,
  SiteCodeParams,
  Timestamp,
  TimeZone,
  text,
  Uuid,
} from './fields.ts';
import { endpoint, event, query, service } from './kit.ts';

const nullableText = (description: string) => z.string().nullable().describe(description);

export const User = z
  .object({
    id: Uuid.describe('Id of the user in this application'),
    email: nullableText('E-mail the identity provider vouches for'),
    display_name: nullableText('Name to show'),
    avatar_url: nullableText('Picture to show'),
    platform: nullableText('Client platform at registration'),
    country_code: nullableText(
      'ISO 3166-1 alpha-2, from the client address (IP Geolocation by DB-IP, https://db-ip.com)',
    ),
    city: nullableText('City, from the client address'),
    timezone: nullableText('IANA time zone'),
    utm_source: nullableText('First-touch attribution'),
    utm_medium: nullableText('First-touch attribution'),
    utm_campaign: nullableText('First-touch attribution; equals a social brand code'),
    acquisition_source: nullableText('Attribution that payments inherit'),
    created_at: Timestamp.describe('When the user registered'),
  })
  .meta({ id: 'User', description: 'A user of one application' });

const utm = z.string().trim().max(200).optional();

export const RegisterBody = z
  .object({
    platform: z.string().trim().max(32).optional().describe('For example web, android, ios'),
    explicit_consent: z
      .boolean()
      .default(false)
      .describe('True only from a screen with checkboxes: only then are consents stored'),
    consents: ConsentEntries.default([]).describe('One entry for each checkbox'),
    utm_source: utm.describe('Stored at the first registration, never overwritten'),
    utm_medium: utm.describe('Stored at the first registration, never overwritten'),
    utm_campaign: utm.describe('Stored at the first registration, never overwritten'),
    acquisition_source: utm.describe('Alternative to the UTM fields'),
    timezone: TimeZone.optional().describe('From the device'),
    avatar_url: HttpUrl.optional().describe('Instead of the picture in the token'),
  })
  .meta({ id: 'RegisterBody' });

const Role = z.enum(['staff', 'admin', 'owner']);
export const Admin = z
  .object({
    id: Uuid.describe('Id of the administrator'),
    email: z.string().describe('Login name'),
    role: Role.describe('owner > admin > staff'),
    created_at: Timestamp.describe('When the account was made'),
  })
  .meta({ id: 'Admin', description: 'An administrator of the platform' });

const Password = z
  .string()
  .min(12)
  .max(200)
  .describe('At least 12 characters, not easy to guess and not made of the e-mail (zxcvbn score 3 or more)');

export const OwnerType = z.enum(['application', 'cms_site']);
const LegalOwnerParams = z.object({
  owner_type: OwnerType.describe('Who the document belongs to'),
  owner_id: Uuid.describe('Id of the application or site'),
});
const ApplicationSiteParams = AppCodeParams.extend(SiteCodeParams.shape);
const LegalKindParams = LegalOwnerParams.extend({ kind: DocKind });

export const LegalDraft = z
  .object({
    id: Uuid.describe('Id of the document'),
    doc_kind: DocKind,
    title: z.string().describe('Title of the draft'),
    body: longText(500_000).describe('Markdown of the draft'),
    published_version: nullableText('Latest published version'),
    has_unpublished_changes: z.boolean().describe('The draft differs from what is published'),
    updated_at: Timestamp.describe('Last change of the draft'),
  })
  .meta({ id: 'LegalDraft', description: 'A legal document as its authors see it' });

export const LegalRevision = z
  .object({
    version: z.string().describe('Version, as clients send it back'),
    title: z.string().describe('Title'),
    content_hash: z.string().describe('SHA-256 of the body, hexadecimal'),
    published_at: Timestamp.describe('When'),
    published_by: nullableText('Administrator who published it'),
  })
  .meta({ id: 'LegalRevision', description: 'One immutable published revision' });

/** The answer to a refused consent form; `error` is the code of the answer, the rest its named fields. */
export const ConsentProblem = z.object({
  error: z.enum([
    'consents_required',
    'consent_version_mismatch',
    'consent_document_unknown',
    'license_offer_required',
  ]),
  missing: z.array(z.object({ doc_kind: z.string(), document_id: Uuid, version: z.string() })).optional(),
  document_id: z.string().optional(),
  published_version: z.string().optional(),
});
export type ConsentProblem = z.output<typeof ConsentProblem>;

const ConsentCheck = z.object({
  application_id: Uuid,
  /** Which documents must be among the accepted ones. */
  purpose: z.enum(['registration', 'payment', 'voluntary']),
  consents: ConsentEntries,
});

export const identity = service({
  name: 'identity',
  endpoints: {
    registerUser: endpoint({
      method: 'POST',
      path: '/v1/applications/{app_code}/users/register',
      summary: 'Register the token holder, or refresh the profile',
      description:
        'An upsert, to be called after every login. A first registration needs `explicit_consent: true` and an accepted entry for every published agreement and personal-data consent.',
      auth: 'user',
      unregistered: true,
      rate: 'user',
      params: AppCodeParams,
      body: RegisterBody,
      response: z
        .object({
          user: User,
          created: z.boolean().describe('True when this call registered the user'),
          ...ReconsentState.shape,
        })
        .meta({ id: 'Registration' }),
      errors: ['consents_required', 'consent_version_mismatch', 'consent_document_unknown'],
    }),
    getMyProfile: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/users/me',
      summary: 'Read the own profile',
      auth: 'user',
      rate: 'user',
      params: AppCodeParams,
      response: User,
    }),
    updateMyProfile: endpoint({
      method: 'PATCH',
      path: '/v1/applications/{app_code}/users/me',
      summary: 'Change the own profile',
      auth: 'user',
      rate: 'user',
      params: AppCodeParams,
      body: z
        .object({
          display_name: text(120).nullable().optional().describe('Name to show; null clears it'),
          avatar_url: HttpUrl.nullable().optional().describe('Picture to show; null clears it'),
          timezone: TimeZone.nullable().optional().describe('IANA time zone; null clears it'),
        })
        .meta({ id: 'ProfilePatch' }),
      response: User,
    }),
    eraseMe: endpoint({
      method: 'DELETE',
      path: '/v1/applications/{app_code}/users/me',
      summary: 'Erase the own personal data',
      description:
        'Personal fields are removed everywhere, and the token belongs to no user until it registers anew. Payments and the proof of consents remain under a pseudonym (152-FZ, article 21).',
      auth: 'user',
      rate: 'user',
      status: 204,
      params: AppCodeParams,
      errors: ['user_not_found'],
    }),
    getMyConsents: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/users/me/consents',
      summary: 'Ask whether documents have to be accepted again',
      auth: 'user',
      rate: 'user',
      params: AppCodeParams,
      response: ReconsentState.meta({ id: 'ReconsentState' }),
    }),
    acceptConsents: endpoint({
      method: 'POST',
      path: '/v1/applications/{app_code}/users/me/consents',
      summary: 'Accept or withdraw consents',
      description: '`accepted: false` records a withdrawal; the latest entry of a document is the one in effect.',
      auth: 'user',
      rate: 'user',
      params: AppCodeParams,
      body: z
        .object({
          consents: ConsentEntries.min(1).describe('One entry for each checkbox'),
          source_screen: z
            .string()
            .regex(/^[a-z0-9_.-]{1,64}$/, 'lower-case latin letters, digits, dots, dashes and underscores')
            .optional()
            .describe(
              'Name of the screen, never anything about the person; the re-consent dialog sends `reconsent_modal`',
            ),
        })
        .meta({ id: 'AcceptConsentsBody' }),
      response: ReconsentState,
      errors: ['consent_version_mismatch', 'consent_document_unknown'],
    }),
    listMyConsentRecords: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/users/me/consents/records',
      summary: 'List everything the user has accepted, refused or withdrawn, newest first',
      auth: 'user',
      rate: 'user',
      paginated: true,
      params: AppCodeParams,
      query: z.object(pageQuery),
      response: OwnConsentRecord,
    }),
    getMyConsentReceipt: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/users/me/consents/records/{consent_id}/receipt',
      summary: 'Get a signed receipt of one own consent',
      auth: 'user',
      rate: 'user',
      params: AppCodeParams.extend({ consent_id: Uuid.describe('Id of the record') }),
      response: ConsentReceipt,
      errors: ['consent_not_found'],
    }),
    getConsentKeys: endpoint({
      method: 'GET',
      path: '/.well-known/consents-jwks.json',
      summary: 'Public keys that verify consent receipts and signed chain heads',
      auth: 'none',
      rate: 'public_ip',
      cache: 'public, max-age=300',
      produces: 'json_document',
      response: JsonWebKeySet,
    }),
    ...deviceEndpoints,

    listLegalDocuments: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/legal',
      summary: 'List the published legal documents of the application',
      auth: 'key',
      rate: 'public_key',
      cache: 'no-cache',
      params: AppCodeParams,
      response: z.array(LegalDocument),
    }),
    getLegalDocument: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/legal/{doc_kind}',
      summary: 'Read one published legal document with its text',
      auth: 'key',
      rate: 'public_key',
      cache: 'no-cache',
      params: AppCodeParams.extend({ doc_kind: DocKind }),
      response: LegalDocumentWithBody,
      errors: ['legal_document_not_found'],
    }),
    listSiteLegalDocuments: endpoint({
      method: 'GET',
      path: '/v1/sites/{site_code}/legal',
      summary: 'List the published legal documents of a site',
      auth: 'site_key',
      rate: 'public_sites',
      cache: 'no-cache',
      params: SiteCodeParams,
      response: z.array(LegalDocument),
    }),
    getSiteLegalDocument: endpoint({
      method: 'GET',
      path: '/v1/sites/{site_code}/legal/{doc_kind}',
      summary: 'Read one published legal document of a site with its text',
      auth: 'site_key',
      rate: 'public_sites',
      cache: 'no-cache',
      params: SiteCodeParams.extend({ doc_kind: DocKind }),
      response: LegalDocumentWithBody,
      errors: ['legal_document_not_found'],
    }),
    listApplicationSiteLegalDocuments: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/sites/{site_code}/legal',
      summary: 'List the published legal documents of a site of the application',
      auth: 'key',
      rate: 'public_sites',
      cache: 'no-cache',
      params: ApplicationSiteParams,
      response: z.array(LegalDocument),
    }),
    getApplicationSiteLegalDocument: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/sites/{site_code}/legal/{doc_kind}',
      summary: 'Read one published legal document of a site of the application with its text',
      auth: 'key',
      rate: 'public_sites',
      cache: 'no-cache',
      params: ApplicationSiteParams.extend({ doc_kind: DocKind }),
      response: LegalDocumentWithBody,
      errors: ['legal_document_not_found'],
    }),
    readLegalDocumentPage: endpoint({
      method: 'GET',
      path: '/v1/legal-documents/{id}',
      summary: 'A legal document as a page for people',
      auth: 'none',
      rate: 'public_ip',
      produces: 'html',
      streams: true,
      cache: 'no-cache',
      params: z.object({ id: Uuid.describe('Id of the document') }),
      query: z.object({
        version: z.string().max(32).optional().describe('An earlier version; the latest when absent'),
      }),
      errors: ['legal_document_not_found'],
    }),

    openAdminSession: endpoint({
      method: 'POST',
      path: '/v1/admin/sessions',
      summary: 'Open an admin session',
      auth: 'none',
      rate: 'admin_login',
      status: 201,
      maxBodyBytes: 16_384,
      body: z
        .strictObject({
          email: Email.describe('Login name'),
          password: z.string().min(1).max(200).describe('Password of the account'),
        })
        .meta({ id: 'AdminLogin' }),
      response: z
        .object({
          access_token: z.string().describe('Send as `Authorization: Bearer`'),
          expires_at: Timestamp.describe('End of the session'),
          admin: Admin,
        })
        .meta({ id: 'AdminSession' }),
      errors: ['invalid_credentials'],
      audit: z.object({
        outcome: z.enum(['opened', 'failed']).describe('Whether the password was right'),
        admin_session_id: Uuid.optional().describe('The session, when it was opened'),
        failures: z.int().optional().describe('Failed logins to this account from this network since `first_at`'),
        first_at: Timestamp.optional().describe('First failure that is counted here'),
        last_at: Timestamp.optional().describe('Last failure that is counted here'),
      }),
    }),
    closeAdminSession: endpoint({
      method: 'DELETE',
      path: '/v1/admin/sessions/current',
      summary: 'Close the own admin session',
      auth: 'admin',
      rate: 'admin',
      status: 204,
      audit: z.object({ admin_session_id: Uuid }),
    }),
    getCurrentAdmin: endpoint({
      method: 'GET',
      path: '/v1/admin/me',
      summary: 'Read the own admin account',
      auth: 'admin',
      rate: 'admin',
      response: Admin,
    }),
    changeOwnPassword: endpoint({
      method: 'POST',
      path: '/v1/admin/me/password',
      summary: 'Change the own password',
      description:
        'Ends the other sessions of the account. Wrong current passwords count as failed logins: ten in fifteen minutes.',
      auth: 'admin',
      rate: 'admin',
      status: 204,
      body: z
        .strictObject({
          current_password: z.string().min(1).max(200).describe('Password of the account'),
          new_password: Password,
        })
        .meta({ id: 'AdminPasswordChange' }),
      errors: ['invalid_credentials'],
      audit: Admin,
    }),
    listAdmins: endpoint({
      method: 'GET',
      path: '/v1/admin/admins',
      summary: 'List administrators',
      auth: 'admin',
      role: 'owner',
      rate: 'admin',
      paginated: true,
      query: z.object(pageQuery),
      response: Admin,
    }),
    createAdmin: endpoint({
      method: 'POST',
      path: '/v1/admin/admins',
      summary: 'Add an administrator',
      auth: 'admin',
      role: 'owner',
      rate: 'admin',
      status: 201,
      idempotent: true,
      body: z
        .strictObject({
          email: Email.describe('Login name'),
          password: Password,
          role: Role.describe('owner > admin > staff'),
        })
        .meta({ id: 'AdminCreate' }),
      response: Admin,
      errors: ['conflict'],
    }),
    updateAdmin: endpoint({
      method: 'PATCH',
      path: '/v1/admin/admins/{admin_id}',
      summary: 'Change the role or password of an administrator',
      description: 'A new password or a lower role ends the sessions of the account. The last owner keeps the role.',
      auth: 'admin',
      role: 'owner',
      rate: 'admin',
      params: z.object({ admin_id: Uuid.describe('Id of the administrator') }),
      body: z
        .strictObject({ password: Password.optional(), role: Role.optional().describe('owner > admin > staff') })
        .meta({ id: 'AdminPatch' }),
      response: Admin,
      errors: ['admin_not_found', 'conflict'],
    }),
    deleteAdmin: endpoint({
      method: 'DELETE',
      path: '/v1/admin/admins/{admin_id}',
      summary: 'Remove an administrator and end the sessions',
      auth: 'admin',
      role: 'owner',
      rate: 'admin',
      status: 204,
      audit: Admin,
      params: z.object({ admin_id: Uuid.describe('Id of the administrator') }),
      errors: ['admin_not_found', 'conflict'],
    }),

    ...auditLogEndpoints,

    listUsers: endpoint({
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/users',
      summary: 'List or search the users of an application',
      auth: 'admin',
      rate: 'admin',
      paginated: true,
      params: ApplicationIdParams,
      query: z.object({ ...pageQuery, email: z.string().max(254).optional().describe('Start of the e-mail address') }),
      response: User,
      errors: ['application_not_found'],
    }),
    getUser: endpoint({
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/users/{user_id}',
      summary: 'Read a user with devices, grants and payments',
      auth: 'admin',
      rate: 'admin',
      params: ApplicationIdParams.extend({ user_id: Uuid.describe('Id of the user') }),
      response: z
        .object({
          user: User,
          devices: z.array(Device).describe('Devices of the user, newest first, at most 200'),
          grants: z.array(UserGrantRow).describe('What the user was granted, newest first'),
          payments: z.array(UserPaymentRow).describe('Payments of the user, newest first'),
        })
        .meta({ id: 'UserOverview' }),
      errors: ['application_not_found', 'user_not_found'],
    }),

    listConsents: endpoint({
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/consents',
      summary: 'Read or export the consent journal',
      description:
        'JSON pages, newest first. With `format` csv or jsonl everything that the filter names is streamed, oldest first, with the text of each document version where it is named first. In CSV a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return has an apostrophe before it, so that no spreadsheet takes it for a formula; texts are exact in JSON Lines. An answer that is cut off is incomplete.',
      auth: 'admin',
      rate: 'admin',
      paginated: true,
      streams: true,
      params: ApplicationIdParams,
      query: z.object({
        ...pageQuery,
        user_id: Uuid.optional().describe('Records of one person'),
        document_id: Uuid.optional().describe('Records about one document'),
        doc_kind: DocKind.optional(),
        source: ConsentSource.optional().describe('Where it was answered'),
        accepted: z.stringbool().optional().describe('Only acceptances, or only refusals and withdrawals'),
        from: Timestamp.optional().describe('Recorded at this moment or later'),
        to: Timestamp.optional().describe('Recorded before this moment'),
        format: z.enum(['json', 'csv', 'jsonl']).default('json').describe('csv and jsonl export'),
      }),
      response: ConsentRecord,
      errors: ['application_not_found'],
    }),
    verifyConsents: endpoint({
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/consents/verify',
      summary: 'Verify the consent ledger of an application',
      description:
        'Walks the whole hash chain and compares it with the daily signed heads. Names the first bad record.',
      auth: 'admin',
      rate: 'admin',
      timeoutSeconds: 300,
      statementSeconds: 10,
      params: ApplicationIdParams,
      response: ChainVerification,
      errors: ['application_not_found'],
    }),
    listChainHeads: endpoint({
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/consents/heads',
      summary: 'List the daily signed heads of the consent ledger, newest first',
      auth: 'admin',
      rate: 'admin',
      paginated: true,
      params: ApplicationIdParams,
      query: z.object(pageQuery),
      response: SignedChainHead,
      errors: ['application_not_found'],
    }),
    getConsentReceipt: endpoint({
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/consents/{consent_id}/receipt',
      summary: 'Get a signed receipt of one consent',
      auth: 'admin',
      rate: 'admin',
      params: ApplicationIdParams.extend({ consent_id: Uuid.describe('Id of the record') }),
      response: ConsentReceipt,
      errors: ['application_not_found', 'consent_not_found'],
    }),

    listLegalDrafts: endpoint({
      method: 'GET',
      path: '/v1/legal/owners/{owner_type}/{owner_id}',
      summary: 'List the legal documents of an owner, drafts included',
      auth: 'admin',
      rate: 'admin',
      params: LegalOwnerParams,
      response: z.array(LegalDraft),
      errors: ['application_not_found', 'site_not_found'],
    }),
    getLegalDraft: endpoint({
      method: 'GET',
      path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}',
      summary: 'Read a legal document for editing',
      auth: 'admin',
      rate: 'admin',
      params: LegalKindParams,
      response: LegalDraft,
      errors: ['application_not_found', 'legal_document_not_found', 'site_not_found'],
    }),
    saveLegalDraft: endpoint({
      method: 'PUT',
      path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}',
      summary: 'Write the draft of a legal document',
      auth: 'admin',
      rate: 'admin',
      params: LegalKindParams,
      body: z
        .strictObject({ title: text(300).describe('Title'), body: text(500_000).describe('Markdown') })
        .meta({ id: 'LegalDraftBody' }),
      response: LegalDraft,
      errors: ['application_not_found', 'site_not_found'],
    }),
    publishLegalDocument: endpoint({
      method: 'POST',
      path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}/publish',
      summary: 'Publish the draft as the next version',
      description: 'Publishing an unchanged draft answers the version that is already published.',
      auth: 'admin',
      role: 'admin',
      rate: 'admin',
      params: LegalKindParams,
      response: LegalDocument,
      errors: ['application_not_found', 'legal_document_not_found', 'site_not_found'],
    }),
    listLegalRevisions: endpoint({
      method: 'GET',
      path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}/revisions',
      summary: 'List the published revisions, newest first',
      auth: 'admin',
      rate: 'admin',
      paginated: true,
      params: LegalKindParams,
      query: z.object(pageQuery),
      response: LegalRevision,
      errors: ['application_not_found', 'legal_document_not_found', 'site_not_found'],
    }),
  },

  events: {
    userRegistered: event(
      'user.registered',
      'A token holder became a user.',
      z.object({
        user_id: Uuid,
        platform: z.string().nullable(),
        acquisition_source: z.string().nullable(),
        utm_campaign: z.string().nullable(),
        country_code: z.string().nullable(),
      }),
    ),
    ...deviceEvents,
    userErased: event(
      'user.erased',
      'A user asked for erasure: every service removes its personal data of the user.',
      z.object({ user_id: Uuid }),
    ),
    consentChainHead: event(
      'consent.chain_head',
      'The signed head of a consent ledger, for copies outside of the database.',
      z.object({
        owner_type: OwnerType,
        owner_id: Uuid,
        day: z.iso.date(),
        seq: z.int(),
        head_hash: z.string(),
        token: z.string(),
      }),
    ),
    consentAccepted: event(
      'consent.accepted',
      'One entry was appended to the consent ledger.',
      z.object({
        consent_id: Uuid,
        user_id: Uuid.nullable(),
        doc_kind: z.string(),
        document_id: Uuid,
        version: z.string(),
        accepted: z.boolean(),
        source: ConsentSource,
      }),
    ),
    legalDocumentPublished: event(
      'legal_document.published',
      'A legal document has a new version.',
      z.object({
        owner_type: OwnerType,
        owner_id: Uuid,
        document_id: Uuid,
        doc_kind: z.string(),
        version: z.string(),
        content_hash: z.string(),
      }),
    ),
    adminSessionsRevoked: event(
      'admin_session.revoked',
      'Sessions of an administrator ended before their time.',
      z.object({ admin_id: Uuid }),
    ),
    adminActionRecorded,
  },

  queries: {
    resolveUser: query(
      'query.identity.users.resolve',
      'The user of an application behind a verified token; null before registration.',
      z.object({ application_id: Uuid, issuer: z.string(), subject: z.string() }),
      z.object({ user_id: Uuid.nullable() }),
    ),
    getUserAttribution: query(
      'query.identity.users.attribution',
      'What a payment inherits from its user.',
      z.object({ application_id: Uuid, user_id: Uuid }),
      z.object({ acquisition_source: z.string().nullable(), email: z.string().nullable() }),
    ),
    userExists: query(
      'query.identity.users.exists',
      'Whether an application has this user.',
      z.object({ application_id: Uuid, user_id: Uuid }),
      z.object({ exists: z.boolean() }),
    ),
    ...deviceQueries,
    resolveAdminSession: query(
      'query.identity.admin_sessions.resolve',
      'The administrator behind a session; null when there is none or it ended.',
      z.object({ token_hash: z.string() }),
      z.object({
        admin: z.object({ id: Uuid, email: z.string(), role: Role, session_id: Uuid }).nullable(),
        expires_at: Timestamp.nullable(),
      }),
    ),
    checkConsents: query(
      'query.identity.consents.check',
      'Whether a consent form is complete and names published versions. Changes nothing.',
      ConsentCheck,
      z.object({ problem: ConsentProblem.nullable() }),
    ),
    recordConsents: query(
      'query.identity.consents.record',
      'Checks a consent form and appends it to the ledger. The same `reference` appends once.',
      ConsentCheck.extend({
        user_id: Uuid,
        source: ConsentSource,
        reference: z.string().max(100),
        client_ip: z.string(),
        user_agent: z.string(),
        platform: z.string().nullable(),
        consents: z.array(ConsentEntry).max(20),
      }),
      z.object({ problem: ConsentProblem.nullable() }),
    ),
  },
});
