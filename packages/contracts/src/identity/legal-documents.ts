import { z } from 'zod';
import { savedWarnings } from '../cms/content.ts';
import { AppCodeParams, idOf, lines, longText, pageQuery, SiteCodeParams, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, event, feature, query } from '../kit.ts';

/**
 * Document slots. `terms_<product>` is a pattern, the rest are
 * fixed.
 */
export const DocKind = z
  .string()
  .regex(
    /^(privacy_policy|personal_data_consent|marketing_consent|mobile_apps_terms|license_offer|payment_data_consent|terms_[a-z0-9_]{1,40})$/,
    'has to be `privacy_policy`, `personal_data_consent`, `marketing_consent`, `mobile_apps_terms`, `license_offer`, `payment_data_consent` or `terms_<product>`',
  )
  .meta({ id: 'DocKind', description: 'Slot of a legal document', example: 'privacy_policy' });

/**
 * Kinds that a registration requires: the agreements and the personal-data consent. The table of kinds is in
 * the README of identity.
 */
export const isRegistrationRequired = (kind: string): boolean =>
  kind === 'personal_data_consent' || kind.startsWith('terms_');

export const OwnerType = z.enum(['application', 'cms_site']);

/** Whether a kind applies to such an owner: agreements and payment data are of applications alone. */
export const isKindOf = (ownerType: z.output<typeof OwnerType>, kind: string): boolean =>
  ownerType === 'application' || !(kind === 'payment_data_consent' || kind.startsWith('terms_'));

const checkboxText = 'Label of the checkbox that asks for it; null where the client words the label';

/** What a publication says about a version beside its text. */
const versionNotes = {
  editorial: z
    .boolean()
    .describe('An editorial version changes no meaning: an acceptance of the version before it stays in effect'),
  effective_at: Timestamp.nullable().describe('When the version enters into force; null if it was not stated'),
  change_note: z.string().nullable().describe('What changed, for the persons who accept it'),
  checkbox_text: z.string().nullable().describe(checkboxText),
};

export const LegalDocument = z
  .object({
    id: Uuid.describe('Id of the document; stays the same over its versions'),
    doc_kind: DocKind,
    version: z.string().describe('Published version, to be returned as a string'),
    title: z.string().describe('Title'),
    content_hash: z.string().describe('SHA-256 of the published body, hexadecimal'),
    public_url: z.string().describe('Page of the document'),
    published_at: Timestamp.describe('When this version was published'),
    ...versionNotes,
  })
  .meta({ id: 'LegalDocument', description: 'A published legal document' });

export const LegalDocumentWithBody = LegalDocument.extend({
  body: longText(500_000).describe('Markdown'),
  html: z
    .string()
    .optional()
    .describe('The text as sanitized HTML, safe to insert into a page; only with `format=html`'),
}).meta({ id: 'LegalDocumentWithBody' });

const textQuery = z.object({
  version: z.string().max(32).optional().describe('Version to read; the latest one when absent'),
  format: z.literal('html').optional().describe('`html` includes the text as HTML'),
});

const nullableText = (description: string) => z.string().nullable().describe(description);

export const LegalDraft = z
  .object({
    id: Uuid.describe('Id of the document'),
    doc_kind: DocKind,
    title: z.string().describe('Title of the draft'),
    body: longText(500_000).describe('Markdown of the draft'),
    checkbox_text: z.string().nullable().describe(checkboxText),
    published_version: nullableText('Latest published version'),
    has_unpublished_changes: z.boolean().describe('Whether the draft differs from the published version'),
    lock_version: z
      .int()
      .describe('Version number of the draft, increased by each change. Send it as `If-Match: "<lock_version>"`'),
    updated_at: Timestamp.describe('Time of the last change of the draft'),
  })
  .meta({ id: 'LegalDraft', description: 'A legal document as its authors see it' });

export const LegalRevision = z
  .object({
    version: z.string().describe('Version, as clients send it back'),
    status: z
      .enum(['published', 'withdrawn'])
      .describe('A `withdrawn` revision ends the previous one and cannot be accepted'),
    title: z.string().describe('Title'),
    content_hash: z
      .string()
      .describe('SHA-256 of the body, hexadecimal; for a `withdrawn` revision, of the text that it ends'),
    published_at: Timestamp.describe('Time of the publication'),
    published_by: nullableText('Administrator who published it'),
    ...versionNotes,
  })
  .meta({ id: 'LegalRevision', description: 'One immutable published revision' });

