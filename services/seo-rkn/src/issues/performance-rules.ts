import type { PsiInput, SiteInput } from './site-input.ts';
import type { Verdicts } from './verdicts.ts';

/**
 * A value above `poor` has the weight of the type, one above `good` a lower one:
 * https://web.dev/articles/vitals.
 */
const vitals = {
  cwv_lcp: { good: 2_500, poor: 4_000 },
  cwv_cls: { good: 0.1, poor: 0.25 },
  cwv_inp: { good: 200, poor: 500 },
} as const;
const score = { good: 70, poor: 50 } as const;
/** Below this score a page is slow. */
export const lowScore = score.good;
const ttfbMs = { good: 800, poor: 1_000 } as const;
const blockingMs = 600;

/** Middle value; of an even count the one of the two in the middle that is better for the site. */
export function median(values: readonly number[], better: 'high' | 'low'): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const isEven = sorted.length % 2 === 0;
  return sorted[isEven && better === 'low' ? middle - 1 : middle] ?? 0;
}

interface Vital {
  type: keyof typeof vitals;
  /** Measured with real users; it counts more than that of the laboratory. */
  field: number | null | undefined;
  lab: number | null | undefined;
}

function judgeVital(page: PsiInput, verdicts: Verdicts, { type, field, lab }: Vital): void {
  const value = field ?? lab;
  if (value === null || value === undefined || value <= vitals[type].good) return;
  const isField = field !== null && field !== undefined;
  verdicts.report(
    type,
    { key: page.url_key, url: page.url },
    {
      ...(isField ? {} : { variant: 'lab' }),
      circumstance: value > vitals[type].poor ? 'poor' : 'middling',
      evidence: { measured: value, threshold: vitals[type].good },
    },
  );
}

export function judgePsi(site: SiteInput, verdicts: Verdicts): void {
  for (const page of site.psi ?? []) {
    const subject = { key: page.url_key, url: page.url };
    // One run of a laboratory says nothing.
    if (page.scores.length === 1) verdicts.leave('psi_low_score', page.url_key);
    const measured = page.scores.length > 1 ? median(page.scores, 'high') : null;
    if (measured !== null && measured < score.good)
      verdicts.report('psi_low_score', subject, {
        circumstance: measured < score.poor ? null : 'middling',
        evidence: { measured, threshold: score.good, snippet: page.top_audits.join(', ') },
      });
    judgeVital(page, verdicts, { type: 'cwv_lcp', field: page.field?.lcp_ms, lab: page.lab?.lcp_ms });
    judgeVital(page, verdicts, { type: 'cwv_cls', field: page.field?.cls, lab: page.lab?.cls });
    judgeVital(page, verdicts, { type: 'cwv_inp', field: page.field?.inp_ms, lab: null });
    const blocking = page.lab?.tbt_ms ?? null;
    if ((page.field?.inp_ms ?? null) === null && blocking !== null && blocking > blockingMs)
      verdicts.report('cwv_inp', subject, {
        variant: 'proxy',
        evidence: { measured: blocking, threshold: blockingMs },
      });
  }
}

export function judgeTtfb(site: SiteInput, verdicts: Verdicts): void {
  for (const { url, url_key, samples_ms } of site.ttfb ?? []) {
    if (samples_ms.length < 3) {
      verdicts.leave('slow_ttfb', url_key);
      continue;
    }
    const measured = Math.round(median(samples_ms, 'low'));
    if (measured <= ttfbMs.good) continue;
    verdicts.report(
      'slow_ttfb',
      { key: url_key, url },
      {
        circumstance: measured > ttfbMs.poor ? null : 'middling',
        evidence: { measured, threshold: ttfbMs.good },
      },
    );
  }
}
