import { newId, type WorkPlatform } from '@platform/runtime';
import { workConformance } from '@platform/testing/work-conformance';
import { revocationKind } from '../src/license-keys/end-revoked-grants.ts';
import { backfillKind } from '../src/plans/backfill-owners.ts';
import { applications, license_batches, plan_backfills, plans } from '../src/schema.ts';

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

/** Applications by group. */
const applicationIds = Array.from({ length: 10 }, () => newId());

workConformance('on revocations of batches', {
  service: 'catalog',
  kind: (platform) => revocationKind({ ...platform, emit: async () => {} }),
  finished: { revocation_ended_at: new Date() },
  async insertDue({ db }: WorkPlatform, { due_at, group }) {
    const [id, plan_id, application_id = newId()] = [newId(), newId(), applicationIds[group]];
    const common = { application_id, created_at: due_at, updated_at: due_at };
    await db
      .insert(applications)
      .values({
        id: application_id,
        code: application_id,
        name: 'Demo',
        status: 'active',
        payments_enabled: true,
        offline_grace_days: 7,
        return_url_schemes: [],
        created_at: due_at,
        updated_at: due_at,
      })
      .onConflictDoNothing();
    const plan = { id: plan_id, code: plan_id, name: 'Pro', status: 'active', billing_type: 'lifetime' } as const;
    await db.insert(plans).values({ ...common, ...plan, is_lifetime: true });
    await db
      .insert(license_batches)
      .values({ ...common, id, plan_id, name: 'Leaked', max_redemptions: 1, admin_id: newId(), due_at });
    return id;
  },
});