const publishedDraft = { lock_version: z.int().describe('Version number of the draft that was published') };

/** What a registration has to ask for; the agreements are one. */
export const RequiredDocument = z.enum(['terms', 'personal_data_consent']);

export type RequiredDocument = z.output<typeof RequiredDocument>;

const MissingLegalDocuments = z
  .object({
    application_id: Uuid.describe('Application'),
    missing: z
      .array(RequiredDocument)
      .describe('Required documents that are not published; `terms`: no agreement is published'),
  })
  .meta({ id: 'MissingLegalDocuments', description: 'An application whose users register without a consent' });

/** The slot of a document in a request. */
export const NamedKind = DocKind.meta({ resource: 'document_kind' });
/** The slot of a document of a site in a request. */
export const NamedSiteKind = DocKind.meta({ resource: 'site_document_kind' });

const LegalOwnerParams = z.object({
  owner_type: OwnerType.describe('Kind of the owner of the document').meta({ resource: 'document_owner_type' }),
  owner_id: idOf('document_owner_id', 'Id of the application or site'),
});

const ApplicationSiteParams = AppCodeParams.extend(SiteCodeParams.shape);

const LegalKindParams = LegalOwnerParams.extend({ kind: NamedKind });

export const legalDocumentEndpoints = feature(
  'Legal documents',
  'Legal documents of applications and sites: published versions, drafts and pages.',
  {
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
      params: AppCodeParams.extend({ doc_kind: NamedKind }),
      query: textQuery,
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
      params: SiteCodeParams.extend({ doc_kind: NamedSiteKind }),
      query: textQuery,
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
      params: ApplicationSiteParams.extend({ doc_kind: NamedSiteKind }),
      query: textQuery,
      response: LegalDocumentWithBody,
      errors: ['legal_document_not_found'],
    }),
    readLegalDocumentPage: endpoint({
      method: 'GET',
      path: '/v1/legal-documents/{id}',
      summary: 'Read a legal document as an HTML page',
      auth: 'none',
      rate: 'public_ip',
      produces: 'html',
      streams: true,
      cache: 'no-cache',
      params: z.object({ id: idOf('document_id', 'Id of the document') }),
      query: z.object({
        version: z.string().max(32).optional().describe('Version to read; the latest one when absent'),
      }),
      errors: ['legal_document_not_found'],
    }),
    listMissingLegalDocuments: endpoint({
      method: 'GET',
      path: '/v1/admin/legal-documents/missing',
      keyScope: 'own_rows',
      summary: 'List the applications whose users register without a required consent',
      description:
        'Applications that registered a user within 30 days while no agreement or no personal-data consent is published.',
      auth: 'admin',
      rate: 'admin',
      response: z.array(MissingLegalDocuments),
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
      versioned: true,
      params: LegalKindParams,
      response: LegalDraft,
      errors: ['application_not_found', 'legal_document_not_found', 'site_not_found'],
    }),
    saveLegalDraft: endpoint({
      method: 'PUT',
      path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}',
      summary: 'Write the draft of a legal document',
      description:
        '`terms_<product>` and `payment_data_consent` exist only for applications; for a site, they are refused with `validation_failed`.',
      auth: 'admin',
      rate: 'admin',
      versioned: true,
      params: LegalKindParams,
      body: z
        .strictObject({
          title: text(300).describe('Title'),
          body: lines(500_000).describe('Markdown'),
          checkbox_text: lines(2000)
            .nullable()
            .optional()
            .describe(
              'Label of the checkbox that asks for it. The ledger stores this label readable, and every other label sealed with the key of the person. null removes it; absent keeps it',
            ),
        })
        .meta({ id: 'LegalDraftBody' }),
      response: LegalDraft.extend(savedWarnings('the draft')).meta({ id: 'SavedLegalDraft' }),
      audit: LegalDraft,
      errors: ['application_not_found', 'site_not_found', 'conflict'],
    }),
    publishLegalDocument: endpoint({
      method: 'POST',
      path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}/publish',
      summary: 'Publish the draft as the next version',
      description:
        'Publishes the draft that you have read: `If-Match` is its `lock_version`. Users have to accept a new version of an agreement or of `personal_data_consent` again, unless it is `editorial`. Publishing an unchanged draft answers the version that is already published. It cannot be undone: the version stays readable for ever, and users who are asked again are asked at their next start.',
      auth: 'admin',
      role: 'admin',
      rate: 'admin',
      versioned: 'required',
      params: LegalKindParams,
      body: z
        .strictObject({
          editorial: z
            .boolean()
            .default(false)
            .describe(
              'The version changes no meaning: nobody is asked again. Refused for the first version, and if the wording of the checkbox changed: `checkbox_text`, or without one the title',
            ),
          effective_at: Timestamp.nullable().default(null).describe('When the version enters into force'),
          change_note: text(1000).nullable().default(null).describe('What changed, for the persons who accept it'),
        })
        .meta({ id: 'LegalPublication', example: { change_note: 'Part 3 names the new payment provider.' } }),
      response: LegalDocument.extend({
        ...publishedDraft,
        ...savedWarnings('the text'),
      }).meta({ id: 'PublishedLegalDocument' }),
      audit: LegalDocument.extend(publishedDraft),
      errors: ['application_not_found', 'legal_document_not_found', 'site_not_found', 'change_not_editorial'],
    }),
    withdrawLegalDocument: endpoint({
      method: 'POST',
      path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}/withdraw',
      summary: 'Withdraw the published version by a superseding revision',
      description:
        'A withdrawn document is not listed and blocks no registration. Acceptances, revisions and the page of each version stay. A publication creates the next version. A document that is not published stays unchanged. It is undone by a publication.',
      auth: 'admin',
      role: 'admin',
      rate: 'admin',
      params: LegalKindParams,
      response: LegalDraft,
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
);

