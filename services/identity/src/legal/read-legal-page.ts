import { fail, findRow } from '@platform/runtime';
import { desc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { legal_bodies, legal_documents, legal_revisions } from '../schema.ts';
import { contentHash, isPublished } from './legal-document.ts';
import { renderLegalPage } from './legal-page.ts';
import { readOwnerFacts, withAddresses, withoutForeignImages } from './owner-facts.ts';

/**
 * The page of a document, in its latest or a named version. The state of the application does not matter:
 * people can always read again what they accepted.
 * @throws AppError `legal_document_not_found`, also for a draft, for a version that never was, and
 * without a version for a withdrawn document
 */
export async function readLegalPage(
  app: Pick<App, 'db' | 'legalPages' | 'renderer' | 'ownersFacts' | 'ask' | 'log' | 'config'>,
  id: string,
  version: string | undefined,
): Promise<string> {
  const { db, legalPages, renderer } = app;
  const document = await findRow(db, legal_documents, { id });
  if (!document) return fail('legal_document_not_found');
  const all = await db
    .select()
    .from(legal_revisions)
    .where(eq(legal_revisions.document_id, id))
    .orderBy(desc(legal_revisions.id));
  const revisions = all.filter(({ status }) => status === 'published');
  const latest = isPublished(document) ? document.published_version : null;
  const requestedVersion = version ?? latest;
  const revision =
    revisions.find((candidate) => candidate.version === requestedVersion) ?? fail('legal_document_not_found');
  const { website_url, timezone } = await readOwnerFacts(app, document);
  // The content of a version never changes, only the list of versions and the facts of the owner do.
  const key = `${id} ${revision.version} ${all.length} ${timezone} ${website_url ?? ''}`;
  const present = legalPages.get(key);
  if (present !== undefined) return present;
  const [content] = await db
    .select({ body: legal_bodies.body })
    .from(legal_bodies)
    .where(eq(legal_bodies.content_hash, revision.content_hash));
  const { body } = content ?? fail('legal_document_not_found');
  // An altered text is not shown as the published one.
  if (contentHash(body) !== revision.content_hash)
    throw new Error(`the text of document ${id}, version ${revision.version}, was altered after its publication`);
  const html = await renderer.render(body, document.owner_id);
  const platform = app.config.PUBLIC_API_URL;
  const page = renderLegalPage({
    ...revision,
    html: withoutForeignImages(withAddresses(html, platform, website_url), platform),
    website_url,
    timezone,
    // A withdrawn document has no latest version: its last one is shown without a successor.
    is_latest: requestedVersion === (latest ?? revisions[0]?.version),
    others: revisions.filter((other) => other !== revision),
  });
  legalPages.set(key, page);
  return page;
}
