import { z } from 'zod';
import { HttpUrl, idOf, longText, SnakeCode, Timestamp, text } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { authoringEndpoints } from './authoring-endpoints.ts';
import { itemState, savedWarnings } from './content.ts';
import { optionalLines, referenceTo, SiteIdParams } from './fields.ts';
import { siteRead } from './public-endpoint.ts';
import {
  Alternate,
  authoring,
  authorQuery,
  creation,
  maxBody,
  publicItemQuery,
  publicQuery,
  publicText,
  revising,
  SeoHead,
} from './texts.ts';

export const DocumentSource = z.enum(['file', 'url', 'text']);

/** Kinds that identity stores: they are made and read as legal documents. */
const isLegalKind = (kind: string): boolean =>
  /^(privacy_policy|personal_data_consent|marketing_consent|mobile_apps_terms|license_offer|payment_data_consent|terms_.*)$/.test(
    kind,
  );

const documentFields = {
  title: text(200).describe('Title'),
  doc_kind: SnakeCode.refine((kind) => !isLegalKind(kind), 'is the kind of a legal text: write it at /v1/legal/owners')
    .describe('Kind of the document, for filters; the kinds of legal documents are not allowed')
    .meta({ example: 'price_list' }),
  source_type: DocumentSource.describe('`file`: an uploaded file; `url`: an external address; `text`: Markdown'),
  asset_id: referenceTo('asset_id', 'The uploaded file'),
  external_url: HttpUrl.nullable().describe('External address'),
  body: longText(maxBody).nullable().describe('Markdown'),
  version: text(32).nullable().describe('Version, as readers see it'),
  description: optionalLines(500).describe('Short description'),
  is_indexable: z.boolean().describe('Whether search engines may index its page'),
};

/** The fields of a document as a revision stores them. */
export const DocumentFields = z.object({
  ...documentFields,
  doc_kind: z.string(),
});

const documentDefaults = {
  title: documentFields.title,
  doc_kind: documentFields.doc_kind,
  source_type: documentFields.source_type,
  asset_id: documentFields.asset_id.default(null),
  external_url: documentFields.external_url.default(null),
  body: documentFields.body.default(null),
  version: documentFields.version.default(null).describe('Version, as readers see it; `1` for a text that has none'),
  description: documentFields.description.default(null),
  is_indexable: documentFields.is_indexable.default(false),
};

type Source = { source_type: string; asset_id: unknown; external_url: unknown; body: unknown };
/** The source of a document is there, and no other one. */
const hasOneSource = ({ source_type, asset_id, external_url, body }: Source) =>
  (asset_id !== null) === (source_type === 'file') &&
  (external_url !== null) === (source_type === 'url') &&
  (body !== null) === (source_type === 'text');

export const Document = z
  .object({
    ...itemState,
    slug: authoring.slug,
    locale: authoring.locale,
    ...documentFields,
    doc_kind: z.string().describe('Kind of the document'),
    public_url: z.string().describe('Address that opens the document without a credential; its token can be rotated'),
  })
  .meta({ id: 'Document', description: 'A document of a site as its authors see it' });

const publicDocument = {
  ...publicText,
  doc_kind: z.string().describe('Kind of the document'),
  source_type: DocumentSource.describe('`file`, `url` or `text`'),
  version: z.string().nullable().describe('Version'),
  description: z.string().nullable().describe('Short description'),
  public_url: z.string().describe('Address that opens the document without a credential'),
  file: z
    .object({
      name: z.string().describe('Name'),
      size_bytes: z.int().describe('Size'),
      content_type: z.string().describe('Type, as it is served'),
    })
    .meta({ id: 'DocumentFile' })
    .nullable()
    .describe('The uploaded file of a document with the source `file`'),
};

export const PublicDocumentEntry = z
  .object({
    ...publicDocument,
    body: z.string().nullable().optional().describe('Markdown of a text'),
    html: z.string().nullable().optional().describe('A text as sanitized HTML, safe to insert into a page'),
  })
  .meta({ id: 'PublicDocumentEntry' });
