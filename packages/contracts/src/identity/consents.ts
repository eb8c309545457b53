import { z } from 'zod';
import { adminWrites, readIsRecorded, readsPersons } from '../admin-endpoints.ts';
import {
  AppCodeParams,
  ApplicationIdParams,
  CalendarDay,
  filterZone,
  idOf,
  JsonWebKeySet,
  lines,
  pageQuery,
  Timestamp,
  timeFrom,
  timeUntil,
  Uuid,
} from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { DocKind, NamedKind, OwnerType } from './legal-documents.ts';

export const ConsentEntry = z
  .object({
    document_id: z.string().max(64).describe('`id` from the legal document read').meta({ resource: 'document_id' }),
    version: z.string().max(32).describe('`version` from the same read, as a string'),
    checkbox_text: lines(2000).describe(
      'The label that the user saw beside the checkbox. The `checkbox_text` of the document, or its title, is stored permanently; any other label is sealed with the key of the person',
    ),
    accepted: z.boolean().describe('Whether the checkbox was checked'),
  })
  .meta({ id: 'ConsentEntry', description: 'One checkbox of a consent form' });

export type ConsentEntry = z.output<typeof ConsentEntry>;

export const ConsentEntries = z.array(ConsentEntry).max(20).meta({ resource: 'consents' });

export const PendingReconsent = z
  .object({
    document_id: Uuid.describe('The document to accept'),
    published_version: z.string().describe('The version to accept, as a string'),
    doc_kind: DocKind,
    title: z.string().describe('Title of the published version'),
    public_url: z.string().describe('Page of the document'),
    change_note: z.string().nullable().describe('What changed in the version that asks for the consent'),
    effective_at: Timestamp.nullable().describe('When that version enters into force'),
    checkbox_text: z.string().nullable().describe('Label of the checkbox; null where the client words it'),
  })
  .meta({ id: 'PendingReconsent', description: 'A published version that the user has not accepted yet' });

export const ReconsentState = z
  .object({
    needs_reconsent: z.boolean().describe('Show the re-consent dialog when true'),
    pending_reconsent: z.array(PendingReconsent).describe('Documents that the dialog must ask for'),
  })
  .meta({ id: 'ReconsentState' });

export const ConsentSource = z.enum(['registration', 'paywall', 'site_form', 'newsletter', 'other']);

/** One row of the consent journal. */
export const ConsentRecord = z
  .object({
    id: Uuid.describe('Id of the record'),
    seq: z.int().describe('Its number in the ledger of the application or site, from 1'),
    user_id: Uuid.nullable().describe(
      'The user; stays after an erasure as a pseudonym; null for a person without an account',
    ),
    email: z.string().nullable().describe('E-mail at that time; null when unknown or erased'),
    document_id: Uuid.describe('The document'),
    doc_kind: DocKind,
    version: z.string().describe('Version of the document, published at that time'),
    content_hash: z.string().describe('SHA-256 of the text of that version, hexadecimal'),
    checkbox_text: z
      .string()
      .nullable()
      .describe(
        'The label that the user saw beside the checkbox; null when erased. A label that the document was published with, `checkbox_text` or the title, stays',
      ),
    accepted: z.boolean().describe('False for a refusal or withdrawal'),
    source: ConsentSource.describe('Source of the answer'),
    platform: z
      .string()
      .nullable()
      .describe(
        'Client platform: `web`, `android`, `ios`, `ipados`, `macos`, `windows`, `linux` and others; `other` for a name that the platform does not know',
      ),
    metadata: z
      .record(z.string(), z.string())
      .describe('`flow: reconsent` for the re-consent dialog, `flow: double_opt_in` for a confirmed subscription'),
    ip: z.string().nullable().describe('Client address; null when erased'),
    user_agent: z.string().nullable().describe('Client software; null when unknown or erased'),
    recorded_at: Timestamp.describe('Time of the record'),
    prev_hash: z.string().describe('Hash of the previous record, hexadecimal'),
    entry_hash: z.string().describe('SHA-256 of `prev_hash` and the canonical JSON of the record as it is stored'),
    owner_type: OwnerType.describe('Owner of the ledger: an application or a site'),
    owner_id: Uuid.describe('Id of that application or site'),
    subject_id: Uuid.describe('The user, or the pseudonym of a person without an account'),
  })
  .meta({ id: 'ConsentRecord', description: 'One answer to one checkbox, as recorded in the ledger' });

