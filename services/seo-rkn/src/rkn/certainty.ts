import type { RknCertainty } from '@platform/contracts';
import { dayMs } from '@platform/runtime';
import { lowerOf } from './certainty-order.ts';
import type { LawData, RknRule } from './law.ts';

/** Days after which law that was not verified again confirms nothing. */
const maxAgeDays = 180;

/**
 * Whether law was verified more than 180 days ago.
 * @param verified_at day, `YYYY-MM-DD`; it counts from its beginning, UTC
 */
export const isOutdated = ({ verified_at }: Pick<LawData, 'verified_at'>, now: Date): boolean =>
  now.getTime() - Date.parse(`${verified_at}T00:00:00Z`) > maxAgeDays * dayMs;

/** Certainty of an observation as reports name it: nothing is `confirmed` by law that is outdated. */
export const ownCertainty = (
  rule: Pick<RknRule, 'verified_at'>,
  { certainty }: { certainty: RknCertainty },
  now: Date,
): RknCertainty => (isOutdated(rule, now) ? lowerOf(certainty, 'detected') : certainty);

/**
 * Effective certainty of a finding: its own, limited by that of its rule and variant, and at most `detected`
 * if the rule is outdated.
 */
export function effectiveCertainty(
  rule: Pick<RknRule, 'certainty' | 'verified_at' | 'variants'>,
  finding: { variant: string | null; certainty: RknCertainty },
  now: Date,
): RknCertainty {
  const ofVariant = finding.variant === null ? undefined : rule.variants?.[finding.variant]?.certainty;
  const capped = lowerOf(lowerOf(finding.certainty, rule.certainty), ofVariant ?? 'confirmed');
  return ownCertainty(rule, { certainty: capped }, now);
}
