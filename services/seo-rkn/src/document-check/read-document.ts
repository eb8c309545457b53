import { identity, type LegalOwnerRef } from '@platform/contracts';
import type { App } from '../app.ts';

/** A text of a legal document, as identity has it. */
export interface LegalText {
  version: string | null;
  title: string;
  body: string;
  content_hash: string;
}

/** Parts of a text that identity answers at most: a text has 500,000 characters. */
const maxParts = 10;
/** A text that was changed between two of its parts is read again. */
const maxTries = 3;

/**
 * The draft or the published text of a slot; null where there is none. Not to be called in a transaction.
 * @throws AppError `service_unavailable` while identity does not answer
 */
export async function readLegalText(
  { ask }: Pick<App, 'ask'>,
  owner: LegalOwnerRef,
  kind: string,
  which: 'draft' | 'published',
): Promise<LegalText | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const text = await readParts({ ask }, owner, kind, which);
    if (text !== 'changed') return text;
  }
  throw new Error(`the text of ${kind} changed during each read`);
}

async function readParts(
  { ask }: Pick<App, 'ask'>,
  owner: LegalOwnerRef,
  kind: string,
  which: 'draft' | 'published',
): Promise<LegalText | null | 'changed'> {
  let read: LegalText | null = null as LegalText | null;
  for (let part = 0, offset = 0; part < maxParts; part += 1) {
    const { document } = await ask(identity.queries.getLegalText, { owner, kind, which, offset });
    if (document === null) return read === null ? null : 'changed';
    const { version, title, body_markdown, content_hash, next_offset } = document;
    if (read !== null && read.content_hash !== content_hash) return 'changed';
    read = { version, title, content_hash, body: `${read?.body ?? ''}${body_markdown}` };
    if (next_offset === null) return read;
    offset = next_offset;
  }
  throw new Error(`the text of ${kind} has more than ${maxParts} parts`);
}
