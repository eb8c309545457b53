import type { catalog } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import type { TermedGrant } from './change-grants.ts';
import { readTermedGrants } from './read-grants.ts';

type Coverage = Parameters<QueryHandlers<typeof catalog>['isPlanCovered']>[0];

/**
 * Whether the user got what a payment would grant from an administrator or a license after the payment began:
 * the same plan, or one grant with all its codes, for at least as long. A shorter or an earlier grant is no
 * reason to stop a purchase.
 */
export async function isPlanCovered(app: Pick<App, 'db' | 'clock'>, coverage: Coverage): Promise<boolean> {
  const now = app.clock.now();
  return (await readTermedGrants(app, coverage)).some((termed) => covers(termed, coverage, now));
}

function covers({ grant, term }: TermedGrant, coverage: Coverage, now: Date): boolean {
  if (grant.source === 'payment' || grant.revoked_at !== null) return false;
  if (grant.created_at.getTime() < Date.parse(coverage.granted_after)) return false;
  const hasCodes = coverage.entitlement_codes.every((code) => grant.entitlement_codes.includes(code));
  if (grant.plan_id !== coverage.plan_id && (coverage.entitlement_codes.length === 0 || !hasCodes)) return false;
  if (term.expires_at !== null && term.expires_at <= now) return false;
  // A timed grant keeps its whole duration, even if its term begins later.
  if (grant.duration_ms === null && term.starts_at > now) return false;
  if (term.expires_at === null) return true;
  // For a timed grant only its own duration counts, not the terms of earlier grants before it.
  const end = grant.duration_ms === null ? term.expires_at.getTime() : grant.granted_at.getTime() + grant.duration_ms;
  return coverage.covers_until !== null && end >= Date.parse(coverage.covers_until);
}
