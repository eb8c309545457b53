import { identity } from '@platform/contracts';
import { internalPaths } from '@platform/markdown/named-targets';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { site_legal_documents } from '../schema.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { renderBody } from './render-revision.ts';

type Reader = Pick<App, 'db' | 'ask' | 'renderer' | 'log'>;

export interface LegalLink {
  document_id: string;
  doc_kind: string;
  version: string;
}

/** Parts of a text that are read at most. */
const maxParts = 10;

/**
 * Published legal texts of a site that link to one of these paths. Identity has the texts.
 * @returns null while they cannot be read
 */
export async function findLegalLinks(
  app: Reader,
  site: SiteRow,
  paths: readonly string[],
): Promise<LegalLink[] | null> {
  if (paths.length === 0) return [];
  const { site_id, is_withdrawn, document_id, doc_kind, version } = site_legal_documents;
  const documents = await app.db
    .select({ document_id, doc_kind, version })
    .from(site_legal_documents)
    .where(and(eq(site_id, site.id), eq(is_withdrawn, false)))
    .orderBy(doc_kind);
  const wanted = new Set(paths);
  const found: LegalLink[] = [];
  try {
    for (const document of documents) {
      const body = await readLegalText(app, site.id, document.doc_kind);
      const { links } = await renderBody(app, { site, locale: site.default_locale, body, purpose: 'preview' });
      if (
        internalPaths(links, site.website_url ?? '/').some(
          (path) => wanted.has(path) || wanted.has(path.replace(/\/$/, '')),
        )
      )
        found.push(document);
    }
  } catch (error) {
    app.log.warn({ err: error, site_id: site.id }, 'links of legal texts could not be read');
    return null;
  }
  return found;
}

async function readLegalText({ ask }: Reader, owner_id: string, kind: string): Promise<string> {
  const owner = { owner_type: 'cms_site', owner_id } as const;
  let text = '';
  for (let part = 0, offset = 0; part < maxParts; part += 1) {
    const { document } = await ask(identity.queries.getLegalText, { owner, kind, which: 'published', offset });
    if (document === null) break;
    text += document.body_markdown;
    if (document.next_offset === null) break;
    offset = document.next_offset;
  }
  return text;
}
