import type { identity } from '@platform/contracts';
import { defineStatement, type ReceivedEvent, runStatement, type Tx } from '@platform/runtime';
import { applicationOf } from './application-of.ts';

const statement = defineStatement({
  name: 'project_device_change',
  text: `WITH changed AS (
           INSERT INTO analytics.device_changes (event_id, application_id, device_id, user_id, platform, changed_at, is_active)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id) DO NOTHING
         )
         INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
         VALUES ($2, 'application', date_trunc('hour', $6::timestamptz, 'UTC'), $8)`,
});

type DeviceEvent = typeof identity.events.deviceRegistered | typeof identity.events.deviceRevoked;

/** `device.registered` and `device.revoked`: one device more, or one less, from that moment on. */
export async function projectDeviceChange(
  tx: Tx,
  event: ReceivedEvent<DeviceEvent>,
  is_active: boolean,
  now: Date,
): Promise<void> {
  const { device_id, user_id, platform } = event.data;
  await runStatement(tx, statement, [
    event.id,
    applicationOf(event),
    device_id,
    user_id,
    platform,
    event.occurred_at,
    is_active,
    now,
  ]);
}
