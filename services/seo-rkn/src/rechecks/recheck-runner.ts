import { hourMs, minuteMs, type WorkKind, WorkRunner } from '@platform/runtime';
import { rechecks } from '../schema.ts';
import type { Rechecker } from './recheck.ts';
import { runRechecks } from './run-rechecks.ts';

/** Single pages that are judged again. Sites take turns: one with many pages delays no other longer than a batch. */
export const recheckKind = (app: Rechecker): WorkKind<typeof rechecks> => ({
  name: 'rechecks',
  table: rechecks,
  key: rechecks.id,
  leaseMs: app.timing.leaseMs,
  pollMs: app.timing.pollMs,
  // Such a process leaves pages to others.
  isEnabled: () => app.settings.SEO_SCANS_PER_PROCESS > 0,
  group: rechecks.site_id,
  batch: 20,
  // About a day: an order is dropped when it is as old.
  maxTries: 30,
  backoffMs: [app.timing.leaseMs, minuteMs, 5 * minuteMs, 30 * minuteMs, hourMs],
  describe: ([row]) => ({ site_id: row?.site_id }),
  run: (lease) => runRechecks(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.delete(tx, rows);
  },
});

/** Judges single pages again in the background. */
export const createRecheckRunner = (app: Rechecker) => new WorkRunner(app, recheckKind(app));
