import type { FormPurpose } from './rkn-facts.ts';

/** Purposes for which nobody needs to agree: the data were given before, or name no person. */
const groundless: ReadonlySet<FormPurpose> = new Set([
  'login',
  'recovery',
  'unsubscribe',
  'status',
  'delivery_check',
  'calculator',
  'account',
  'search',
]);

/**
 * Whether a form collects data that need a consent, or a contract: forms of accounts, of orders that exist and of
 * unsubscription use data that the operator has (152-FZ, article 6 part 1 item 5).
 */
export const collectsData = (purpose: FormPurpose): boolean => !groundless.has(purpose);
