import type { SocialTiming } from '../src/app.ts';

/**
 * Limits of real time for tests with a clock that stands still. A request may be written up to a minute after
 * the commit of `sent_at`, so a slow machine gives none up. Nothing is claimed beside the calls of a test: the first
 * claim of a service that has just started may come after the first call, and take its work.
 */
export const patientTiming: SocialTiming = { writeWithinMs: 60_000, claimEveryMs: null };
