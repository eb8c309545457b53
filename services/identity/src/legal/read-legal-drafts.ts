import type { LegalDraft } from '@platform/contracts';
import { fail } from '@platform/runtime';
import { asc } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { legal_documents } from '../schema.ts';
import { findDocument, isOwnedBy, type LegalSlot } from './find-document.ts';
import { toDraft } from './legal-document.ts';
import { type LegalOwner, requireOwner } from './legal-owner.ts';

/** Every document of an owner for its authors. */
export async function listLegalDrafts(app: App, owner: LegalOwner): Promise<z.input<typeof LegalDraft>[]> {
  await requireOwner(app, owner);
  const rows = await app.db
    .select()
    .from(legal_documents)
    .where(isOwnedBy(owner))
    .orderBy(asc(legal_documents.doc_kind));
  return rows.map(toDraft);
}

/** One document for editing. */
export async function getLegalDraft(app: App, slot: LegalSlot): Promise<z.input<typeof LegalDraft>> {
  await requireOwner(app, slot);
  return toDraft((await findDocument(app.db, slot)) ?? fail('legal_document_not_found'));
}
