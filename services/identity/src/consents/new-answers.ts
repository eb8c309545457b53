import { isDeepStrictEqual } from 'node:util';
import type { Clock, Tx } from '@platform/runtime';
import { and, desc, eq, gt } from 'drizzle-orm';
import { consent_ledger } from '../schema.ts';
import type { ConsentAct } from './append-consents.ts';
import type { CheckedEntry } from './consent-form.ts';

/**
 * Within this time the same answer from the same address is the same request again: a retry or a double click.
 */
const repeatMs = 60_000;
/** More than the entries of two forms: what comes before them is no repeat of this one. */
const maxCompared = 50;

/**
 * The entries of a form without those that repeat the latest answer. Each acceptance is a record of its own,
 * also of a version that was accepted before; a client may repeat a
 * request without an answer. The caller holds the row of the user, so that two equal forms do not both find
 * nothing.
 */
export async function newAnswers(
  { clock }: { clock: Clock },
  tx: Tx,
  act: Pick<ConsentAct, 'source' | 'metadata'> & { user_id: string },
  checked: CheckedEntry[],
): Promise<CheckedEntry[]> {
  if (checked.length === 0) return [];
  const since = new Date(clock.now().getTime() - repeatMs);
  const rows = await tx
    .select()
    .from(consent_ledger)
    .where(and(eq(consent_ledger.user_id, act.user_id), gt(consent_ledger.recorded_at, since)))
    .orderBy(desc(consent_ledger.seq))
    .limit(maxCompared);
  return checked.filter(({ document, accepted }) => {
    const last = rows.find((row) => row.document_id === document.id);
    return !(
      last?.version === document.version &&
      last.accepted === accepted &&
      last.source === act.source &&
      isDeepStrictEqual(last.metadata, act.metadata)
    );
  });
}
