import { identity } from '@platform/contracts';
import { createReadCache, within } from '@platform/runtime';
import type { GatewayPlatform } from './dependencies.ts';

/** How long health waits for the count. */
const waitMs = 1_000;

/**
 * Counts the applications without required documents for the health of the platform: identity is asked once a
 * minute. The result is null while identity does not answer.
 */
export function createDocumentsHealth({ ask }: Pick<GatewayPlatform, 'ask'>): () => Promise<number | null> {
  const counts = createReadCache<number>({ maxBytes: 1024, ttlMs: 60_000 });
  const count = async () => (await ask(identity.queries.countApplicationsWithoutDocuments, {})).application_count;
  return () => within(waitMs, counts.get('platform', 'count', count), () => null).catch(() => null);
}