/** The owner of documents, in a message. */
export const LegalOwnerRef = z.object({ owner_type: OwnerType, owner_id: Uuid });
export type LegalOwnerRef = z.output<typeof LegalOwnerRef>;

/** Code units of one part of a text: a message of the bus holds 1 MiB. */
export const legalTextPart = 150_000;

export const legalDocumentQueries = {
  countApplicationsWithoutDocuments: query(
    'query.identity.legal_documents.count_missing',
    'The number of applications whose users register without a required consent.',
    z.object({}),
    z.object({ application_count: z.int() }),
  ),
  getLegalText: query(
    'query.identity.legal.text',
    'The text of a document, from `offset` on, in parts.',
    z.object({
      owner: LegalOwnerRef,
      kind: z.string().max(64),
      which: z.enum(['draft', 'published']),
      offset: z.int().min(0).default(0),
    }),
    z.object({
      document: z
        .object({
          document_id: Uuid,
          /** Null for a draft of a document that is not published. */
          version: z.string().nullable(),
          title: z.string(),
          body_markdown: z.string(),
          /** SHA-256 of the whole text. */
          content_hash: z.string(),
          /** Where the next part begins; null behind the last one. */
          next_offset: z.int().nullable(),
        })
        .nullable(),
    }),
  ),
  listLegalStates: query(
    'query.identity.legal.states',
    'The documents of an owner: the published version, and whether the draft differs.',
    z.object({ owner: LegalOwnerRef }),
    z.object({
      documents: z.array(
        z.object({
          doc_kind: z.string(),
          published_version: z.string().nullable(),
          draft_changed: z.boolean(),
          /** It was published, and is no longer. */
          withdrawn: z.boolean(),
        }),
      ),
    }),
  ),
  listLegalFiles: query(
    'query.identity.legal.files',
    'Uploaded files of sites that the legal texts of owners name: drafts, published and former versions. Each file once.',
    z.object({ owners: z.array(LegalOwnerRef).min(1).max(2) }),
    z.object({
      files: z
        .array(
          z.object({
            /** Name of the stored file, which is behind `/assets/cms/` in the text. */
            file: z.string(),
            document_id: Uuid,
            title: z.string(),
          }),
        )
        .max(2_000),
    }),
  ),
} as const;

export const legalDocumentEvents = {
  legalDocumentWithdrawn: event(
    'legal_document.withdrawn',
    'A legal document is no longer published.',
    z.object({
      owner_type: OwnerType,
      owner_id: Uuid,
      document_id: Uuid,
      doc_kind: z.string(),
      version: z.string().describe('Revision that ends the published one'),
    }),
  ),
  legalDocumentPublished: event(
    'legal_document.published',
    'A new version of a legal document was published.',
    z.object({
      owner_type: OwnerType,
      owner_id: Uuid,
      document_id: Uuid,
      doc_kind: z.string(),
      version: z.string(),
      content_hash: z.string(),
      // This default: absent in events of the release before.
      editorial: z.boolean().default(false),
    }),
  ),
} as const;
