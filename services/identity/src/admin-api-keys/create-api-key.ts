import { catalog, type identity } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, invalidField, newId, requireFound } from '@platform/runtime';
import type { App } from '../app.ts';
import { admin_api_keys } from '../schema.ts';
import { newApiKey, toApiKey } from './api-key.ts';

type Input = EndpointRequest<typeof identity.endpoints.createAdminApiKey>['body'];

/**
 * Creates an admin API key. Only this answer has the key itself.
 * @param created_by id of the owner that creates it
 * @throws AppError `conflict` when another key has the name, `application_not_found`, `validation_failed` for
 * an expiry time that is not in the future
 */
export async function createAdminApiKey(app: App, created_by: string, input: Input) {
  const { name, role } = input;
  const now = app.clock.now();
  const expires_at = input.expires_at === null ? null : new Date(input.expires_at);
  if (expires_at !== null && expires_at <= now)
    return invalidField('expires_at', 'is in the past: send a later time, or `null` for a key without an end');
  const application_ids = input.application_ids && [...new Set(input.application_ids)];
  for (const id of application_ids ?? [])
    requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id: id }), 'application');
  const { api_key, ...stored } = newApiKey();
  const values = { id: newId(), name, role, application_ids, ...stored, expires_at, created_by, created_at: now };
  return app.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(admin_api_keys)
      .values(values)
      .onConflictDoNothing({ target: admin_api_keys.name })
      .returning();
    const view = toApiKey(
      row ?? fail('conflict', { message: 'An admin API key with this name exists: choose another name.' }),
    );
    await app.audit.record(tx, { before: null, after: view, secrets: ['api_key'] });
    return { ...view, api_key };
  });
}
