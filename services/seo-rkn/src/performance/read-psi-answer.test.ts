import { expect, test } from '@jest/globals';
import { toPage } from './measure-pages.ts';
import { type PsiRun, readPsiAnswer } from './read-psi-answer.ts';

const metrics = {
  LARGEST_CONTENTFUL_PAINT_MS: { percentile: 2_300, category: 'AVERAGE' },
  CUMULATIVE_LAYOUT_SHIFT_SCORE: { percentile: 12, category: 'NEW_WORD' },
  INTERACTION_TO_NEXT_PAINT: { percentile: 180 },
  EXPERIMENTAL_TIME_TO_FIRST_BYTE: { percentile: 700 },
};
const field = { lcp_ms: 2_300, cls: 0.12, inp_ms: 180, ttfb_ms: 700 };
const lighthouse = (over: object = {}) => ({
  lighthouseResult: {
    categories: { performance: { score: 0.494 } },
    audits: {
      'largest-contentful-paint': { numericValue: 4_100.5 },
      'cumulative-layout-shift': { numericValue: 0.03 },
      'total-blocking-time': { numericValue: 610 },
      'server-response-time': { numericValue: 90 },
      'unused-javascript': { details: { overallSavingsMs: 900 } },
      'image-delivery-insight': { metricSavings: { LCP: 1_200, CLS: 9_999 } },
      'font-display-insight': { metricSavings: { FCP: 0 } },
      'Постороннее <b>': { metricSavings: { LCP: 5_000 } },
    },
    ...over,
  },
});

test('a run has its score of a hundred, field data beside the laboratory, and the largest savings', () => {
  expect(readPsiAnswer(200, { ...lighthouse(), loadingExperience: { metrics } })).toEqual({
    run: {
      score: 49,
      field: { of: 'page', ...field },
      lab: { lcp_ms: 4_100.5, cls: 0.03, tbt_ms: 610, ttfb_ms: 90 },
      top_audits: ['image-delivery-insight', 'unused-javascript'],
    },
  });
});

test.each([
  ['none', {}, null],
  ['those of the origin', { originLoadingExperience: { metrics } }, { of: 'origin', ...field }],
  [
    'those of the origin in place of the page',
    { loadingExperience: { metrics, origin_fallback: true } },
    { of: 'origin', ...field },
  ],
  ['no number in them', { loadingExperience: { metrics: { INTERACTION_TO_NEXT_PAINT: { percentile: 'x' } } } }, null],
])('field data: %s', (_, experience, expected) => {
  expect(readPsiAnswer(200, { ...lighthouse(), ...experience })).toMatchObject({ run: { field: expected } });
});

const failure = (message: string, more = {}) => ({ error: { message, ...more } });
test.each([
  ['a score of null', 200, lighthouse({ categories: { performance: { score: null } } }), 'page_failed'],
  ['an error of the run', 200, lighthouse({ runtimeError: { code: 'NO_FCP' } }), 'page_failed'],
  ['no run', 200, {}, 'page_failed'],
  ['no JSON', 200, null, 'unreachable'],
  ['a bad key', 400, failure('API key not valid. Please pass a valid API key.'), 'key_refused'],
  ['a key that has run out', 400, failure('Expired', { details: [{ reason: 'API_KEY_INVALID' }] }), 'key_refused'],
  ['an API that is not enabled', 403, failure('disabled'), 'key_refused'],
  ['an address that is not reached', 400, failure('Unable to resolve'), 'page_failed'],
  ['a spent quota', 429, failure('Quota exceeded'), 'quota_exceeded'],
  ['a page that Lighthouse cannot read', 500, failure('Lighthouse returned error: NO_FCP'), 'page_failed'],
  ['a broken server', 500, null, 'unreachable'],
])('no measurement, and no score of 0: %s', (_, status, json, error) => {
  expect(readPsiAnswer(status, json)).toEqual({ error });
});

const run = (score: number): PsiRun => ({
  score,
  field: null,
  top_audits: [],
  lab: { lcp_ms: score, cls: null, tbt_ms: null, ttfb_ms: null },
});

test('three runs of a scan count together, and one run counts with that of the scan before', () => {
  const { page } = toPage('https://a.example/', [run(40), run(80), run(60)], null);
  expect(page).toMatchObject({ scores: [40, 80, 60], runs: [40, 80, 60], lab: { lcp_ms: 60 } });
  expect(toPage('https://a.example/', [run(90)], 40).page).toMatchObject({ scores: [40, 90], runs: [90] });
});
