import type { LegalDocument, LegalDocumentWithBody } from '@platform/contracts';
import { fail } from '@platform/runtime';
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { legal_bodies, legal_documents } from '../schema.ts';
import { isInSlot, isOwnedBy, type LegalSlot } from './find-document.ts';
import { isPublished, toLegalDocument } from './legal-document.ts';
import type { LegalOwner } from './legal-owner.ts';

/** The published documents of an application or a site, by kind. */
export async function listLegalDocuments(app: App, owner: LegalOwner): Promise<z.input<typeof LegalDocument>[]> {
  const rows = await app.db
    .select()
    .from(legal_documents)
    .where(isOwnedBy(owner))
    .orderBy(asc(legal_documents.doc_kind));
  return rows.filter(isPublished).map((row) => toLegalDocument(row, app.config.PUBLIC_API_URL));
}

/** A published document with its text. Throws `legal_document_not_found`, also for a draft. */
export async function getLegalDocument(app: App, slot: LegalSlot): Promise<z.input<typeof LegalDocumentWithBody>> {
  const [row] = await app.db
    .select({ document: legal_documents, body: legal_bodies.body })
    .from(legal_documents)
    .innerJoin(legal_bodies, eq(legal_bodies.content_hash, legal_documents.published_hash))
    .where(isInSlot(slot));
  if (!row || !isPublished(row.document)) return fail('legal_document_not_found');
  return { ...toLegalDocument(row.document, app.config.PUBLIC_API_URL), body: row.body };
}
