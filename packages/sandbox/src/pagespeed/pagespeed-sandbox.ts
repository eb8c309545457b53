import { jsonAnswer } from '../http/answer.ts';
import { type ApiSandbox, createApiSandbox } from '../http/api-sandbox.ts';

/**
 * - `lab_only`: no field data, as for pages with few visitors
 * - `null_score`: a run without a score
 * - `runtime_error`: 200 with `runtimeError`, as for a page that paints nothing
 * - `quota`: 429
 * - `server_error`: 500 `Lighthouse returned error`
 * - `hang_up`: no answer
 */
export type PageSpeedFault = 'lab_only' | 'null_score' | 'runtime_error' | 'quota' | 'server_error' | 'hang_up';

/** What one page measures. */
export interface PageSpeedResult {
  /** 0 to 1. */
  score: number;
  field?: { lcp_ms: number; cls: number; inp_ms: number } | null;
  lab?: { lcp_ms: number; cls: number; tbt_ms: number; ttfb_ms: number };
}

export interface PageSpeedSandbox extends ApiSandbox<PageSpeedFault> {
  /** Sets what a page measures from now on. */
  measure(url: string, result: PageSpeedResult): void;
}

const good: Required<PageSpeedResult> = {
  score: 0.93,
  field: { lcp_ms: 1_900, cls: 0.04, inp_ms: 120 },
  lab: { lcp_ms: 2_100, cls: 0.03, tbt_ms: 140, ttfb_ms: 180 },
};

const fieldMetric = (percentile: number, goodUntil: number) => ({
  percentile,
  category: percentile <= goodUntil ? 'FAST' : 'AVERAGE',
  distributions: [{ min: 0, max: goodUntil, proportion: 0.8 }],
});

/** `CUMULATIVE_LAYOUT_SHIFT_SCORE` is a hundred times the shift. */
const toMetrics = ({ lcp_ms, cls, inp_ms }: NonNullable<PageSpeedResult['field']>) => ({
  LARGEST_CONTENTFUL_PAINT_MS: fieldMetric(lcp_ms, 2_500),
  CUMULATIVE_LAYOUT_SHIFT_SCORE: fieldMetric(Math.round(cls * 100), 10),
  INTERACTION_TO_NEXT_PAINT: fieldMetric(inp_ms, 200),
});

const apiError = (code: number, message: string, status: string, reason: string) =>
  jsonAnswer(code, { error: { code, message, errors: [{ message, domain: 'global', reason }], status } });

/**
 * Stand-in for PageSpeed Insights v5: `GET /runPagespeed?url&strategy&category&key`
 * (https://developers.google.com/speed/docs/insights/v5/reference/pagespeedapi/runpagespeed). Pages are good
 * until {@link PageSpeedSandbox.measure} says otherwise.
 * @param key the one key that it accepts
 */
export function createPageSpeedSandbox(key: string): PageSpeedSandbox {
  const results = new Map<string, PageSpeedResult>();
  const sandbox = createApiSandbox({
    faults: ['lab_only', 'null_score', 'runtime_error', 'quota', 'server_error', 'hang_up'],
    hide: ['key'],
    answer({ method, url, url: { searchParams } }, fault) {
      if (method !== 'GET' || url.pathname !== '/runPagespeed') return jsonAnswer(404, {});
      if (searchParams.get('key') !== key)
        return apiError(400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT', 'badRequest');
      if (fault === 'hang_up') return null;
      if (fault === 'quota') return apiError(429, 'Quota exceeded', 'RESOURCE_EXHAUSTED', 'rateLimitExceeded');
      if (fault === 'server_error')
        return apiError(500, 'Lighthouse returned error: FAILED_DOCUMENT_REQUEST.', 'INTERNAL', 'lighthouseError');
      const page = searchParams.get('url') ?? '';
      const { score, field = good.field, lab = good.lab } = results.get(page) ?? good;
      const hasField = field !== null && fault !== 'lab_only';
      return jsonAnswer(200, {
        id: page,
        ...(hasField ? { loadingExperience: { id: page, metrics: toMetrics(field) } } : {}),
        lighthouseResult: {
          requestedUrl: page,
          finalUrl: page,
          lighthouseVersion: '13.0.0',
          configSettings: { formFactor: searchParams.get('strategy') ?? 'desktop' },
          ...(fault === 'runtime_error'
            ? { runtimeError: { code: 'NO_FCP', message: 'The page did not paint any content.' } }
            : {}),
          categories: {
            performance: { score: fault === 'null_score' || fault === 'runtime_error' ? null : score },
          },
          audits: {
            'largest-contentful-paint': { numericValue: lab.lcp_ms },
            'cumulative-layout-shift': { numericValue: lab.cls },
            'total-blocking-time': { numericValue: lab.tbt_ms },
            'server-response-time': { numericValue: lab.ttfb_ms },
            'unused-javascript': {
              title: 'Reduce unused JavaScript',
              details: { type: 'opportunity', overallSavingsMs: score < 0.9 ? 900 : 0 },
            },
          },
        },
      });
    },
  });
  return { ...sandbox, measure: (url, result) => void results.set(url, result) };
}
