import type { RequiredDocument } from '@platform/contracts';
import { dayMs, defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';

/** An application without users that are as new as this is not reported. */
const newUserDays = 30;

interface Missing {
  application_id: string;
  missing: RequiredDocument[];
}

/**
 * Each application with its newest user and its published kinds. The recursion jumps from application to
 * application in the index `users_newest`: it reads as many rows as there are applications.
 */
const readRegistering = defineStatement({
  name: 'read_registering_applications',
  text: `WITH RECURSIVE registering AS (
           (SELECT application_id FROM identity.users ORDER BY application_id LIMIT 1)
           UNION ALL
           SELECT (
             SELECT application_id FROM identity.users
             WHERE application_id > registering.application_id ORDER BY application_id LIMIT 1
           ) FROM registering WHERE registering.application_id IS NOT NULL
         )
         SELECT application_id, ARRAY(
           SELECT doc_kind FROM identity.legal_documents
           WHERE owner_type = 'application' AND owner_id = registering.application_id AND published_version IS NOT NULL
         ) AS kinds
         FROM registering
         WHERE application_id IS NOT NULL AND (
           SELECT created_at FROM identity.users
           WHERE application_id = registering.application_id ORDER BY id DESC LIMIT 1
         ) >= $1`,
});

/** The required documents that are not among the published kinds of an application. */
export function missingDocuments(kinds: readonly string[]): RequiredDocument[] {
  const missing: RequiredDocument[] = [];
  if (!kinds.some((kind) => kind.startsWith('terms_'))) missing.push('terms');
  if (!kinds.includes('personal_data_consent')) missing.push('personal_data_consent');
  return missing;
}

/**
 * Applications that registered a user within 30 days while a required document is not published.
 * @param application_ids only these
 */
export async function listMissingDocuments(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  application_ids?: readonly string[],
): Promise<Missing[]> {
  const since = new Date(clock.now().getTime() - newUserDays * dayMs);
  const { rows } = await runStatement<{ application_id: string; kinds: string[] }>(db, readRegistering, [since]);
  return rows
    .filter(({ application_id }) => application_ids?.includes(application_id) !== false)
    .map(({ application_id, kinds }) => ({ application_id, missing: missingDocuments(kinds) }))
    .filter(({ missing }) => missing.length > 0);
}

/** Writes one warning for each application whose users register without a required consent. */
export async function warnOfMissingDocuments(app: App): Promise<void> {
  for (const { application_id, missing } of await listMissingDocuments(app))
    app.log.warn({ application_id, missing }, 'users register without consent: required documents are not published');
}
