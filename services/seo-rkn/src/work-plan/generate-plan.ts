import type { RuleLocale, SeoWorkPlan, seoRkn } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { idFromKey, newId } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Completer } from '../ai/complete-with-ai.ts';
import type { App } from '../app.ts';
import { readSummary } from '../issues/summary.ts';
import { requireSite } from '../scans/require-site.ts';
import { work_plans } from '../schema.ts';
import { orderWithAi } from './order-with-ai.ts';
import { toPlan } from './plan.ts';
import { defaultCapacity, fillWeeks, orderByWorth, planWork } from './plan-work.ts';

type Plan = z.input<typeof SeoWorkPlan>;
type Reader = Pick<App, 'db' | 'ask'>;
type Body = EndpointRequest<typeof seoRkn.endpoints.generateSeoWorkPlan>['body'];

const defaultWeeks = 4;

/**
 * Plans the open issues of a site over weeks; it replaces the plan before. With `use_ai` the language model
 * orders the tasks where it answers.
 * @throws AppError `site_not_found`
 */
export async function generatePlan(
  app: Reader & Completer & Pick<App, 'audit'>,
  site_id: string,
  { weeks, capacity, use_ai }: Body,
  { locale, idempotency_key }: { locale: RuleLocale; idempotency_key: string | null },
): Promise<Plan> {
  const site = await requireSite(app, site_id);
  const tasks = orderByWorth(await readSummary(app.db, site_id));
  const request_id = idempotency_key === null ? newId() : idFromKey('work-plan', site_id, locale, idempotency_key);
  const request = { request_id, locale, weeks, website_url: site.website_url };
  const ordered = use_ai ? await orderWithAi(app, tasks, request) : null;
  const source = ordered === null ? ('rules' as const) : ('ai' as const);
  const set = { generated_at: app.clock.now(), source, weeks, capacity };
  const planned = fillWeeks(ordered ?? tasks, weeks, capacity);
  return app.db.transaction(async (tx) => {
    const row = { ...set, tasks: planned };
    await tx
      .insert(work_plans)
      .values({ site_id, ...row })
      .onConflictDoUpdate({ target: work_plans.site_id, set: row });
    const count = planned.filter(({ week }) => week !== null).length;
    const after = { weeks, source, planned: count, unplanned: planned.length - count };
    await app.audit.record(tx, { before: null, after, application_id: site.application_id });
    return toPlan(row, await readSummary(tx, site_id), locale);
  });
}

/** The plan of a site, or one of this moment with defaults. */
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
