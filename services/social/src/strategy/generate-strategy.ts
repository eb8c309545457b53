import { type Cadence, type StrategyRubric, seoRkn } from '@platform/contracts';
import { errorText, idFromKey, newId } from '@platform/runtime';
import { and, asc, eq, max, ne } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../app.ts';
import { type BrandRow, lockBrand, requireLiveBrand } from '../brands/brand.ts';
import { readBestTimes } from '../metrics/best-times.ts';
import { accounts, strategies } from '../schema.ts';
import { readAnswers } from './discovery.ts';
import { postsPerWeek, rubricsFor } from './goal-table.ts';
import { type StrategyRow, type StrategyView, toStrategy } from './strategy.ts';

type Generator = Pick<App, 'db' | 'clock' | 'audit' | 'call' | 'log'>;

/**
 * Drafts a strategy from the goals of a brand: the rubrics and weights of a table, and a cadence for each
 * account. With `use_ai` a language model shares the weights again where it gives usable ones.
 * @throws AppError `brand_not_found`
 */
export async function generateStrategy(
  app: Generator,
  brand_id: string,
  { use_ai }: { use_ai: boolean },
  { email, idempotency_key }: { email: string; idempotency_key: string | null },
): Promise<StrategyView> {
  const brand = await requireLiveBrand(app.db, brand_id);
  const answers = await readAnswers(app.db, brand_id);
  const table = rubricsFor(answers.goals);
  const request_id = idempotency_key === null ? newId() : idFromKey('strategy', brand_id, idempotency_key);
  const shared = use_ai ? await shareWithAi(app, { brand, answers, rubrics: table, request_id }) : null;
  return app.db.transaction(async (tx) => {
    await lockBrand(tx, brand_id);
    const live = await tx
      .select({ id: accounts.id, channel: accounts.channel })
      .from(accounts)
      .where(and(eq(accounts.brand_id, brand_id), ne(accounts.state, 'archived')))
      .orderBy(asc(accounts.id))
      .limit(20);
    const now = app.clock.now();
    const bestTimesOf = await readBestTimes(tx, brand, now);
    const cadence = live.map(({ id, channel }): Cadence => {
      const per_week = postsPerWeek[channel];
      return { account_id: id, per_week, times: bestTimesOf(id).slice(0, per_week) };
    });
    const [last] = await tx
      .select({ version: max(strategies.version) })
      .from(strategies)
      .where(eq(strategies.brand_id, brand_id));
    const row: StrategyRow = {
      id: newId(),
      brand_id,
      version: (last?.version ?? 0) + 1,
      state: 'draft',
      cadence,
      source: shared?.rubrics ? 'ai' : 'rules',
      ai_reason: shared?.reason ?? null,
      rubrics: shared?.rubrics ?? table,
      created_by: email,
      lock_version: 1,
      activated_at: null,
      created_at: now,
      updated_at: now,
    };
    await tx.insert(strategies).values(row);
    await app.audit.record(tx, { before: null, after: toStrategy(row), application_id: brand.application_id });
    return toStrategy(row);
  });
}

const Shares = z.object({ weights: z.array(z.object({ code: z.string(), weight: z.int().min(1).max(100) })) });

/** The rubrics with weights of a language model; null with a reason where it gives none that make 100. */
async function shareWithAi(
  app: Pick<App, 'call' | 'log'>,
  {
    brand,
    answers,
    rubrics,
    request_id,
  }: {
    brand: BrandRow;
    answers: Awaited<ReturnType<typeof readAnswers>>;
    rubrics: StrategyRubric[];
    request_id: string;
  },
): Promise<{ rubrics: StrategyRubric[] | null; reason: string | null }> {
  const { product, audience, goals, offers } = answers;
  const codes = rubrics.map(({ code }) => code);
  try {
    const { output, reason } = await app.call(seoRkn.commands.completeAi, {
      request_id,
      purpose: 'social',
      site_id: brand.site_id,
      system_id: 'social_strategy',
      max_tokens: 500,
      input: { product, audience, goals, offers, rubrics },
      schema: {
        type: 'object',
        properties: {
          weights: {
            type: 'array',
            minItems: codes.length,
            maxItems: codes.length,
            items: {
              type: 'object',
              properties: {
                code: { type: 'string', enum: codes },
                weight: { type: 'integer', minimum: 1, maximum: 100 },
              },
              required: ['code', 'weight'],
              additionalProperties: false,
            },
          },
        },
        required: ['weights'],
        additionalProperties: false,
      },
    });
    if (output === null) return { rubrics: null, reason };
    const weightByCode = new Map(
      Shares.safeParse(output).data?.weights.map(({ code, weight }) => [code, weight]) ?? [],
    );
    const weighed = rubrics.map((rubric) => ({ ...rubric, weight: weightByCode.get(rubric.code) ?? 0 }));
    const isUsable =
      weighed.every(({ weight }) => weight > 0) && weighed.reduce((sum, { weight }) => sum + weight, 0) === 100;
    return isUsable ? { rubrics: weighed, reason: null } : { rubrics: null, reason: 'not_usable' };
  } catch (error) {
    app.log.warn(
      { brand_id: brand.id, reason: errorText(error) },
      'no language model distributed the weights of a strategy',
    );
    return { rubrics: null, reason: 'unreachable' };
  }
}
