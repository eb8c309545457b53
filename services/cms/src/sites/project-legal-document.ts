import type { identity } from '@platform/contracts';
import type { EventData } from '@platform/contracts/kit';
import { findRow, type ReceivedEvent, type Tx } from '@platform/runtime';
import { lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { site_legal_documents, sites } from '../schema.ts';
import { publicSiteChanged } from './site.ts';

type LegalEvent = typeof identity.events.legalDocumentPublished | typeof identity.events.legalDocumentWithdrawn;

/**
 * Stores which legal documents of a site are published. Events come in any order: the one that happened last
 * counts. Documents of applications are not ours.
 */
export async function projectLegalDocument(
  app: Pick<App, 'publicReads' | 'emit' | 'clock'>,
  tx: Tx,
  event: ReceivedEvent<LegalEvent>,
  is_withdrawn: boolean,
): Promise<void> {
  const { owner_type, owner_id: site_id, document_id, doc_kind, version }: EventData<LegalEvent> = event.data;
  if (owner_type !== 'cms_site') return;
  const row = { document_id, version, occurred_at: event.occurred_at, is_withdrawn };
  const written = await tx
    .insert(site_legal_documents)
    .values({ site_id, doc_kind, ...row })
    .onConflictDoUpdate({
      target: [site_legal_documents.site_id, site_legal_documents.doc_kind],
      set: row,
      setWhere: lt(site_legal_documents.occurred_at, event.occurred_at),
    })
    .returning({ site_id: site_legal_documents.site_id });
  if (written.length === 0) return;
  const site = await findRow(tx, sites, { id: site_id });
  // The event invalidates the cache of every replica after the row is committed.
  if (site) await publicSiteChanged(app, tx, site);
}
