import type { LegalDocument, LegalDraft } from '@platform/contracts';
import { trimEndCharacters } from '@platform/contracts/trim-characters';
import { sha256 } from '@platform/runtime';
import type { z } from 'zod';
import type { legal_documents } from '../schema.ts';

export type DocumentRow = typeof legal_documents.$inferSelect;

/** A document that has been published at least once. */
export type PublishedRow = DocumentRow & {
  published_version: string;
  published_title: string;
  published_hash: string;
  published_at: Date;
};

/** Whether a document has a published version: without one it exists for its authors alone. */
export const isPublished = (row: DocumentRow): row is PublishedRow =>
  row.published_version !== null &&
  row.published_title !== null &&
  row.published_hash !== null &&
  row.published_at !== null;

/** Where people read a document. */
export const publicUrl = (apiUrl: string, id: string): string =>
  `${trimEndCharacters(apiUrl, '/')}/v1/legal-documents/${id}`;

/** Where people read one version of a document, also when there is a newer one. */
export const versionUrl = (apiUrl: string, id: string, version: string): string =>
  `${publicUrl(apiUrl, id)}?version=${encodeURIComponent(version)}`;

/** SHA-256 of a text, the name under which it is stored. */
export const contentHash = (body: string): string => sha256(body);

/** The version behind `version`: whole numbers from 1, written as strings. */
export const nextVersion = (version: string | null): string => String(Number(version ?? 0) + 1);

/** Whether publishing would change what people read. */
export const hasUnpublishedChanges = (row: DocumentRow): boolean =>
  row.published_title !== row.draft_title ||
  row.published_hash !== contentHash(row.draft_body) ||
  row.published_checkbox_text !== row.draft_checkbox_text;

/**
 * Why the draft is no editorial change of the published version; null if it may be one. The kind is the slot, and never
 * changes. Without a label of its own, the title stands beside the checkbox.
 */
export function meaningChangeOf(row: DocumentRow): 'checkbox_text' | 'title' | 'unpublished' | null {
  if (!isPublished(row)) return 'unpublished';
  if (row.draft_checkbox_text !== row.published_checkbox_text) return 'checkbox_text';
  return row.draft_checkbox_text === null && row.draft_title !== row.published_title ? 'title' : null;
}

/** A document as its authors see it. */
export const toDraft = (row: DocumentRow): z.input<typeof LegalDraft> => ({
  id: row.id,
  doc_kind: row.doc_kind,
  title: row.draft_title,
  body: row.draft_body,
  checkbox_text: row.draft_checkbox_text,
  published_version: row.published_version,
  has_unpublished_changes: hasUnpublishedChanges(row),
  lock_version: row.lock_version,
  updated_at: row.updated_at.toISOString(),
});

/** A published document as clients see it. */
export const toLegalDocument = (row: PublishedRow, apiUrl: string): z.input<typeof LegalDocument> => ({
  id: row.id,
  doc_kind: row.doc_kind,
  version: row.published_version,
  title: row.published_title,
  content_hash: row.published_hash,
  public_url: publicUrl(apiUrl, row.id),
  published_at: row.published_at.toISOString(),
  editorial: row.published_editorial,
  effective_at: row.published_effective_at?.toISOString() ?? null,
  change_note: row.published_change_note,
  checkbox_text: row.published_checkbox_text,
});
