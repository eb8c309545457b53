import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import type { LedgerProblem } from '../schema.ts';
import { type ChainHead, emptyChain, verifyEntry } from './chain.ts';
import { ledgerBatches } from './ledger-batches.ts';
import { findBadEnd } from './ledger-end.ts';
import { findAlteredText, knownTexts } from './ledger-texts.ts';
import { type Fault, readChain, recordAt, recordHashes } from './read-chain.ts';
import { readSignedHeads, readVerifiedSeq, type SignedHead } from './signed-heads.ts';
import type { HeldRun } from './verification-run.ts';

type Walker = Pick<App, 'db' | 'pool' | 'log' | 'evidence'>;

export interface WalkPace {
  /** Ends the slice. */
  signal: AbortSignal;
  /** Milliseconds after which the slice ends. */
  sliceMs: number;
  /** Records between two checkpoints. */
  checkpointRecords: number;
}

const commonPace = { sliceMs: 5_000, checkpointRecords: 10_000 };

/**
 * Verifies the ledger of an application or a site, for one slice: that its records are the appended ones, none
 * altered, missing, added or reordered, and that they agree with the head of the chain, with every signed
 * head and with the published texts. It names the first record that does not:
 *
 * - `gap`: none has this number; `broken_link`: it does not stand behind the one before, or the head of the
 *   chain does not stand behind it; `altered`: it is not what its hash was made of;
 * - `truncated`: the ledger ends here, before the head of the chain;
 * - `signed_head_mismatch`: its hash is not the one that was signed, the ledger ends here before a signed
 *   head, or the signed head is itself not what its token says;
 * - `body_altered`: the text that this record, as the first, names is not the one of its hash any more, or
 *   the owner never published it.
 *
 * A `whole` run walks from record 1. A `recent` one walks from the last signed head up to which the last
 * verification of any scope found the ledger intact. A signed head alone is no such record: it states
 * the hash of its record, which an altered record before it leaves as it is. A verification that has reached
 * the head has seen those records; what is altered there since is for `whole` to find. When the last verification
 * found a problem, its intact part ends before the problem, so every next run finds it again.
 *
 * Records that are appended during the walk are left to the next one. The run goes on at its checkpoint after a
 * slice, a stop or a crash.
 * @throws LostLeaseError
 * @throws the reason of the signal, when a search at the end is stopped
 */
export async function walkLedger(
  app: Walker,
  heldRun: HeldRun,
  pace: Partial<WalkPace> & { signal: AbortSignal },
): Promise<void> {
  const { sliceMs, checkpointRecords, signal } = { ...commonPace, ...pace };
  const sliceEnd = performance.now() + sliceMs;
  const owner: LegalOwner = { owner_type: heldRun.run.owner_type, owner_id: heldRun.run.owner_id };
  // In this order: no head that was signed in between can be ahead of the chain, and no text is missing.
  const signed = await readSignedHeads(app, owner);
  const chain = await readChain(app, owner);
  const texts = await knownTexts(app, owner);
  const walk = await startWalk(app, heldRun, { owner, claims: signed.heads, chain: chain.head });
  const finish = async (problem: LedgerProblem | null) => {
    await heldRun.finish({ ...checkpointOf(walk), unverifiable_heads: signed.unverifiable, problem });
    if (problem)
      app.log.error({ ...owner, seq: problem.seq, reason: problem.reason }, 'a consent ledger is not intact');
  };
  const finishWithFault = async ({ seq, reason }: Fault) =>
    finish({ seq, reason, consent_id: await recordAt(app, owner, seq) });

  if (chain.below !== null) {
    walk.head = emptyChain;
    return finishWithFault({ seq: chain.below, reason: 'gap' });
  }
  if (walk.mismatch !== null) return finishWithFault({ seq: walk.mismatch, reason: 'signed_head_mismatch' });

  let saved = walk.head.seq;
  const save = async () => {
    await heldRun.save(checkpointOf(walk));
    saved = walk.head.seq;
  };
  for await (const part of ledgerBatches(app, owner, { after: saved, last: walk.target.seq })) {
    for (const entry of part) {
      const next = verifyEntry(walk.head, entry);
      if ('reason' in next) return finishWithFault(next);
      const nextHead = walk.signedHeads[0];
      if (nextHead && nextHead.seq <= next.seq && !compareHeads(walk, next))
        return finishWithFault({ seq: next.seq, reason: 'signed_head_mismatch' });
      if (next.seq === walk.target.seq && next.hash !== walk.target.hash)
        return finishWithFault({ seq: next.seq, reason: 'broken_link' });
      if (!(texts.hold(entry.content_hash) ?? (await texts.check(entry.content_hash))))
        return finishWithFault({ seq: next.seq, reason: 'body_altered' });
      walk.head = next;
    }
    const isOver = signal.aborted || performance.now() >= sliceEnd;
    if (isOver || walk.head.seq - saved >= checkpointRecords) await save();
    if (isOver) return heldRun.putBack();
  }
  const bad = (await findBadEnd(app, owner, walk)) ?? (await findAlteredText(app, owner, signal));
  return bad ? finishWithFault(bad) : finish(null);
}

