import { newId, type WorkPlatform } from '@platform/runtime';
import { workConformance } from '@platform/testing/work-conformance';
import { backfillKind } from '../src/plans/backfill-owners.ts';
import { plan_backfills } from '../src/schema.ts';

/** Plans by group. */
const planIds = Array.from({ length: 10 }, () => newId());

workConformance('on backfills of plans', {
  service: 'catalog',
  kind: (platform) => backfillKind({ ...platform, emit: async () => {} }),
  finished: { state: 'finished', finished_at: new Date() },
  async insertDue({ db }: WorkPlatform, { due_at, group }) {
    const id = newId();
    await db.insert(plan_backfills).values({
      id,
      application_id: newId(),
      plan_id: planIds[group] ?? newId(),
      state: 'queued',
      entitlement_codes: ['pro'],
      admin_id: newId(),
      created_at: due_at,
      due_at,
    });
    return id;
  },
});