/** The own record, as the person may see it. */
export const OwnConsentRecord = ConsentRecord.pick({
  id: true,
  document_id: true,
  doc_kind: true,
  version: true,
  content_hash: true,
  checkbox_text: true,
  accepted: true,
  source: true,
  recorded_at: true,
})
  .extend({ public_url: z.string().describe('Page of exactly that version') })
  .meta({ id: 'OwnConsentRecord', description: 'One answer of the user to one checkbox' });

export const ConsentReceipt = z
  .object({
    receipt: z.string().describe('Compact JWS (EdDSA); keys at /.well-known/consents-jwks.json'),
    record: OwnConsentRecord,
    entry_hash: z.string().describe('Hash of the record in the ledger, signed in the receipt'),
  })
  .meta({ id: 'ConsentReceipt', description: 'Signed proof of one record, for the user to keep' });

/** `recent` begins at a signed head that an earlier verification has reached; `whole` at the first record. */
export const VerificationScope = z.enum(['recent', 'whole']);

export const ChainVerification = z
  .object({
    intact: z
      .boolean()
      .nullable()
      .describe('Nothing was altered, removed, added or reordered; null before the first verification has finished'),
    entries: z.int().describe('Records up to the end of the intact part'),
    head: z
      .object({
        seq: z.int().describe('Number of the last record'),
        hash: z.string().describe('Hash of the last record'),
      })
      .nullable()
      .describe('End of the intact part'),
    signed_heads: z.int().describe('Daily signed heads that were compared'),
    unverifiable_heads: z
      .int()
      .describe('Number of signed heads whose keys are no longer configured: compare them with external copies'),
    problem: z
      .object({
        seq: z.int().describe('Number of the first bad record'),
        consent_id: Uuid.nullable().describe('Id of the record with this number; null when it is missing'),
        reason: z
          .enum(['gap', 'broken_link', 'altered', 'truncated', 'signed_head_mismatch', 'body_altered'])
          .describe('Kind of the defect'),
      })
      .nullable()
      .describe('The first bad record; null when intact'),
    scope: VerificationScope.nullable().describe('Which records were read'),
    from_seq: z
      .int()
      .nullable()
      .describe(
        'Number of the record after which records were read. It is the record of a signed head that an earlier verification reached; 0 when every record was read',
      ),
    started_at: Timestamp.nullable().describe(
      'Start of the verification; records that were altered after this time may be missed',
    ),
    verified_at: Timestamp.nullable().describe('When the verification finished'),
    whole_verified_at: Timestamp.nullable().describe('When the last verification of `whole` finished'),
    running: z
      .object({
        scope: VerificationScope.describe('Which records it reads'),
        verified: z.int().describe('Records that were read so far'),
        total: z.int().nullable().describe('Records to read; null before it has begun'),
        requested_at: Timestamp.describe('When it was requested'),
        started_at: Timestamp.nullable().describe('When it began; null while it waits for others'),
      })
      .nullable()
      .describe('The verification that waits or runs'),
  })
  .meta({
    id: 'ChainVerification',
    description: 'Result of the last verification of a ledger, and progress of the running one',
  });

/** The body of a request for a verification. */
export const VerificationRequest = z
  .strictObject({
    scope: VerificationScope.default('recent').describe(
      '`whole` reads every record. `recent` reads the records after the last signed head that an earlier verification reached, and compares all signed heads. It does not find a record before this head that was altered since. Without such a head, it reads every record and becomes `whole`',
    ),
  })
  .meta({ id: 'VerificationRequest' });

/** Texts of the endpoints that verify a ledger, of applications and of sites. */
export const verificationDescriptions = {
  read: 'Returns at once the result of the last finished verification and the progress of the running one. Each ledger is verified once a day; POST requests a verification now. The result contains the first bad record.',
  request:
    'Verifies the hash chain, the daily signed heads and the texts in the background. If a verification of the ledger already waits or runs, the call returns it; a request for `whole` replaces one for `recent`. A running verification is followed by another one, so that records are read in their state at the request or later. GET returns progress and result. A verification continues after a restart of the service.',
};

export const SignedChainHead = z
  .object({
    day: CalendarDay.describe('UTC day of the signature: it was signed during this day or at its end'),
    seq: z.int().describe('Number of the last record at that time'),
    head_hash: z.string().describe('Hash of the last record'),
    token: z.string().describe('Compact JWS (EdDSA) of owner, day, number and hash'),
    signed_at: Timestamp.describe('When it was signed'),
  })
  .meta({ id: 'SignedChainHead', description: 'A signed statement about the state of a ledger; keep external copies' });

