import type { RuleLocale, SeoWorkPlan, seoRkn } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { readSummary } from '../issues/summary.ts';
import { requireSite } from '../scans/require-site.ts';
import { work_plans } from '../schema.ts';
import { toPlan } from './plan.ts';
import { defaultCapacity, planWork } from './plan-work.ts';

type Plan = z.input<typeof SeoWorkPlan>;
type Reader = Pick<App, 'db' | 'ask'>;
type Body = EndpointRequest<typeof seoRkn.endpoints.generateSeoWorkPlan>['body'];

const defaultWeeks = 4;

/** Plans the open issues of a site over weeks; it replaces the plan before. Throws `site_not_found`. */
export async function generatePlan(
  app: Reader & Pick<App, 'clock' | 'audit'>,
  site_id: string,
  { weeks, capacity }: Body,
  locale: RuleLocale,
): Promise<Plan> {
  const site = await requireSite(app, site_id);
  return app.db.transaction(async (tx) => {
    const now = await readSummary(tx, site_id);
    const tasks = planWork(now, weeks, capacity);
    const row = { site_id, generated_at: app.clock.now(), source: 'rules' as const, weeks, capacity, tasks };
    const { site_id: _, ...set } = row;
    await tx.insert(work_plans).values(row).onConflictDoUpdate({ target: work_plans.site_id, set });
    const planned = tasks.filter(({ week }) => week !== null).length;
    const after = { weeks, planned, unplanned: tasks.length - planned };
    await app.audit.record(tx, { before: null, after, application_id: site.application_id });
    return toPlan(row, now, locale);
  });
}

/** The plan of a site, or one of this moment with defaults. Throws `site_not_found`. */
export async function getPlan(app: Reader, site_id: string, locale: RuleLocale): Promise<Plan> {
  await requireSite(app, site_id);
  const [[row], now] = await Promise.all([
    app.db.select().from(work_plans).where(eq(work_plans.site_id, site_id)),
    readSummary(app.db, site_id),
  ]);
  const tasks = row?.tasks ?? planWork(now, defaultWeeks, defaultCapacity);
  const none = { generated_at: null, source: 'rules' as const, weeks: defaultWeeks, capacity: defaultCapacity, tasks };
  return toPlan(row ?? none, now, locale);
}
