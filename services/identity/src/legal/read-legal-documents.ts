import { identity } from '@platform/contracts';
import type { PreparedBody } from '@platform/contracts/kit';
import { fail, findRow, prepareInTick } from '@platform/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { legal_bodies, legal_documents, legal_revisions } from '../schema.ts';
import { isInSlot, isOwnedBy, type LegalSlot } from './find-document.ts';
import { isPublished, toLegalDocument } from './legal-document.ts';
import type { LegalOwner } from './legal-owner.ts';
import { readOwnerFacts, withAddresses } from './owner-facts.ts';

type Reader = Pick<App, 'db' | 'config' | 'legalReads' | 'renderer' | 'ownersFacts' | 'ask' | 'log'>;

/** The published documents of an application or a site, by kind; from memory while nothing changes. */
export const listLegalDocuments = (app: Reader, owner: LegalOwner): Promise<PreparedBody> =>
  app.legalReads.get(owner.owner_id, `${owner.owner_type} all`, async () => {
    const rows = await app.db
      .select()
      .from(legal_documents)
      .where(isOwnedBy(owner))
      .orderBy(asc(legal_documents.doc_kind));
    const published = rows.filter(isPublished).map((row) => toLegalDocument(row, app.config.PUBLIC_API_URL));
    return prepareInTick(identity.endpoints.listLegalDocuments, published);
  });

/**
 * A published document with its text, in its latest or an earlier version; from memory while nothing changes.
 * @throws AppError `legal_document_not_found`, also for a draft, and for a version that never was
 */
export const getLegalDocument = (
  app: Reader,
  slot: LegalSlot,
  { version, format }: { version?: string | undefined; format?: 'html' | undefined },
): Promise<PreparedBody> => {
  const key = `${slot.owner_type} ${slot.kind} ${version ?? ''} ${format ?? ''}`;
  return app.legalReads.get(slot.owner_id, key, async () => {
    const document = await findRow(app.db, legal_documents, isInSlot(slot));
    if (!document || !isPublished(document)) return fail('legal_document_not_found');
    const requestedVersion = version ?? document.published_version;
    const [row] = await app.db
      .select({ revision: legal_revisions, body: legal_bodies.body })
      .from(legal_revisions)
      .innerJoin(legal_bodies, eq(legal_bodies.content_hash, legal_revisions.content_hash))
      .where(
        and(
          eq(legal_revisions.document_id, document.id),
          eq(legal_revisions.version, requestedVersion),
          eq(legal_revisions.status, 'published'),
        ),
      );
    if (!row) return fail('legal_document_not_found');
    const { revision, body } = row;
    const published = {
      ...document,
      published_version: revision.version,
      published_title: revision.title,
      published_hash: revision.content_hash,
      published_at: revision.published_at,
      published_editorial: revision.editorial,
      published_effective_at: revision.effective_at,
      published_change_note: revision.change_note,
      published_checkbox_text: revision.checkbox_text,
    };
    const platform = app.config.PUBLIC_API_URL;
    const render = async () => {
      const { website_url } = await readOwnerFacts(app, slot);
      return withAddresses(await app.renderer.render(body, slot.owner_id), platform, website_url);
    };
    return prepareInTick(identity.endpoints.getLegalDocument, {
      ...toLegalDocument(published, platform),
      body,
      ...(format === 'html' ? { html: await render() } : {}),
    });
  });
};
