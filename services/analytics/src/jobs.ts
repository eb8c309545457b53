import type { Job } from '@platform/runtime';
import type { App } from './app.ts';
import { eraseUsers } from './erasure/erase-users.ts';
import { ensurePartitions } from './ingest/partitions.ts';
import { compactClientDays } from './rollups/compact-client-days.ts';
import { countStaleMonths } from './rollups/count-months.ts';
import { countPaidHours } from './rollups/count-paid-hours.ts';
import { createCounter } from './rollups/count-stale-days.ts';
import { countStaleWeeks } from './rollups/count-weeks.ts';
import { dropExpired } from './rollups/drop-expired.ts';
import { dropIdleClients } from './rollups/drop-idle-clients.ts';
import { resting } from './rollups/resting.ts';
import { destroyVisitorSalts } from './site-events/visitor-salts.ts';
import { readSiteZones } from './site-zones/read-site-zones.ts';

/** Periodic jobs, each on one replica at a time. */
export const jobs = (app: App): Job[] => {
  const counter = createCounter(app);
  return [
    { name: 'ensure-partitions', everySeconds: 3_600, run: () => ensurePartitions(app) },
    { name: 'count-days', everySeconds: 2, run: () => counter.countStaleDays() },
    { name: 'read-site-zones', everySeconds: 5, run: () => readSiteZones(app) },
    { name: 'count-paid-hours', everySeconds: 2, run: resting(() => countPaidHours(app)) },
    { name: 'compact-client-days', everySeconds: 60, run: () => compactClientDays(app) },
    { name: 'count-months', everySeconds: 60, run: () => countStaleMonths(app) },
    { name: 'count-weeks', everySeconds: 300, run: () => countStaleWeeks(app) },
    { name: 'erase-users', everySeconds: 15, run: () => eraseUsers(app) },
    { name: 'destroy-visitor-salts', everySeconds: 600, run: () => destroyVisitorSalts(app) },
    { name: 'drop-expired', everySeconds: 3_600, run: () => dropExpired(app) },
    { name: 'drop-idle-clients', everySeconds: 21_600, run: () => dropIdleClients(app) },
  ];
};
