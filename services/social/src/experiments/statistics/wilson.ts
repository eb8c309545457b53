import type { Proportion } from './fisher-exact.ts';
import { z95 } from './normal.ts';

/**
 * The 95 % score interval of a proportion (E. B. Wilson, 1927), without a continuity correction.
 * @returns both ends, from 0 to 1; the whole range without a trial
 */
export function wilsonInterval({ successes, trials }: Proportion): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const z2 = z95 * z95;
  const center = (successes + z2 / 2) / (trials + z2);
  const half = (z95 * Math.sqrt((successes * (trials - successes)) / trials + z2 / 4)) / (trials + z2);
  const low = successes === 0 ? 0 : Math.max(0, center - half);
  const high = successes === trials ? 1 : Math.min(1, center + half);
  return { low, high };
}
