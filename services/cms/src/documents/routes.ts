import type { documentEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { authoring } from '../content/authoring.ts';
import { openDocument } from './open-document.ts';
import { readDocument, readDocuments } from './read-documents.ts';
import { rotateDocumentToken } from './rotate-document-token.ts';

type Endpoints = typeof documentEndpoints;

/** Documents, for authors and for readers. */
export const documentRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => {
  const documents = authoring(app, 'document');
  return {
    listDocuments: (request) => documents.list(request, { doc_kind: request.query.doc_kind }),
    createDocument: (request) => documents.create(request),
    getDocument: ({ params }) => documents.get(params, params.document_id),
    updateDocument: (request) => documents.update(request, request.params, request.params.document_id),
    deleteDocument: (request) => documents.remove(request, request.params, request.params.document_id),
    rotateDocumentToken: ({ params: { site_id, document_id }, context: { admin }, if_match }) =>
      rotateDocumentToken(app, { site_id, item_id: document_id }, { updated_by: admin.email, if_match }),
    readDocuments: ({ context, query }) => readDocuments(app, context.site.id, query),
    readApplicationDocuments: ({ context, query }) => readDocuments(app, context.site.id, query),
    readDocument: ({ context, params, query }) => readDocument(app, context.site.id, params.slug, query),
    readApplicationDocument: ({ context, params, query }) => readDocument(app, context.site.id, params.slug, query),
    openDocument: ({ params }) => openDocument(app, params.access_token),
  };
};
