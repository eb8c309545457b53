import { identity } from '@platform/contracts';
import { boundedCache, errorText } from '@platform/runtime';
import type { App } from '../app.ts';
import type { DeviceSign, DeviceSigns } from './ingest-state.ts';

const onceMs = 60_000;
/** Memory for reported devices, in bytes: a client chooses the name of its version. */
const reportedBytes = 64 * 1024 * 1024;
const atOnce = 4;
const maxWaiting = 1_000;

/**
 * Queue of heartbeats to identity, at most one a minute for each device and version, a few at a time. When
 * identity does not answer, a heartbeat is discarded; the next event of the device sends it again.
 */
export function createDeviceSigns({ call, clock, log }: Pick<App, 'call' | 'clock' | 'log'>): DeviceSigns {
  const reported = boundedCache<true>({ maxBytes: reportedBytes, ttlMs: onceMs });
  const waiting: [key: string, sign: DeviceSign][] = [];
  const running = new Set<Promise<void>>();
  let hasComplained = false;
  let isStopped = false;

  const send = async (key: string, { occurred_at, app_version, ...sign }: DeviceSign): Promise<void> => {
    // No device is made to be seen last for ever.
    const seen_at = new Date(Math.min(occurred_at, clock.now().getTime())).toISOString();
    try {
      await call(identity.commands.heartbeatDevice, { ...sign, app_version, occurred_at: seen_at });
      hasComplained = false;
    } catch (error) {
      reported.delete(key);
      if (!hasComplained) log.warn({ reason: errorText(error) }, 'heartbeats of devices could not be sent to identity');
      hasComplained = true;
    }
  };

  const pump = () => {
    while (running.size < atOnce && !isStopped) {
      const next = waiting.shift();
      if (!next) return;
      const work: Promise<void> = send(...next).finally(() => {
        running.delete(work);
        pump();
      });
      running.add(work);
    }
  };

  return {
    report(sign) {
      const { application_id, user_id, installation_id, platform, app_version } = sign;
      const key = [application_id, user_id, installation_id, platform, app_version ?? ''].join(' ');
      if (isStopped || reported.has(key) || waiting.length >= maxWaiting) return;
      reported.set(key, true);
      waiting.push([key, sign]);
      pump();
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
