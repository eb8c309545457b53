import { identity, type LegalDocument } from '@platform/contracts';
import { afterCommit, fail, findRow, newId } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { holdForPublication } from '../consents/published-documents.ts';
import { legal_bodies, legal_documents, legal_revisions } from '../schema.ts';
import { isInSlot, type LegalSlot } from './find-document.ts';
import { latestVersion } from './latest-version.ts';
import {
  contentHash,
  hasUnpublishedChanges,
  isPublished,
  nextVersion,
  type PublishedRow,
  toLegalDocument,
} from './legal-document.ts';
import { applicationOf, requireKind, requireOwner } from './legal-owner.ts';

/**
 * Publishes the draft of a slot as its next version. An unchanged draft answers the version that is already
 * published.
 * @throws AppError `application_not_found`, `site_not_found`, `legal_document_not_found`, `validation_failed`
 * for a kind that does not apply to a site
 */
export async function publishLegalDocument(
  app: App,
  slot: LegalSlot,
  adminId: string,
): Promise<z.input<typeof LegalDocument>> {
  await requireOwner(app, slot);
  requireKind(slot);
  return app.db.transaction(async (tx) => {
    // Consent forms hold a lock on the documents while they are checked and recorded, so no acceptance names
    // a replaced version.
    await holdForPublication(tx, slot);
    const row = await findRow(tx, legal_documents, isInSlot(slot), 'update');
    const document = row ?? fail('legal_document_not_found');
    const shape = (row: PublishedRow) => toLegalDocument(row, app.config.PUBLIC_API_URL);
    const before = isPublished(document) ? shape(document) : null;
    const application_id = applicationOf(slot);
    if (before && !hasUnpublishedChanges(document)) {
      await app.audit.record(tx, { before, after: before, application_id });
      return before;
    }

    const now = app.clock.now();
    const revision = {
      version: nextVersion(await latestVersion(tx, document.id)),
      title: document.draft_title,
      content_hash: contentHash(document.draft_body),
      published_at: now,
    };
    await tx
      .insert(legal_bodies)
      .values({ content_hash: revision.content_hash, body: document.draft_body })
      .onConflictDoNothing();
    await tx
      .insert(legal_revisions)
      .values({ id: newId(), document_id: document.id, published_by: adminId, ...revision });
    const change = {
      published_version: revision.version,
      published_title: revision.title,
      published_hash: revision.content_hash,
      published_at: now,
    };
    await tx.update(legal_documents).set(change).where(eq(legal_documents.id, document.id));
    await app.emit(
      tx,
      identity.events.legalDocumentPublished,
      {
        owner_type: document.owner_type,
        owner_id: document.owner_id,
        document_id: document.id,
        doc_kind: document.doc_kind,
        version: revision.version,
        content_hash: revision.content_hash,
      },
      { application_id, occurred_at: now },
    );
    afterCommit(tx, () => app.legalReads.invalidate(document.owner_id));
    const after = shape({ ...document, ...change });
    await app.audit.record(tx, { before, after, application_id });
    return after;
  });
}
