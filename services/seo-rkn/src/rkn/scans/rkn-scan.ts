import type { RknScan } from '@platform/contracts';
import type { z } from 'zod';
import { type ShownScan, toScan } from '../../scans/scan.ts';

/** A scan about personal data as administrators see it. */
export function toRknScan(row: ShownScan, now: Date): z.input<typeof RknScan> {
  const { options, ...scan } = toScan(row, now);
  const { max_pages, render, interval_ms, max_body_bytes, ignore_robots } = options;
  const { score = null, risk = null, coverage_score = null } = row.rkn_outcome ?? {};
  return {
    ...scan,
    options: { max_pages, render: render === 'never' ? 'never' : 'always', interval_ms, max_body_bytes, ignore_robots },
    score,
    risk,
    coverage_score,
  };
}
