import { createLocalJWKSet, jwtVerify } from 'jose';
import type { App } from '../app.ts';
import type { ledger_verifications } from '../schema.ts';

type VerificationRow = typeof ledger_verifications.$inferSelect;

const kind = 'consent.verification';

/** What a checkpoint states: which records of which ledger a verification has read, and since when. */
const statementOf = (run: VerificationRow) => ({
  kind,
  id: run.id,
  owner_type: run.owner_type,
  owner_id: run.owner_id,
  scope: run.scope,
  started_at: run.started_at?.toISOString() ?? null,
  from_seq: run.from_seq,
  target_seq: run.target_seq,
  target_hash: run.target_hash,
  seq: run.seq,
  hash: run.hash,
  signed_heads: run.signed_heads,
});

/** The checkpoint of a verification as a compact JWS of our evidence key. */
export const signCheckpoint = ({ evidence }: Pick<App, 'evidence'>, run: VerificationRow): Promise<string> =>
  evidence.sign(statementOf(run));

/** Whether a verification has come to what its row says: its token states that, and is of one of our keys. */
export async function holdsCheckpoint({ evidence }: Pick<App, 'evidence'>, run: VerificationRow): Promise<boolean> {
  if (run.checkpoint_token === null) return false;
  try {
    const keySet = createLocalJWKSet({ keys: evidence.keys });
    const { payload } = await jwtVerify(run.checkpoint_token, keySet, { algorithms: ['EdDSA'] });
    return Object.entries(statementOf(run)).every(([claim, value]) => payload[claim] === value);
  } catch {
    return false;
  }
}
