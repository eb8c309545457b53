import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import type { ChainHead } from './chain.ts';
import { type Fault, readChain, recordHashes } from './read-chain.ts';
import { readSignedHeads } from './signed-heads.ts';

/**
 * What is wrong at the last record of a walk and behind it; null when nothing is. The chain and its signed heads
 * are read again: both have grown since the walk began. A signed head is compared with the record of its number,
 * not with the length of the chain: records that were appended to a ledger that was cut off have the numbers of
 * those that are gone.
 * @param head the last record that was verified
 * @param target the head of the chain when the walk began
 */
export async function findBadEnd(
  app: Pick<App, 'db' | 'pool' | 'evidence'>,
  owner: LegalOwner,
  { head, target }: { head: ChainHead; target: ChainHead },
): Promise<Fault | null> {
  if (head.seq < target.seq) return { seq: head.seq + 1, reason: 'truncated' };
  if (head.hash !== target.hash) return { seq: head.seq, reason: 'broken_link' };
  const signed = await readSignedHeads(app, owner, { after: target.seq });
  const hashes = await recordHashes(
    app,
    owner,
    signed.heads.map(({ seq }) => seq),
  );
  const chain = await readChain(app, owner);
  if (chain.beyond !== null) return { seq: chain.beyond, reason: 'broken_link' };
  const bad = signed.heads.find(({ seq, hash }) => hash === null || hashes.get(seq) !== hash);
  return bad ? { seq: Math.min(bad.seq, chain.head.seq + 1), reason: 'signed_head_mismatch' } : null;
}
