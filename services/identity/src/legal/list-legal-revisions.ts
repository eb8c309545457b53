import type { LegalRevision } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { fail, type PageQuery, readPageRows, toPage } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { admins, legal_revisions } from '../schema.ts';
import { findDocument, type LegalSlot } from './find-document.ts';
import { requireOwner } from './legal-owner.ts';

/**
 * The published revisions of a slot, newest first. A deleted administrator is named by id.
 * @throws AppError `application_not_found`, `site_not_found`, `legal_document_not_found`
 */
export async function listLegalRevisions(
  app: App,
  slot: LegalSlot,
  page: PageQuery,
): Promise<Page<z.input<typeof LegalRevision>>> {
  await requireOwner(app, slot);
  const document = (await findDocument(app.db, slot)) ?? fail('legal_document_not_found');
  const rows = await readPageRows(
    app.db
      .select({
        id: legal_revisions.id,
        version: legal_revisions.version,
        status: legal_revisions.status,
        title: legal_revisions.title,
        content_hash: legal_revisions.content_hash,
        published_at: legal_revisions.published_at,
        editorial: legal_revisions.editorial,
        effective_at: legal_revisions.effective_at,
        change_note: legal_revisions.change_note,
        checkbox_text: legal_revisions.checkbox_text,
        admin_id: legal_revisions.published_by,
        admin_email: admins.email,
      })
      .from(legal_revisions)
      .leftJoin(admins, eq(admins.id, legal_revisions.published_by)),
    legal_revisions,
    { document_id: document.id },
    page,
  );
  return toPage(rows, page.limit, ({ id: _, published_at, effective_at, admin_id, admin_email, ...revision }) => ({
    ...revision,
    published_at: published_at.toISOString(),
    effective_at: effective_at?.toISOString() ?? null,
    published_by: admin_email ?? admin_id,
  }));
}
