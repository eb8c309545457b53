import { catalog } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { App } from './app.ts';

/**
 * The application, in any status. Throws `application_not_found` when there is none. Asks the catalog,
 * so never to be called inside a transaction.
 */
export async function requireApplication({ ask }: Pick<App, 'ask'>, application_id: string) {
  const { application } = await ask(catalog.queries.getApplicationFacts, { application_id });
  return application ?? fail('application_not_found');
}
