import { catalog } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { App } from '../app.ts';
import { readBuyerState } from './buyer-state.ts';

/**
 * Refuses a purchase of entitlements that the user has for life, because it would grant nothing. Billing
 * knows of a purchase before its grant is written, and catalog knows of all other grants.
 * @throws `already_owned`
 */
export async function assertAddsSomething(
  app: App,
  purchase: { application_id: string; user_id: string; entitlement_codes: string[] },
): Promise<void> {
  const [{ is_owned }, { owned }] = await Promise.all([
    readBuyerState(app, purchase),
    app.ask(catalog.queries.ownsForLifetime, purchase),
  ]);
  if (is_owned || owned) return fail('already_owned');
}
