import { unknownLocation } from '@platform/runtime';
import type { App } from '../app.ts';
import { locateUser } from '../users/locate-user.ts';
import { seeDevice } from './see-device.ts';

export interface Heartbeat {
  application_id: string;
  user_id: string;
  installation_id: string;
  platform: string;
  app_version?: string | undefined;
  client_ip?: string | undefined;
  occurred_at: string;
}

/**
 * Records that a device of a user was seen, at most once a minute unless something changed. A time in the future
 * counts as now: no client can make its device the last seen one permanently. The location of the user follows
 * the device when that was written, so a heartbeat without a change is one statement.
 * @returns whether something was written
 */
export async function heartbeat(
  app: Pick<App, 'db' | 'clock' | 'geo'>,
  { client_ip, occurred_at, ...report }: Heartbeat,
): Promise<boolean> {
  const location = client_ip === undefined ? unknownLocation : await app.geo.locate(client_ip);
  const seen_at = new Date(Math.min(Date.parse(occurred_at), app.clock.now().getTime()));
  const device = await seeDevice(app.db, { ...report, location, seen_at });
  if (!device) return false;
  await locateUser(app, report, location);
  return true;
}
