import { catalog } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { App } from '../app.ts';

/**
 * Asserts that the application exists, in any status. Throws `application_not_found`. Asks the catalog,
 * so never to be called inside a transaction.
 */
export async function requireApplication({ ask }: Pick<App, 'ask'>, application_id: string): Promise<void> {
  const { application } = await ask(catalog.queries.getApplicationFacts, { application_id });
  if (!application) fail('application_not_found');
}
