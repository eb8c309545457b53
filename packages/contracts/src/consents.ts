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

/** Kinds without which nobody is registered: the agreements and the personal-data consent (specification, "Errors"). */
export const isRegistrationRequired = (kind: string): boolean =>
  kind === 'personal_data_consent' || kind === 'mobile_apps_terms' || kind.startsWith('terms_');

export const ConsentEntry = z
  .object({
    document_id: z.string().max(64).describe('`id` from the legal document read'),
    version: z.string().max(32).describe('`version` from the same read, as a string'),
    checkbox_text: text(2000).describe('The label the person saw beside the checkbox'),
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
