import type { Tx } from '@platform/runtime';
import { desc, eq } from 'drizzle-orm';
import { legal_revisions } from '../schema.ts';

/** The version of the latest revision of a document, also of a withdrawn one; null without any. */
export async function latestVersion(tx: Tx, documentId: string): Promise<string | null> {
  const [row] = await tx
    .select({ version: legal_revisions.version })
    .from(legal_revisions)
    .where(eq(legal_revisions.document_id, documentId))
    .orderBy(desc(legal_revisions.id))
    .limit(1);
  return row?.version ?? null;
}
