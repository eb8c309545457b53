import { identity, type LegalDraft } from '@platform/contracts';
import { afterCommit, fail, findRow, newId } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { holdForPublication } from '../consents/published-documents.ts';
import { legal_documents, legal_revisions } from '../schema.ts';
import { isInSlot, type LegalSlot } from './find-document.ts';
import { latestVersion } from './latest-version.ts';
import { isPublished, nextVersion, toDraft } from './legal-document.ts';
import { applicationOf, requireOwner } from './legal-owner.ts';

/**
 * Ends the published version of a slot by a withdrawn revision: it is no longer listed, asked for or
 * accepted, and everything that was stays. A document that is not published stays as it is.
 * @throws AppError `application_not_found`, `site_not_found`, `legal_document_not_found`
 */
export async function withdrawLegalDocument(
  app: App,
  slot: LegalSlot,
  adminId: string,
): Promise<z.input<typeof LegalDraft>> {
  await requireOwner(app, slot);
  return app.db.transaction(async (tx) => {
    await holdForPublication(tx, slot);
    const row = await findRow(tx, legal_documents, isInSlot(slot), 'update');
    const document = row ?? fail('legal_document_not_found');
    const application_id = applicationOf(slot);
    const before = toDraft(document);
    if (!isPublished(document)) {
      await app.audit.record(tx, { before, after: before, application_id });
      return before;
    }
    const now = app.clock.now();
    const version = nextVersion(await latestVersion(tx, document.id));
    await tx.insert(legal_revisions).values({
      id: newId(),
      document_id: document.id,
      version,
      status: 'withdrawn',
      title: document.published_title,
      content_hash: document.published_hash,
      checkbox_text: document.published_checkbox_text,
      published_at: now,
      published_by: adminId,
    });
    const change = {
      published_version: null,
      published_title: null,
      published_hash: null,
      published_at: null,
      published_editorial: false,
      published_effective_at: null,
      published_change_note: null,
      published_checkbox_text: null,
      reconsent_version: null,
    };
    await tx.update(legal_documents).set(change).where(eq(legal_documents.id, document.id));
    const { owner_type, owner_id, id: document_id, doc_kind } = document;
    const about = { application_id, occurred_at: now };
    const data = { owner_type, owner_id, document_id, doc_kind, version };
    await app.emit(tx, identity.events.legalDocumentWithdrawn, data, about);
    afterCommit(tx, () => app.legalReads.invalidate(document.owner_id));
    const after = toDraft({ ...document, ...change });
    await app.audit.record(tx, { before, after, application_id });
    return after;
  });
}
