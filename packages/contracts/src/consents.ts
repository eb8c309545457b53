import { z } from 'zod';
import { longText, Timestamp, text, Uuid } from './fields.ts';

/** Document slots (specification, "Legal document and consent"). `terms_<product>` is a pattern, the rest are fixed. */
export const DocKind = z
  .string()
  .regex(
    /^(privacy_policy|personal_data_consent|marketing_consent|mobile_apps_terms|license_offer|payment_data_consent|terms_[a-z0-9_]{1,40})$/,
    'privacy_policy, personal_data_consent, marketing_consent, mobile_apps_terms, license_offer, payment_data_consent or terms_<product>',
  )
  .meta({ id: 'DocKind', description: 'Slot of a legal document' });

/**
 * Kinds that a registration requires: the agreements and the personal-data consent (specification,
 * "Errors").
 */
export const isRegistrationRequired = (kind: string): boolean =>
  kind === 'personal_data_consent' || kind === 'mobile_apps_terms' || kind.startsWith('terms_');

export const ConsentEntry = z
  .object({
    document_id: z.string().max(64).describe('`id` from the legal document read'),
    version: z.string().max(32).describe('`version` from the same read, as a string'),
    checkbox_text: text(2000).describe(
      'The label the person saw beside the checkbox; the same for everybody, kept for ever',
    ),
    accepted: z.boolean().describe('Whether the box was ticked'),
  })
  .meta({ id: 'ConsentEntry', description: 'One checkbox of a consent form' });
export type ConsentEntry = z.output<typeof ConsentEntry>;

export const ConsentEntries = z.array(ConsentEntry).max(20);

export const PendingReconsent = z
  .object({
    document_id: Uuid.describe('The document to accept'),
    published_version: z.string().describe('The version to accept, as a string'),
    doc_kind: DocKind,
    title: z.string().describe('Title of the published version'),
    public_url: z.string().describe('Where a person can read it'),
  })
  .meta({ id: 'PendingReconsent', description: 'A published version that the user has not accepted yet' });

export const ReconsentState = z.object({
  needs_reconsent: z.boolean().describe('Show the re-consent dialog when true'),
  pending_reconsent: z.array(PendingReconsent).describe('What the dialog has to ask for'),
});

export const ConsentSource = z.enum(['registration', 'paywall', 'site_form', 'newsletter', 'other']);

/** One row of the consent journal (specification, "Consent journal record"). */
export const ConsentRecord = z
  .object({
    id: Uuid.describe('Id of the record'),
    seq: z.int().describe('Its number in the ledger of the application, from 1'),
    user_id: Uuid.nullable().describe('The user; stays after an erasure as a pseudonym'),
    email: z.string().nullable().describe('E-mail at that moment; null when unknown or erased'),
    document_id: Uuid.describe('The document'),
    doc_kind: DocKind,
    version: z.string().describe('Its version, published at that moment'),
    content_hash: z.string().describe('SHA-256 of the text of that version, hexadecimal'),
    checkbox_text: z.string().describe('The label the person saw beside the checkbox'),
    accepted: z.boolean().describe('False for a refusal or withdrawal'),
    source: ConsentSource.describe('Where it was answered'),
    platform: z.string().nullable().describe('Client platform'),
    metadata: z.record(z.string(), z.string()).describe('`flow: reconsent` for the re-consent dialog'),
    ip: z.string().nullable().describe('Client address; null when erased'),
    user_agent: z.string().nullable().describe('Client software; null when unknown or erased'),
    recorded_at: Timestamp.describe('When'),
    prev_hash: z.string().describe('Hash of the record before, hexadecimal'),
    entry_hash: z.string().describe('SHA-256 of `prev_hash` and the canonical JSON of the record as it is stored'),
  })
  .meta({ id: 'ConsentRecord', description: 'One answer to one checkbox, as it stands in the ledger' });

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
  .meta({ id: 'OwnConsentRecord', description: 'One own answer to one checkbox' });

export const ConsentReceipt = z
  .object({
    receipt: z.string().describe('Compact JWS (EdDSA); keys at /.well-known/consents-jwks.json'),
    record: OwnConsentRecord,
    entry_hash: z.string().describe('Hash of the record in the ledger, signed in the receipt'),
  })
  .meta({ id: 'ConsentReceipt', description: 'Signed proof of one record, for the user to keep' });

export const ChainVerification = z
  .object({
    intact: z.boolean().describe('Nothing was altered, removed, added or reordered'),
    entries: z.int().describe('Records that were verified'),
    head: z
      .object({ seq: z.int().describe('Number of the last record'), hash: z.string().describe('Its hash') })
      .describe('Where the intact part ends'),
    signed_heads: z.int().describe('Daily signed heads that were compared'),
    unverifiable_heads: z
      .int()
      .describe(
        'Signed heads of keys that are no longer configured: compare them with copies that were kept elsewhere',
      ),
    problem: z
      .object({
        seq: z.int().describe('Number of the first bad record'),
        consent_id: Uuid.nullable().describe('Id of the record that stands there, null when it is missing'),
        reason: z
          .enum(['gap', 'broken_link', 'altered', 'truncated', 'signed_head_mismatch', 'body_altered'])
          .describe('What is wrong with it'),
      })
      .nullable()
      .describe('The first bad record; null when intact'),
  })
  .meta({ id: 'ChainVerification', description: 'Outcome of checking the whole ledger of an owner' });

export const SignedChainHead = z
  .object({
    day: z.iso.date().describe('UTC day at whose end, or during which, it was signed'),
    seq: z.int().describe('Number of the last record then'),
    head_hash: z.string().describe('Its hash'),
    token: z.string().describe('Compact JWS (EdDSA) of owner, day, number and hash'),
    signed_at: Timestamp.describe('When it was signed'),
  })
  .meta({ id: 'SignedChainHead', description: 'A signed statement of how a ledger stood; keep copies elsewhere' });

export const LegalDocument = z
  .object({
    id: Uuid.describe('Id of the document; stays the same over its versions'),
    doc_kind: DocKind,
    version: z.string().describe('Published version, to be sent back as a string'),
    title: z.string().describe('Title'),
    content_hash: z.string().describe('SHA-256 of the published body, hexadecimal'),
    public_url: z.string().describe('Page of the document'),
    published_at: Timestamp.describe('When this version was published'),
  })
  .meta({ id: 'LegalDocument', description: 'A published legal document' });

export const LegalDocumentWithBody = LegalDocument.extend({ body: longText(500_000).describe('Markdown') }).meta({
  id: 'LegalDocumentWithBody',
});
