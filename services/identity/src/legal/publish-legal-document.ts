import { identity } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { afterCommit, assertVersion, fail, findRow, newId } from '@platform/runtime';
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
  meaningChangeOf,
  nextVersion,
  type PublishedRow,
  toLegalDocument,
} from './legal-document.ts';
import { applicationOf, requireKind, requireOwner } from './legal-owner.ts';
import { findLegalWarnings } from './legal-warnings.ts';

type Published = (typeof identity.endpoints.publishLegalDocument)['response'];

/** The author of a publication, the version of the draft, and what the publication says about the version. */
type Publication = { admin_id: string; ifMatch: number | null } & EndpointRequest<
  typeof identity.endpoints.publishLegalDocument
>['body'];

/**
 * Publishes the draft of a slot as its next version. An unchanged draft answers the version that is already
 * published. An editorial version changes no meaning: acceptances of the version before stay in effect.
 * @param ifMatch the version of the draft that the administrator has read; null for any
 * @throws AppError `application_not_found`, `site_not_found`, `legal_document_not_found`, `precondition_failed`,
 * `change_not_editorial`, `validation_failed` for a kind that does not apply to a site
 */
export async function publishLegalDocument(
  app: App,
  slot: LegalSlot,
  { admin_id, ifMatch, editorial, effective_at, change_note }: Publication,
): Promise<z.input<Published>> {
  await requireOwner(app, slot);
  requireKind(slot);
  const { body, published } = await app.db.transaction(async (tx) => {
    // Consent forms hold a lock on the documents while they are checked and recorded, so no acceptance names
    // a replaced version.
    await holdForPublication(tx, slot);
    const row = await findRow(tx, legal_documents, isInSlot(slot), 'update');
    const document =
      row ??
      fail('legal_document_not_found', {
        message: 'This kind has no draft to publish: write the draft first, with PUT …/{kind}/draft.',
      });
    assertVersion(ifMatch, document.lock_version);
    const shape = (row: PublishedRow) => ({
      ...toLegalDocument(row, app.config.PUBLIC_API_URL),
      lock_version: row.lock_version,
    });
    const before = isPublished(document) ? shape(document) : null;
    const application_id = applicationOf(slot);
    if (before && !hasUnpublishedChanges(document)) {
      await app.audit.record(tx, { before, after: before, application_id });
      return { body: document.draft_body, published: before };
    }

    const changed = editorial ? meaningChangeOf(document) : null;
    if (changed) fail('change_not_editorial', { fields: { changed } });

    const now = app.clock.now();
    const notes = {
      editorial,
      effective_at: effective_at === null ? null : new Date(effective_at),
      change_note,
      checkbox_text: document.draft_checkbox_text,
    };
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
      .values({ id: newId(), document_id: document.id, published_by: admin_id, ...revision, ...notes });
    const change = {
      published_version: revision.version,
      published_title: revision.title,
      published_hash: revision.content_hash,
      published_at: now,
      published_editorial: editorial,
      published_effective_at: notes.effective_at,
      published_change_note: change_note,
      published_checkbox_text: notes.checkbox_text,
      reconsent_version: editorial ? (document.reconsent_version ?? document.published_version) : null,
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
        editorial,
      },
      { application_id, occurred_at: now },
    );
    afterCommit(tx, () => app.legalReads.invalidate(document.owner_id));
    const after = shape({ ...document, ...change });
    await app.audit.record(tx, { before, after, application_id });
    return { body: document.draft_body, published: after };
  });
  return { ...published, warnings: await findLegalWarnings(app, slot, body) };
}
