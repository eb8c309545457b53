import type { SocialInsight, social } from '@platform/contracts';
import type { AdminContext, EndpointRequest, Page } from '@platform/contracts/kit';
import { idFromKey, invalidField, newId, readPageRows, toPage } from '@platform/runtime';
import { and, eq, lte, max } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { lockBrand, requireBrand, requireLiveBrand } from '../brands/brand.ts';
import { requireDay } from '../require-days.ts';
import { insights } from '../schema.ts';
import { gatherFacts } from './gather-facts.ts';
import { phraseReport } from './phrase-report.ts';
import { lastWeek, mondayOf, periodOf } from './week.ts';
import { writeReport } from './write-report.ts';

type Row = typeof insights.$inferSelect;
type View = z.input<typeof SocialInsight>;
type Query = EndpointRequest<typeof social.endpoints.listSocialInsights>['query'];
type Creation = EndpointRequest<typeof social.endpoints.createSocialInsight>['body'];

/** Versions of a week that are retained. */
const maxVersions = 20;

/** A report as administrators see it. */
const toInsight = ({ facts, created_at, ...row }: Row): View => ({
  ...row,
  ...facts,
  created_at: created_at.toISOString(),
});

/**
 * One page of the weekly reports of a brand, newest first.
 * @throws `brand_not_found`, `validation_failed`
 */
export async function listInsights(
  { db }: Pick<App, 'db'>,
  brand_id: string,
  { limit, cursor, week }: Query,
): Promise<Page<View>> {
  await requireBrand(db, brand_id);
  if (week !== undefined) requireDay('week', week);
  const isShown = and(
    eq(insights.brand_id, brand_id),
    week === undefined ? undefined : eq(insights.week, mondayOf(week)),
  );
  const rows = await readPageRows(db, insights, isShown, { limit, cursor });
  return toPage(rows, limit, toInsight);
}

/**
 * Reports what a week of a brand brought, as a new version.
 * @throws AppError `brand_not_found`, `validation_failed` for a week that is not over
 */
export async function createInsight(
  app: App,
  brand_id: string,
  { week, use_ai }: Creation,
  { email, idempotency_key }: Pick<AdminContext, 'email'> & { idempotency_key: string | null },
): Promise<View> {
  const brand = await requireLiveBrand(app.db, brand_id);
  if (week !== undefined) requireDay('week', week);
  const monday = week === undefined ? lastWeek(app.clock.now(), brand.timezone) : mondayOf(week);
  if (periodOf(monday, 1, brand.timezone).to > app.clock.now())
    invalidField('week', 'is not over: ask for an earlier week');
  const facts = await gatherFacts(app, brand, monday);
  const report = writeReport(facts, monday, brand.languages);
  const request_id = idempotency_key === null ? newId() : idFromKey('insight', brand_id, idempotency_key);
  const phrased = use_ai
    ? await phraseReport(app, brand, report, request_id)
    : ({ text: report, text_source: 'rules', ai_reason: null } as const);
  return app.db.transaction(async (tx) => {
    // The lock of the brand gives each version its number.
    await lockBrand(tx, brand_id);
    const isOfWeek = and(eq(insights.brand_id, brand_id), eq(insights.week, monday));
    const [last] = await tx
      .select({ version: max(insights.version) })
      .from(insights)
      .where(isOfWeek);
    const version = (last?.version ?? 0) + 1;
    const row: Row = {
      id: newId(),
      brand_id,
      week: monday,
      version,
      facts,
      ...phrased,
      created_by: email,
      created_at: app.clock.now(),
    };
    await tx.insert(insights).values(row);
    await tx.delete(insights).where(and(isOfWeek, lte(insights.version, version - maxVersions)));
    await app.audit.record(tx, { before: null, after: toInsight(row), application_id: brand.application_id });
    return toInsight(row);
  });
}
