import type { Resource, Route } from '@platform/contracts';
import { type Field, fieldsOf, resourceOf } from './probes.ts';

/**
 * What a restricted admin API key may do at an endpoint, from the JSON schemas of its request. The gateway derives the
 * same from the contract in another way.
 */
export type KeyRule = 'named' | 'object' | 'own_rows' | 'no_application' | 'refused';

const naming: readonly (Resource | undefined)[] = [
  'application_id',
  'application_code',
  'site_id',
  'site_code',
  'document_owner_id',
  'erasure_owner_id',
];
/** Objects whose application a service knows. */
const objects: readonly (Resource | undefined)[] = ['payment_id', 'paid_payment_id', 'ticket_id', 'erasure_id'];

/** Fields of a request that name an application or a site. */
export const namingFields = ({ endpoint }: Route): Field[] =>
  fieldsOf(endpoint).filter((field) => naming.includes(resourceOf(field)));

/** Endpoints that administrators and admin API keys may call. */
export const takesApiKey = ({ endpoint: { auth, role, needsSession } }: Route): boolean =>
  (auth === 'admin' || auth === 'user_or_admin') && role !== 'owner' && needsSession !== true;

/** The rule for a request whose fields name applications and objects that exist. */
export function keyRuleOf(route: Route): KeyRule {
  const { keyScope } = route.endpoint;
  if (keyScope === 'refused') return 'refused';
  const inPath = fieldsOf(route.endpoint).filter(({ place }) => place === 'params');
  if (inPath.some((field) => naming.includes(resourceOf(field)))) return 'named';
  const [object] = inPath;
  if (object) return inPath.length === 1 && objects.includes(resourceOf(object)) ? 'object' : (keyScope ?? 'refused');
  if (keyScope !== undefined) return keyScope;
  return namingFields(route).length > 0 ? 'named' : 'refused';
}
