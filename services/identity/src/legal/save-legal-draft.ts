import type { identity } from '@platform/contracts';
import { assertVersion, findRow, newId, requireOpen } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { legal_documents } from '../schema.ts';
import { isInSlot, type LegalSlot } from './find-document.ts';
import { type DocumentRow, toDraft } from './legal-document.ts';
import { applicationOf, requireKind, requireOwner } from './legal-owner.ts';
import { findLegalWarnings } from './legal-warnings.ts';

type Saved = (typeof identity.endpoints.saveLegalDraft)['response'];
type Draft = Pick<DocumentRow, 'draft_title' | 'draft_body' | 'draft_checkbox_text'>;

const isSameDraft = (present: Draft, change: Draft): boolean =>
  present.draft_title === change.draft_title &&
  present.draft_body === change.draft_body &&
  present.draft_checkbox_text === change.draft_checkbox_text;

/**
 * Writes the draft of a slot, making the document at the first time.
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `site_not_found`, `precondition_failed`, `conflict` for a new document of an
 * archived application
 */
export async function saveLegalDraft(
  app: App,
  slot: LegalSlot,
  draft: { title: string; body: string; checkbox_text?: string | null | undefined },
  ifMatch: number | null,
): Promise<z.input<Saved>> {
  const owner = await requireOwner(app, slot);
  requireKind(slot);
  const { owner_type, owner_id, kind } = slot;
  const written = await app.db.transaction(async (tx) => {
    const present = await findRow(tx, legal_documents, isInSlot(slot), 'no key update');
    assertVersion(ifMatch, present?.lock_version);
    if (!present && slot.owner_type === 'application') requireOpen(owner);
    const application_id = applicationOf(slot);
    const change = {
      draft_title: draft.title,
      draft_body: draft.body,
      draft_checkbox_text:
        draft.checkbox_text === undefined ? (present?.draft_checkbox_text ?? null) : draft.checkbox_text,
      updated_at: app.clock.now(),
    };
    if (present && isSameDraft(present, change)) {
      const same = toDraft(present);
      await app.audit.record(tx, { before: same, after: same, application_id });
      return same;
    }
    const [row] = await tx
      .insert(legal_documents)
      .values({ id: newId(), owner_type, owner_id, doc_kind: kind, ...change })
      .onConflictDoUpdate({
        target: [legal_documents.owner_type, legal_documents.owner_id, legal_documents.doc_kind],
        set: { ...change, lock_version: sql`${legal_documents.lock_version} + 1` },
      })
      .returning();
    if (!row) throw new Error('the draft was not written');
    const saved = toDraft(row);
    await app.audit.record(tx, { before: present ? toDraft(present) : null, after: saved, application_id });
    return saved;
  });
  return { ...written, warnings: await findLegalWarnings(app, slot, written.body) };
}
