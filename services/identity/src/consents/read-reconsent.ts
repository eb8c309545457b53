import { and, asc, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { consent_states, legal_documents, legal_revisions } from '../schema.ts';
import { pendingReconsent, type Reconsent } from './reconsent.ts';

/** Whether a user of an application has to accept documents again, and which. */
export async function readReconsent(
  { db, config }: Pick<App, 'db' | 'config'>,
  user: { application_id: string; user_id: string },
): Promise<Reconsent> {
  const rows = await db
    .select({
      document_id: legal_documents.id,
      doc_kind: legal_documents.doc_kind,
      title: legal_documents.published_title,
      published_version: legal_documents.published_version,
      reconsent_version: legal_documents.reconsent_version,
      change_note: legal_revisions.change_note,
      effective_at: legal_revisions.effective_at,
      checkbox_text: legal_documents.published_checkbox_text,
      answered_version: consent_states.version,
      accepted: consent_states.accepted,
    })
    .from(legal_documents)
    .leftJoin(
      consent_states,
      and(eq(consent_states.document_id, legal_documents.id), eq(consent_states.user_id, user.user_id)),
    )
    // The notes of the version that asks: an editorial one after it says nothing about the change.
    .leftJoin(
      legal_revisions,
      and(
        eq(legal_revisions.document_id, legal_documents.id),
        eq(
          legal_revisions.version,
          sql`coalesce(${legal_documents.reconsent_version}, ${legal_documents.published_version})`,
        ),
      ),
    )
    .where(and(eq(legal_documents.owner_type, 'application'), eq(legal_documents.owner_id, user.application_id)))
    .orderBy(asc(legal_documents.doc_kind));
  const published = rows.flatMap(({ title, published_version, reconsent_version, ...row }) =>
    title === null || published_version === null
      ? []
      : [{ ...row, title, published_version, reconsent_version: reconsent_version ?? published_version }],
  );
  return pendingReconsent(published, config.PUBLIC_API_URL);
}
