import { identity } from '@platform/contracts';
import { encryptWithKey, newId, type Tx } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { consent_chains, consent_ledger, consent_states } from '../schema.ts';
import { emptyChain, linkEntries } from './chain.ts';
import type { CheckedEntry } from './consent-form.ts';
import { subjectKey } from './subject-key.ts';

/** Who answered a consent form, where and how. */
export interface ConsentAct {
  owner: LegalOwner;
  user_id: string;
  email: string | null;
  source: typeof consent_ledger.$inferSelect.source;
  platform: string | null;
  metadata: Record<string, string>;
  reference: string | null;
  client_ip: string;
  user_agent: string;
}

/**
 * Appends the entries of a checked form to the ledger of the owner, one row each, in the caller's transaction, with the
 * users' states and one `consent.accepted` for each row.
 */
export async function appendConsents(
  app: Pick<App, 'emit' | 'clock' | 'sealer'>,
  tx: Tx,
  act: ConsentAct,
  checked: readonly CheckedEntry[],
): Promise<void> {
  if (checked.length === 0) return;
  const { owner, user_id } = act;
  const now = app.clock.now();
  const key = await subjectKey(app, tx, user_id);
  const contents = checked.map(({ document, checkbox_text, accepted }) => {
    const id = newId();
    // The row and the column are authenticated: a ciphertext that is moved elsewhere does not open there.
    const encrypt = (column: string, text: string | null) =>
      text === null || text === ''
        ? null
        : encryptWithKey(key, Buffer.from(text), `consent:${id}:${column}`).toString('base64');
    return {
      id,
      ...owner,
      subject_id: user_id,
      user_id,
      document_id: document.id,
      doc_kind: document.doc_kind,
      version: document.version,
      content_hash: document.content_hash,
      checkbox_text,
      accepted,
      source: act.source,
      platform: act.platform,
      metadata: act.metadata,
      reference: act.reference,
      email_ciphertext: encrypt('email', act.email),
      ip_ciphertext: encrypt('ip', act.client_ip),
      user_agent_ciphertext: encrypt('user_agent', act.user_agent),
      recorded_at: now,
    };
  });
  for (const { id, doc_kind, document_id, version, accepted, source } of contents) {
    await app.emit(
      tx,
      identity.events.consentAccepted,
      { consent_id: id, user_id, doc_kind, document_id, version, accepted, source },
      { application_id: owner.owner_type === 'application' ? owner.owner_id : null, occurred_at: now },
    );
  }

  // From here on every other writer of this owner waits for our commit, so it comes last.
  const { entries, head } = linkEntries(await reserveChain(tx, owner, contents.length), contents);
  await tx.insert(consent_ledger).values(entries);
  await tx
    .insert(consent_states)
    .values(
      entries.map(({ document_id, version, accepted }) => ({
        user_id,
        document_id,
        version,
        accepted,
        updated_at: now,
      })),
    )
    .onConflictDoUpdate({
      target: [consent_states.user_id, consent_states.document_id],
      set: {
        version: sql`excluded.version`,
        accepted: sql`excluded.accepted`,
        updated_at: sql`excluded.updated_at`,
      },
    });
  await tx.update(consent_chains).set({ head_hash: head.hash }).where(isChainOf(owner));
}

/** Locks the chain of an owner and takes the next `count` numbers of it. Answers the head behind which they come. */
async function reserveChain(tx: Tx, owner: LegalOwner, count: number) {
  const [row] = await tx
    .insert(consent_chains)
    .values({ ...owner, seq: count, head_hash: emptyChain.hash })
    .onConflictDoUpdate({
      target: [consent_chains.owner_type, consent_chains.owner_id],
      set: { seq: sql`${consent_chains.seq} + ${count}` },
    })
    .returning({ seq: consent_chains.seq, hash: consent_chains.head_hash });
  if (!row) throw new Error('the consent chain was not locked');
  return { seq: row.seq - count, hash: row.hash };
}

const isChainOf = ({ owner_type, owner_id }: LegalOwner) =>
  and(eq(consent_chains.owner_type, owner_type), eq(consent_chains.owner_id, owner_id));
