import { identity, type RecordedConsent } from '@platform/contracts';
import { defineStatement, encryptWithKey, newId, runAtCommit, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import type { consent_ledger } from '../schema.ts';
import { emptyChain, linkEntries } from './chain.ts';
import { storedLabel } from './checkbox-label.ts';
import type { CheckedEntry } from './consent-form.ts';
import { ledgerPlatform } from './ledger-platform.ts';
import { subjectKeys } from './subject-key.ts';
import { emitWithdrawn, findWithdrawals } from './withdrawals.ts';

const appended = new WeakSet<Tx>();

/** The author, origin and method of an answer to a consent form. */
export interface ConsentAct {
  owner: LegalOwner;
  /** The user, or the pseudonym of a person without an account. */
  subject_id: string;
  /** Null for a person without an account. */
  user_id: string | null;
  email: string | null;
  source: typeof consent_ledger.$inferSelect.source;
  platform: string | null;
  metadata: Record<string, string>;
  reference: string | null;
  client_ip: string;
  user_agent: string;
}

/** A checked form, and the act that it is. */
export interface ConsentForm {
  act: ConsentAct;
  checked: readonly CheckedEntry[];
  /** Runs a function in the scope of the request that sent the form. */
  inScope?<T>(work: () => T): T;
}

type ConsentWriter = Pick<App, 'emit' | 'clock' | 'sealer'>;

/**
 * Appends the entries of a checked form to the ledger of the owner, one row each, in the caller's
 * transaction, with the states of the person and one `consent.accepted` for each row.
 * @returns the rows
 */
export async function appendConsents(
  app: ConsentWriter,
  tx: Tx,
  act: ConsentAct,
  checked: readonly CheckedEntry[],
): Promise<RecordedConsent[]> {
  const [rows = []] = await appendForms(app, tx, [{ act, checked }]);
  return rows;
}

/**
 * {@link appendConsents} for several forms of one owner, in their order. The caller holds the people.
 * @returns the rows of each form
 */
export async function appendForms(
  app: ConsentWriter,
  tx: Tx,
  forms: readonly ConsentForm[],
): Promise<RecordedConsent[][]> {
  const owner = forms.find(({ checked }) => checked.length > 0)?.act.owner;
  if (owner === undefined) return forms.map(() => []);
  if (forms.some(({ act }) => act.owner.owner_type !== owner.owner_type || act.owner.owner_id !== owner.owner_id))
    throw new Error('forms of several owners belong to several chains');
  // The head is written with the commit: a second call would link to the old one and fork the chain.
  if (appended.has(tx)) throw new Error('a transaction may append to a consent ledger only once');
  appended.add(tx);
  const keys = await subjectKeys.requireAll(
    app,
    tx,
    forms.map(({ act }) => act.subject_id),
  );
  // Behind the keys: no record is older than its key.
  const now = app.clock.now();
  const rowsOfForms = forms.map((form) => rowsOf(form, keys.get(form.act.subject_id) as Buffer, now));
  for (const [at, rows] of rowsOfForms.entries()) {
    const emit = () => emitAccepted(app, tx, owner, rows);
    await (forms[at]?.inScope?.(emit) ?? emit());
  }
  const contents = rowsOfForms.flat();
  const withdrawn = await findWithdrawals(tx, contents);
  for (const row of withdrawn) await emitWithdrawn(app, tx, row);

  // From here on every other writer of this owner waits for our commit, with which the rows leave.
  const { entries, head } = linkEntries(await reserveChain(tx, owner, contents.length), contents);
  runAtCommit(tx, appendEntries, [
    JSON.stringify(entries),
    owner.owner_type,
    owner.owner_id,
    head.hash,
    withdrawn.map(({ id }) => id),
  ]);
  return rowsOfForms.map((rows) =>
    rows.map(({ id, document_id, doc_kind, version, accepted }) => ({
      consent_id: id,
      document_id,
      doc_kind,
      version,
      accepted,
    })),
  );
}

type Row = ReturnType<typeof rowsOf>[number];

function rowsOf({ act, checked }: ConsentForm, key: Buffer, recorded_at: Date) {
  return checked.map(({ document, checkbox_text, accepted }) => {
    const id = newId();
    // The row and the column are authenticated: a ciphertext that is moved elsewhere does not open there.
    const encrypt = (column: string, text: string | null) =>
      text === null || text === ''
        ? null
        : encryptWithKey(key, Buffer.from(text), `consent:${id}:${column}`).toString('base64');
    return {
      id,
      ...act.owner,
      subject_id: act.subject_id,
      user_id: act.user_id,
      document_id: document.id,
      doc_kind: document.doc_kind,
      version: document.version,
      content_hash: document.content_hash,
      checkbox_text: storedLabel(id, key, checkbox_text, document.labels ?? []),
      accepted,
      source: act.source,
      platform: ledgerPlatform(act.platform),
      metadata: act.metadata,
      reference: act.reference,
      email_ciphertext: encrypt('email', act.email),
      ip_ciphertext: encrypt('ip', act.client_ip),
      user_agent_ciphertext: encrypt('user_agent', act.user_agent),
      recorded_at,
    };
  });
}

async function emitAccepted(app: ConsentWriter, tx: Tx, owner: LegalOwner, rows: readonly Row[]): Promise<void> {
  for (const { id, user_id, doc_kind, document_id, version, accepted, source, recorded_at } of rows)
    await app.emit(
      tx,
      identity.events.consentAccepted,
      { consent_id: id, user_id, doc_kind, document_id, version, accepted, source },
      { application_id: owner.owner_type === 'application' ? owner.owner_id : null, occurred_at: recorded_at },
    );
}

/**
 * Locks the chain of an owner and takes the next `count` numbers of it. Answers the head behind which they
 * come.
 */
async function reserveChain(tx: Tx, owner: LegalOwner, count: number) {
  const { rows } = await runStatement<{ seq: string; hash: string }>(tx, lockChain, [
    owner.owner_type,
    owner.owner_id,
    count,
    emptyChain.hash,
  ]);
  const [row] = rows;
  if (!row) throw new Error('the consent chain was not locked');
  return { seq: Number(row.seq) - count, hash: row.hash };
}

const lockChain = defineStatement({
  name: 'lock_consent_chain',
  text: `INSERT INTO identity.consent_chains AS chain (owner_type, owner_id, seq, head_hash) VALUES ($1, $2, $3, $4)
    ON CONFLICT (owner_type, owner_id) DO UPDATE SET seq = chain.seq + excluded.seq
    RETURNING chain.seq, chain.head_hash AS hash`,
});

/**
 * The rows, the answers that are in effect now, and the new head of the chain. Of several forms of one person the last
 * one is in effect.
 */
const appendEntries = defineStatement({
  name: 'append_consents',
  text: `WITH entry AS (SELECT * FROM jsonb_populate_recordset(NULL::identity.consent_ledger, $1)),
    appended AS (INSERT INTO identity.consent_ledger SELECT * FROM entry),
    answered AS (
      INSERT INTO identity.consent_states AS state (user_id, document_id, version, accepted, updated_at, withdrawn_at)
      SELECT user_id, document_id, version, accepted, recorded_at,
        CASE WHEN id = ANY ($5::uuid[]) THEN recorded_at END
      FROM entry WHERE user_id IS NOT NULL
      ON CONFLICT (user_id, document_id) DO UPDATE
        SET version = excluded.version, accepted = excluded.accepted, updated_at = excluded.updated_at,
          withdrawn_at = CASE WHEN NOT excluded.accepted THEN coalesce(excluded.withdrawn_at, state.withdrawn_at) END
    ),
    answered_by_subjects AS (
      INSERT INTO identity.subject_consent_states AS state
        (subject_id, document_id, version, accepted, updated_at, withdrawn_at)
      SELECT DISTINCT ON (subject_id, document_id) subject_id, document_id, version, accepted, recorded_at,
        CASE WHEN id = ANY ($5::uuid[]) THEN recorded_at END
      FROM entry WHERE user_id IS NULL ORDER BY subject_id, document_id, seq DESC
      ON CONFLICT (subject_id, document_id) DO UPDATE
        SET version = excluded.version, accepted = excluded.accepted, updated_at = excluded.updated_at,
          withdrawn_at = CASE WHEN NOT excluded.accepted THEN coalesce(excluded.withdrawn_at, state.withdrawn_at) END
    )
    UPDATE identity.consent_chains SET head_hash = $4 WHERE owner_type = $2 AND owner_id = $3`,
});
