import type { identity } from '@platform/contracts';
import { asc, eq, exists, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { legal_documents, legal_revisions } from '../schema.ts';
import { isOwnedBy } from './find-document.ts';
import { hasUnpublishedChanges } from './legal-document.ts';
import type { LegalOwner } from './legal-owner.ts';

type State = z.input<(typeof identity.queries.listLegalStates)['output']>['documents'][number];

/**
 * The documents of an owner, by kind: published versions, whether the draft differs, and withdrawn documents.
 */
export async function listLegalStates({ db }: Pick<App, 'db'>, owner: LegalOwner): Promise<State[]> {
  const wasPublished = exists(
    db.select({ one: sql`1` }).from(legal_revisions).where(eq(legal_revisions.document_id, legal_documents.id)),
  );
  const rows = await db
    .select({ document: legal_documents, was_published: sql<boolean>`${wasPublished}` })
    .from(legal_documents)
    .where(isOwnedBy(owner))
    .orderBy(asc(legal_documents.doc_kind));
  return rows.map(({ document, was_published }) => ({
    doc_kind: document.doc_kind,
    published_version: document.published_version,
    draft_changed: hasUnpublishedChanges(document),
    withdrawn: was_published && document.published_version === null,
  }));
}
