import type { PsiError, PsiField, PsiLab } from '@platform/contracts';
import { z } from 'zod';

/**
 * Answers of `runPagespeed`
 * (https://developers.google.com/speed/docs/insights/v5/reference/pagespeedapi/runpagespeed).
 */

/** One run of Lighthouse, with the field data beside it. */
export interface PsiRun {
  /** 0 to 100. */
  score: number;
  field: PsiField | null;
  lab: PsiLab;
  /** Ids of the audits with the largest saving. */
  top_audits: string[];
}

/** A measurement that failed says nothing about the page. */
export type PsiOutcome = { run: PsiRun } | { error: PsiError; retryAfterMs?: number };

const maxAudits = 3;

/** Anything else than what the API describes counts as absent. */
const absent = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
const Amount = absent(z.number().nonnegative());
const Metric = absent(z.object({ percentile: Amount }));
const Experience = absent(
  z.object({
    origin_fallback: absent(z.boolean()),
    metrics: absent(
      z.object({
        LARGEST_CONTENTFUL_PAINT_MS: Metric,
        CUMULATIVE_LAYOUT_SHIFT_SCORE: Metric,
        INTERACTION_TO_NEXT_PAINT: Metric,
        EXPERIMENTAL_TIME_TO_FIRST_BYTE: Metric,
      }),
    ),
  }),
);
const Audit = absent(
  z.object({
    numericValue: Amount,
    metricSavings: absent(z.record(z.string(), z.number().catch(0))),
    details: absent(z.object({ overallSavingsMs: Amount })),
  }),
);
const Answer = z.object({
  loadingExperience: Experience,
  originLoadingExperience: Experience,
  lighthouseResult: absent(
    z.object({
      runtimeError: absent(z.object({ code: z.string() })),
      categories: absent(z.object({ performance: absent(z.object({ score: absent(z.number().min(0).max(1)) })) })),
      audits: absent(z.record(z.string(), Audit)),
    }),
  ),
});
const Failure = z.object({
  error: z.object({
    message: z.string().catch(''),
    details: absent(z.array(absent(z.object({ reason: absent(z.string()) })))),
  }),
});

type Audits = Record<string, z.output<typeof Audit>>;

/**
 * What an answer measured. A run without a score, or with `runtimeError`, is a failed measurement.
 * @param status HTTP status
 * @param json of the body; undefined for a body that is no JSON
 */
export function readPsiAnswer(status: number, json: unknown): PsiOutcome {
  if (status !== 200) return { error: errorOf(status, json) };
  const answer = Answer.safeParse(json).data;
  if (!answer) return { error: 'unreachable' };
  const { lighthouseResult } = answer;
  const score = lighthouseResult?.categories?.performance?.score;
  // Old versions say NO_ERROR.
  const failure = lighthouseResult?.runtimeError?.code ?? 'NO_ERROR';
  if (score === undefined || failure !== 'NO_ERROR') return { error: 'page_failed' };
  const audits = lighthouseResult?.audits ?? {};
  const value = (id: string): number | null => audits[id]?.numericValue ?? null;
  return {
    run: {
      score: Math.round(score * 100),
      field: fieldOf(answer),
      lab: {
        lcp_ms: value('largest-contentful-paint'),
        cls: value('cumulative-layout-shift'),
        tbt_ms: value('total-blocking-time'),
        ttfb_ms: value('server-response-time'),
      },
      top_audits: topAudits(audits),
    },
  };
}

function errorOf(status: number, json: unknown): PsiError {
  const { message = '', details = [] } = Failure.safeParse(json).data?.error ?? {};
  if (status === 429) return 'quota_exceeded';
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 400)
    return /api key/i.test(message) || details.some((detail) => detail?.reason === 'API_KEY_INVALID')
      ? 'key_refused'
      : 'page_failed';
  return status === 500 && message.startsWith('Lighthouse returned error') ? 'page_failed' : 'unreachable';
}

function fieldOf({ loadingExperience, originLoadingExperience }: z.output<typeof Answer>): PsiField | null {
  const ownMetrics = loadingExperience?.metrics;
  const metrics = ownMetrics ?? originLoadingExperience?.metrics;
  if (!metrics) return null;
  const p75 = (name: keyof typeof metrics): number | null => metrics[name]?.percentile ?? null;
  const cls = p75('CUMULATIVE_LAYOUT_SHIFT_SCORE');
  const field = {
    of: ownMetrics && loadingExperience?.origin_fallback !== true ? ('page' as const) : ('origin' as const),
    lcp_ms: p75('LARGEST_CONTENTFUL_PAINT_MS'),
    // The API has it a hundred times.
    cls: cls === null ? null : cls / 100,
    inp_ms: p75('INTERACTION_TO_NEXT_PAINT'),
    ttfb_ms: p75('EXPERIMENTAL_TIME_TO_FIRST_BYTE'),
  };
  const { of: _, ...values } = field;
  return Object.values(values).every((value) => value === null) ? null : field;
}

/** Of the savings of an audit the largest counts; that of the layout shift has another unit. */
const savingOf = (audit: Audits[string]): number => {
  const { CLS: _, ...savings } = audit?.metricSavings ?? {};
  return Math.max(audit?.details?.overallSavingsMs ?? 0, 0, ...Object.values(savings));
};

const topAudits = (audits: Audits): string[] =>
  Object.entries(audits)
    .map(([id, audit]) => ({ id, saving: savingOf(audit) }))
    .filter(({ id, saving }) => saving > 0 && /^[a-z0-9-]{1,64}$/.test(id))
    .sort((left, right) => right.saving - left.saving)
    .slice(0, maxAudits)
    .map(({ id }) => id);