interface Walk {
  scope: HeldRun['run']['scope'];
  /** The last record that was verified. */
  head: ChainHead;
  /** Where the walk ends: the head of the chain when it began. */
  target: ChainHead;
  /** Signed heads that are still ahead. */
  signedHeads: readonly SignedHead[];
  /** Signed heads that were compared. */
  compared: number;
  /** The record of a signed head before the walk that does not have its hash. */
  mismatch: number | null;
}

const checkpointOf = ({ scope, head, compared }: Walk) => ({
  scope,
  seq: head.seq,
  hash: head.hash,
  signed_heads: compared,
});

/** Takes a run up at its checkpoint, or begins it. */
async function startWalk(
  app: Walker,
  { run, save }: HeldRun,
  { owner, claims: signedHeads, chain }: { owner: LegalOwner; claims: readonly SignedHead[]; chain: ChainHead },
): Promise<Walk> {
  if (run.from_seq !== null && run.target_seq !== null && run.target_hash !== null)
    return {
      scope: run.scope,
      head: { seq: run.seq, hash: run.hash },
      target: { seq: run.target_seq, hash: run.target_hash },
      signedHeads: signedHeads.filter(({ seq }) => seq > run.seq),
      compared: run.signed_heads,
      mismatch: null,
    };
  const verified = run.scope === 'recent' ? Math.min(await readVerifiedSeq(app, owner), chain.seq) : 0;
  const from = signedHeads.findLast((signedHead) => signedHead.hash !== null && signedHead.seq <= verified);
  const begin: Walk = {
    // Without a record to begin at, `recent` reads every record.
    scope: from ? 'recent' : 'whole',
    head: emptyChain,
    target: chain,
    signedHeads,
    compared: 0,
    mismatch: null,
  };
  const walk = from ? await comparePassed(app, owner, begin, from) : begin;
  await save({ from_seq: walk.head.seq, target_seq: chain.seq, target_hash: chain.hash, ...checkpointOf(walk) });
  return walk;
}

/** Compares the signed heads up to the beginning of a walk with the records that have their numbers. */
async function comparePassed(app: Walker, owner: LegalOwner, walk: Walk, from: SignedHead): Promise<Walk> {
  const passed = walk.signedHeads.filter(({ seq }) => seq <= from.seq);
  const hashes = await recordHashes(
    app,
    owner,
    passed.map(({ seq }) => seq),
  );
  const headOf = (signedHead: SignedHead | undefined) =>
    signedHead ? { seq: signedHead.seq, hash: signedHead.hash ?? '' } : emptyChain;
  const at = passed.findIndex(({ seq, hash }) => hash === null || hashes.get(seq) !== hash);
  if (at >= 0) return { ...walk, head: headOf(passed[at - 1]), compared: at + 1, mismatch: passed[at]?.seq ?? null };
  return { ...walk, head: headOf(from), signedHeads: walk.signedHeads.slice(passed.length), compared: passed.length };
}

/** Compares a record with the signed heads up to it; false for one that does not have its hash. */
function compareHeads(walk: Walk, { seq, hash }: ChainHead): boolean {
  for (let signedHead = walk.signedHeads[0]; signedHead && signedHead.seq <= seq; signedHead = walk.signedHeads[0]) {
    walk.signedHeads = walk.signedHeads.slice(1);
    walk.compared += 1;
    if (signedHead.hash !== hash) return false;
  }
  return true;
}
