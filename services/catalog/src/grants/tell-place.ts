import { identity } from '@platform/contracts';
import { errorText } from '@platform/runtime';
import type { App } from '../app.ts';

/**
 * Tells identity from where a user called (specification, "Geo"), when it is another address than the last time or a day
 * later. The read does not wait for it, and a failure only means that the next read tells it.
 */
export function tellPlace(
  { ask, lastAddresses, log }: Pick<App, 'ask' | 'lastAddresses' | 'log'>,
  { application_id, user_id, client_ip }: { application_id: string; user_id: string; client_ip: string },
): void {
  if (lastAddresses.get(user_id) === client_ip) return;
  lastAddresses.set(user_id, client_ip);
  ask(identity.queries.placeUser, { application_id, user_id, client_ip }).catch((error) => {
    lastAddresses.delete(user_id);
    log.debug({ reason: errorText(error) }, 'identity could not be told from where a user called');
  });
}
