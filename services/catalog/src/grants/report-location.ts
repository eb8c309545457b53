import { identity } from '@platform/contracts';
import { errorText } from '@platform/runtime';
import type { App } from '../app.ts';

/**
 * Sends the IP address of a user to identity if it differs from the last one, a day
 * has passed or the cache has lost the last one. The entitlements read does not wait for it. After a failure
 * the next read sends it.
 */
export function reportLocation(
  { call, lastAddresses, log }: Pick<App, 'call' | 'lastAddresses' | 'log'>,
  { application_id, user_id, client_ip }: { application_id: string; user_id: string; client_ip: string },
): void {
  if (lastAddresses.get(user_id) === client_ip) return;
  lastAddresses.set(user_id, client_ip);
  call(identity.commands.placeUser, { application_id, user_id, client_ip }).catch((error) => {
    lastAddresses.delete(user_id);
    log.debug({ reason: errorText(error) }, 'the address of a user could not be sent to identity');
  });
}