/** Filters of a consent journal. */
export const consentFilters = {
  document_id: Uuid.optional().describe('Records about one document').meta({ resource: 'document_id' }),
  doc_kind: NamedKind.optional(),
  source: ConsentSource.optional().describe('Source of the answer'),
  accepted: z.stringbool().optional().describe('Only acceptances, or only refusals and withdrawals'),
  from: timeFrom('Recorded'),
  to: timeUntil('Recorded'),
  ...filterZone,
  format: z.enum(['json', 'csv', 'jsonl']).default('json').describe('`csv` and `jsonl` return a file'),
};

export const consentExportDescription = `${readIsRecorded} JSON pages, newest first. With \`format\` csv or jsonl, all records that match the filter are streamed, oldest first. The first record of each document version has the text of this version. In CSV, a cell that starts with \`=\`, \`+\`, \`-\`, \`@\`, a tab or a carriage return is prefixed with an apostrophe, so that no spreadsheet executes it as a formula; texts are exact in JSON Lines. A truncated answer is incomplete.`;

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

export const consentEndpoints = feature(
  'Consents',
  'Consents of users: the journal, signed receipts and the hash chain.',
  {
    getMyConsents: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/users/me/consents',
      summary: 'Check whether documents must be accepted again',
      auth: 'user',
      rate: 'user',
      params: AppCodeParams,
      response: ReconsentState,
    }),
    acceptConsents: endpoint({
      method: 'POST',
      path: '/v1/applications/{app_code}/users/me/consents',
      summary: 'Accept or withdraw consents',
      repeatable:
        'The same answer from the same screen within a minute is a repeat and creates no record; a later one creates another record.',
      description:
        '`accepted: false` records a withdrawal. The latest entry of a document is in effect. Every call creates one record for each entry, even for a version that was accepted before.',
      auth: 'user',
      rate: 'user',
      params: AppCodeParams,
      body: z
        .object({
          consents: ConsentEntries.min(1).describe('One entry for each checkbox'),
          source_screen: z
            .string()
            .regex(
              /^[a-z0-9_.-]{1,64}$/,
              'has to be at most 64 lower-case latin letters, digits, dots, dashes and underscores',
            )
            .optional()
            .describe('Name of the screen, without personal data; the re-consent dialog sends `reconsent_modal`'),
        })
        .meta({ id: 'AcceptConsentsBody' }),
      response: ReconsentState,
      errors: ['consent_version_mismatch', 'consent_document_unknown'],
    }),
    listMyConsentRecords: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/users/me/consents/records',
      summary: 'List the consents, refusals and withdrawals of the user, newest first',
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
      summary: 'Get a signed receipt of a consent of the user',
      auth: 'user',
      rate: 'user',
      params: AppCodeParams.extend({ consent_id: idOf('consent_id', 'Id of the record') }),
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
    listConsents: endpoint({
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/consents',
      summary: 'Read or export the consent journal',
      description: consentExportDescription,
      ...readsPersons,
      auth: 'admin',
      rate: 'admin',
      paginated: true,
      streams: true,
      statementSeconds: 10,
      params: ApplicationIdParams,
      query: z.object({
        ...pageQuery,
        user_id: Uuid.optional().describe('Records of one person').meta({ resource: 'user_id' }),
        ...consentFilters,
      }),
      response: ConsentRecord,
      errors: ['application_not_found'],
    }),
    verifyConsents: endpoint({
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/consents/verify',
      summary: 'Read the last verification of the consent ledger of an application',
      description: verificationDescriptions.read,
      auth: 'admin',
      rate: 'admin',
      params: ApplicationIdParams,
      response: ChainVerification,
      errors: ['application_not_found'],
    }),
    requestConsentsVerification: endpoint({
      ...adminWrites,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/consents/verify',
      summary: 'Verify the consent ledger of an application',
      description: verificationDescriptions.request,
      status: 202,
      changesNothing: true,
      params: ApplicationIdParams,
      body: VerificationRequest,
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
      params: ApplicationIdParams.extend({
        consent_id: idOf('consent_id', 'Id of the record'),
      }),
      response: ConsentReceipt,
      errors: ['application_not_found', 'consent_not_found'],
    }),
  },
);
