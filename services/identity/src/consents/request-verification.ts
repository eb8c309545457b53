import { defineStatement, newId, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { type LegalOwner, requireOwner } from '../legal/legal-owner.ts';
import type { ledger_verifications } from '../schema.ts';
import { emptyChain } from './chain.ts';
import { readVerification } from './read-verification.ts';

type Scope = typeof ledger_verifications.$inferSelect.scope;

/**
 * Where one waits, `whole` replaces `recent`. `whole` also begins anew where `recent` runs: the process that walks
 * loses its lease. Any other that runs has read records before this request, so another one follows it.
 */
const request = defineStatement({
  name: 'request_verification',
  text: `INSERT INTO identity.ledger_verifications AS v (id, owner_type, owner_id, scope, requested_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $5)
    ON CONFLICT (owner_type, owner_id) WHERE finished_at IS NULL
    DO UPDATE SET scope = excluded.scope, requested_at = excluded.requested_at, from_seq = NULL, started_at = NULL,
                  target_seq = NULL, target_hash = NULL, seq = 0, hash = '${emptyChain.hash}', signed_heads = 0,
                  checkpoint_token = NULL, due_at = excluded.due_at, lease_until = NULL,
                  lease_fence = v.lease_fence + 1, tries = 0, again_scope = NULL, again_at = NULL
      WHERE excluded.scope = 'whole' AND v.scope = 'recent'`,
});

const requestAgain = defineStatement({
  name: 'request_verification_again',
  text: `UPDATE identity.ledger_verifications SET again_scope = $3, again_at = $4
    WHERE owner_type = $1 AND owner_id = $2 AND finished_at IS NULL AND started_at IS NOT NULL
      AND NOT (scope = 'recent' AND $3 = 'whole')
      AND (again_scope IS NULL OR (again_scope = 'recent' AND $3 = 'whole'))`,
});

/**
 * Requests a verification of a ledger, which begins at once. While one waits, nothing is added: a repeated request
 * answers the same run, and `whole` replaces `recent`. While one runs, it is the answer, and another one follows it.
 * @returns the last result, with the progress of the run
 * @throws AppError `application_not_found`, `site_not_found`
 */
export async function requestVerification(
  app: Pick<App, 'ask' | 'db' | 'clock' | 'verificationRunner'>,
  owner: LegalOwner,
  { scope }: { scope: Scope },
): ReturnType<typeof readVerification> {
  await requireOwner(app, owner);
  // In this order: what begins in between begins after the request.
  const now = app.clock.now();
  await runStatement(app.db, requestAgain, [owner.owner_type, owner.owner_id, scope, now]);
  await runStatement(app.db, request, [newId(), owner.owner_type, owner.owner_id, scope, now]);
  app.verificationRunner.wake();
  return readVerification(app, owner);
}

const requestDaily = defineStatement({
  name: 'request_daily_verifications',
  text: `INSERT INTO identity.ledger_verifications (id, owner_type, owner_id, scope, requested_at, due_at)
    SELECT uuidv7(), c.owner_type, c.owner_id, 'recent', $1, $1
      FROM (SELECT owner_type, owner_id FROM identity.consent_chains
            UNION SELECT owner_type, owner_id FROM identity.consent_chain_heads
            UNION SELECT owner_type, owner_id FROM identity.ledger_verifications) AS c
     WHERE NOT EXISTS (SELECT FROM identity.ledger_verifications AS v
                        WHERE v.owner_type = c.owner_type AND v.owner_id = c.owner_id AND v.requested_at >= $2)
    ON CONFLICT (owner_type, owner_id) WHERE finished_at IS NULL DO NOTHING`,
});

/**
 * Requests a `recent` verification of each ledger for which none was requested on this UTC day; also of one of which
 * nothing is left but a signed head, or the result of a verification.
 */
export async function requestDailyVerifications(app: Pick<App, 'db' | 'clock' | 'verificationRunner'>): Promise<void> {
  const now = app.clock.now();
  const day = new Date(now);
  day.setUTCHours(0, 0, 0, 0);
  await runStatement(app.db, requestDaily, [now, day]);
  app.verificationRunner.wake();
}
