import type { ChainVerification } from '@platform/contracts';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { type LegalOwner, requireOwner } from '../legal/legal-owner.ts';
import { ledger_verifications } from '../schema.ts';
import type { VerificationRow } from './verification-run.ts';

type Verification = z.input<typeof ChainVerification>;

/**
 * The result of the last verification of a ledger that finished, with the progress of the one that waits or
 * runs. It reads three rows at most, however long the ledger is.
 * @throws AppError `application_not_found`, `site_not_found`
 */
export async function readVerification(app: Pick<App, 'ask' | 'db'>, owner: LegalOwner): Promise<Verification> {
  await requireOwner(app, owner);
  const rows = await app.db
    .select()
    .from(ledger_verifications)
    .where(
      and(eq(ledger_verifications.owner_type, owner.owner_type), eq(ledger_verifications.owner_id, owner.owner_id)),
    );
  return verificationOf(rows);
}

/** The answer that the rows of an owner make. */
export function verificationOf(rows: readonly VerificationRow[]): Verification {
  const finished = rows
    .filter(({ finished_at }) => finished_at !== null)
    .toSorted((a, b) => Number(b.finished_at) - Number(a.finished_at) || (a.id < b.id ? 1 : -1));
  const last = finished[0];
  const whole = finished.find(({ scope }) => scope === 'whole');
  const open = rows.find(({ finished_at }) => finished_at === null);
  return {
    intact: last ? last.problem === null : null,
    entries: last?.seq ?? 0,
    head: last ? { seq: last.seq, hash: last.hash } : null,
    signed_heads: last?.signed_heads ?? 0,
    unverifiable_heads: last?.unverifiable_heads ?? 0,
    problem: last?.problem ?? null,
    scope: last?.scope ?? null,
    from_seq: last?.from_seq ?? null,
    started_at: last?.started_at?.toISOString() ?? null,
    verified_at: last?.finished_at?.toISOString() ?? null,
    whole_verified_at: whole?.finished_at?.toISOString() ?? null,
    running: open ? progressOf(open) : null,
  };
}

const progressOf = ({ scope, seq, from_seq, target_seq, requested_at, started_at }: VerificationRow) => ({
  scope,
  verified: seq - (from_seq ?? 0),
  total: target_seq === null ? null : target_seq - (from_seq ?? 0),
  requested_at: requested_at.toISOString(),
  started_at: started_at?.toISOString() ?? null,
});
