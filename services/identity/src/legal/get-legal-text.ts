import { type identity, legalTextPart } from '@platform/contracts';
import { findRow } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { legal_bodies } from '../schema.ts';
import { findDocument } from './find-document.ts';
import { contentHash, type DocumentRow, isPublished } from './legal-document.ts';
import type { LegalOwner } from './legal-owner.ts';

type Answer = z.input<(typeof identity.queries.getLegalText)['output']>;

/**
 * A part of the draft of a document or of its published text. `document` is null for an empty slot, and for
 * `published` also without a published version.
 */
export async function getLegalText(
  { db }: Pick<App, 'db'>,
  { owner, kind, which, offset }: { owner: LegalOwner; kind: string; which: 'draft' | 'published'; offset: number },
): Promise<Answer> {
  const document = await findDocument(db, { ...owner, kind });
  if (!document) return { document: null };
  const text = which === 'draft' ? draftOf(document) : await publishedOf({ db }, document);
  if (text === null) return { document: null };
  const { body, ...about } = text;
  const end = offset + legalTextPart;
  return {
    document: {
      document_id: document.id,
      version: document.published_version,
      ...about,
      body_markdown: body.slice(offset, end),
      next_offset: end < body.length ? end : null,
    },
  };
}

interface Text {
  title: string;
  body: string;
  content_hash: string;
}

const draftOf = ({ draft_title, draft_body }: DocumentRow): Text => ({
  title: draft_title,
  body: draft_body,
  content_hash: contentHash(draft_body),
});

async function publishedOf({ db }: Pick<App, 'db'>, document: DocumentRow): Promise<Text | null> {
  if (!isPublished(document)) return null;
  const content_hash = document.published_hash;
  const row = await findRow(db, legal_bodies, { content_hash });
  return row ? { title: document.published_title, body: row.body, content_hash } : null;
}
