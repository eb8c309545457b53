import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import type { LegalOwner } from './legal-owner.ts';

interface LegalFile extends Record<string, unknown> {
  file: string;
  document_id: string;
  title: string;
}

/** Files of one answer. A legal text has few. */
const maxFiles = 2_000;

/**
 * Uploaded files of sites that the texts of some owners name: drafts, and every version that was ever published, because
 * people agreed to it. A withdrawn document counts, too.
 */
export async function listLegalFiles(
  { db }: Pick<App, 'db'>,
  { owners }: { owners: readonly LegalOwner[] },
): Promise<{ files: LegalFile[] }> {
  const { rows } = await runStatement<LegalFile>(db, findFiles, [
    owners.map(({ owner_type }) => owner_type),
    owners.map(({ owner_id }) => owner_id),
    maxFiles,
  ]);
  return { files: rows };
}

/** Only texts that name a file at all are searched for names. */
const findFiles = defineStatement({
  name: 'list_legal_files',
  text: `WITH document AS (
      SELECT d.id, d.draft_title, d.draft_body FROM unnest($1::text[], $2::uuid[]) AS asked (owner_type, owner_id)
      JOIN identity.legal_documents AS d ON d.owner_type = asked.owner_type AND d.owner_id = asked.owner_id
    ), body AS (
      SELECT id, draft_title AS title, draft_body AS text FROM document
      UNION ALL
      SELECT document.id, version.title, stored.body FROM document
      JOIN identity.legal_revisions AS version ON version.document_id = document.id
      JOIN identity.legal_bodies AS stored ON stored.content_hash = version.content_hash
    )
    SELECT DISTINCT ON (file) named[1] AS file, body.id AS document_id, body.title
    FROM body CROSS JOIN LATERAL regexp_matches(body.text, '/assets/cms/([0-9a-f]{64}[.][a-z0-9]{1,8})', 'g') AS named
      CROSS JOIN LATERAL (SELECT named[1] AS file) AS f
    WHERE position('/assets/cms/' IN body.text) > 0
    ORDER BY file, body.id LIMIT $3`,
});
