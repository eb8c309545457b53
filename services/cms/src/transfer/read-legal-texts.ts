import { identity } from '@platform/contracts';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { legalFolder } from './archive.ts';
import { writeMarkdown } from './front-matter.ts';

/** A legal text of a site, as a file of an archive. */
export interface LegalFile {
  name: string;
  text: string;
}

/**
 * The legal texts of a site, which identity stores: the published version of each document, and its draft where that is
 * another text. Earlier versions stay at their pages.
 * @throws AppError `service_unavailable` when identity does not answer: an archive without them would look whole
 */
export async function readLegalTexts({ ask }: Pick<App, 'ask'>, site_id: string): Promise<LegalFile[]> {
  const owner = { owner_type: 'cms_site' as const, owner_id: site_id };
  const { documents } = await ask(identity.queries.listLegalStates, { owner });
  const files: LegalFile[] = [];
  for (const { doc_kind, published_version, draft_changed, withdrawn } of documents) {
    const published = published_version === null ? null : await readText(ask, owner, doc_kind, 'published');
    if (published) files.push(fileOf(doc_kind, 'published', published, withdrawn));
    if (published && !draft_changed) continue;
    const draft = await readText(ask, owner, doc_kind, 'draft');
    if (draft) files.push(fileOf(doc_kind, 'draft', draft, withdrawn));
  }
  return files;
}

interface LegalText {
  version: string | null;
  title: string;
  content_hash: string;
  body: string;
}

function fileOf(doc_kind: string, part: 'draft' | 'published', text: LegalText, withdrawn: boolean): LegalFile {
  const { body, version, title, content_hash } = text;
  const front = {
    doc_kind,
    part,
    title,
    ...(part === 'published' ? { version } : {}),
    content_hash,
    ...(withdrawn ? { withdrawn } : {}),
  };
  const ending = part === 'draft' ? '.draft.md' : '.md';
  return { name: `${legalFolder}/${doc_kind}${ending}`, text: writeMarkdown({ front, body }) };
}

/** A whole text, which comes in parts; null for one that was withdrawn meanwhile. */
async function readText(
  ask: App['ask'],
  owner: { owner_type: 'cms_site'; owner_id: string },
  kind: string,
  which: 'draft' | 'published',
): Promise<LegalText | null> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const text = await readParts(ask, owner, kind, which);
    if (text !== 'changed') return text;
  }
  throw new Error(`the text of ${kind} changed during each read`);
}

type Answer = z.output<(typeof identity.queries.getLegalText)['output']>;

async function readParts(
  ask: App['ask'],
  owner: { owner_type: 'cms_site'; owner_id: string },
  kind: string,
  which: 'draft' | 'published',
): Promise<LegalText | null | 'changed'> {
  const parts: string[] = [];
  let hash: string | null = null;
  for (let offset = 0; ; ) {
    const { document }: Answer = await ask(identity.queries.getLegalText, { owner, kind, which, offset });
    if (!document) return hash === null ? null : 'changed';
    const { version, title, content_hash, body_markdown, next_offset } = document;
    if (hash !== null && hash !== content_hash) return 'changed';
    hash = content_hash;
    parts.push(body_markdown);
    if (next_offset === null) return { version, title, content_hash, body: parts.join('') };
    offset = next_offset;
  }
}
