import { and, asc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { consent_states, legal_documents } from '../schema.ts';
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
      answered_version: consent_states.version,
      accepted: consent_states.accepted,
    })
    .from(legal_documents)
    .leftJoin(
      consent_states,
      and(eq(consent_states.document_id, legal_documents.id), eq(consent_states.user_id, user.user_id)),
    )
    .where(and(eq(legal_documents.owner_type, 'application'), eq(legal_documents.owner_id, user.application_id)))
    .orderBy(asc(legal_documents.doc_kind));
  const published = rows.flatMap(({ title, published_version, ...row }) =>
    title === null || published_version === null ? [] : [{ ...row, title, published_version }],
  );
  return pendingReconsent(published, config.PUBLIC_API_URL);
}