export const PublicDocument = z
  .object({
    ...publicDocument,
    body: z.string().nullable().describe('Markdown of a text'),
    html: z.string().nullable().optional().describe('A text as sanitized HTML, safe to insert into a page'),
    alternates: z.array(Alternate).describe('The same document in all languages, this one included'),
    seo: SeoHead.describe('Metadata for the head of the page'),
  })
  .meta({ id: 'PublicDocument' });

const documents = authoringEndpoints({
  path: '/documents',
  id: 'document_id',
  resource: 'cms_document_id',
  noun: 'a document',
  plural: 'documents',
  item: Document,
  saved: Document.extend(savedWarnings('a document')).meta({ id: 'SavedDocument' }),
  listed: Document.omit({ body: true }).meta({ id: 'DocumentEntry' }),
  create: z
    .strictObject({ ...creation, ...documentDefaults })
    .refine(hasOneSource, {
      message:
        'does not fit its content: `file` needs `asset_id`, `url` needs `external_url`, `text` needs `body`, and none takes another one',
      path: ['source_type'],
    })
    .meta({
      id: 'DocumentCreate',
      example: {
        title: 'Price list',
        doc_kind: 'price_list',
        source_type: 'file',
        asset_id: '0198a3c0-5e1f-7000-8000-000000000001',
      },
    }),
  patch: z.strictObject({ ...revising, ...z.object(documentFields).partial().shape }).meta({
    id: 'DocumentPatch',
    example: { source_type: 'file', asset_id: '0198a3c0-5e1f-7000-8000-000000000001', body: null },
  }),
  query: z.object({ ...authorQuery, doc_kind: z.string().max(63).optional().describe('Only this kind') }),
});

const list = siteRead(
  '/documents',
  {},
  {
    summary: 'List published documents',
    description:
      'Legal texts are not included: the `kind` of a legal document is refused with `validation_failed`, and the error names `/legal/{doc_kind}`.',
    paginated: true,
    query: z.object({
      ...publicQuery,
      kind: SnakeCode.refine((kind) => !isLegalKind(kind), 'is the kind of a legal text: read it at /legal/{doc_kind}')
        .optional()
        .describe('Only this kind'),
    }),
    response: PublicDocumentEntry,
  },
);
const readDocument = siteRead(
  '/documents/{slug}',
  { slug: z.string().describe('Slug of the document').meta({ resource: 'document_slug' }) },
  {
    summary: 'Read a published document',
    query: z.object(publicItemQuery),
    response: PublicDocument,
    errors: ['content_not_found', 'moved'],
  },
);

export const documentEndpoints = feature('Documents', 'Files, links and texts of a site, each with its own page.', {
  listDocuments: documents.list,
  createDocument: documents.create,
  getDocument: documents.get,
  updateDocument: documents.update,
  deleteDocument: documents.remove,
  rotateDocumentToken: endpoint({
    auth: 'admin',
    role: 'admin',
    rate: 'admin',
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/documents/{document_id}/rotate-token',
    summary: 'Rotate the public address of a document; the old one ends at once',
    description:
      'Everyone with the old address gets 404 from now on. It cannot be undone: the old address never works again.',
    versioned: true,
    params: SiteIdParams.extend({ document_id: idOf('cms_document_id', 'Id of the document') }),
    response: z.object({ public_url: z.string().describe('The new address') }).meta({ id: 'DocumentAddress' }),
    audit: z.object({ id: z.string(), rotated_at: Timestamp }),
    errors: ['site_not_found', 'content_not_found'],
  }),
  readDocuments: list.ofSite,
  readApplicationDocuments: list.ofApplication,
  readDocument: readDocument.ofSite,
  readApplicationDocument: readDocument.ofApplication,
  openDocument: endpoint({
    method: 'GET',
    path: '/v1/cms-documents/{access_token}',
    summary: 'Open a document by its token',
    description:
      'PDF files and images are shown. A text is shown as a page. An external address redirects. All other files are downloaded.',
    auth: 'none',
    rate: 'public_ip',
    produces: 'file',
    streams: true,
    params: z.object({
      access_token: z.string().max(64).describe('The token in `public_url`').meta({ resource: 'document_token' }),
    }),
    errors: ['content_not_found'],
  }),
});
