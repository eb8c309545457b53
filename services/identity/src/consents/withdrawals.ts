import { destructionDays, identity } from '@platform/contracts';
import { dayMs, defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { applicationOf, type LegalOwner } from '../legal/legal-owner.ts';

/** A new row of the ledger, as far as it may be a withdrawal. */
interface Answer extends LegalOwner {
  id: string;
  user_id: string | null;
  subject_id: string;
  document_id: string;
  doc_kind: string;
  version: string;
  accepted: boolean;
  recorded_at: Date;
}

/**
 * Which answers withdraw a consent: the answer of the person before it accepted. A refusal without an acceptance before
 * it, and a repeated withdrawal, are none. The caller holds the persons, and the answers are not written yet.
 * @param answers in the order in which they were given
 */
export async function findWithdrawals<Row extends Answer>(tx: Tx, answers: readonly Row[]): Promise<Row[]> {
  const refused = answers.filter(({ accepted }) => !accepted);
  if (refused.length === 0) return [];
  const { rows } = await runStatement<Pick<Answer, 'subject_id' | 'document_id'>>(tx, findAccepted, [
    refused.map(({ subject_id }) => subject_id),
    refused.map(({ document_id }) => document_id),
  ]);
  const inEffect = new Set(rows.map(keyOf));
  return answers.filter((answer) => {
    const key = keyOf(answer);
    if (answer.accepted) inEffect.add(key);
    return !answer.accepted && inEffect.delete(key);
  });
}

const keyOf = ({ subject_id, document_id }: Pick<Answer, 'subject_id' | 'document_id'>): string =>
  `${subject_id} ${document_id}`;

const findAccepted = defineStatement({
  name: 'identity_accepted_before_withdrawal',
  text: `SELECT subject_id, document_id FROM unnest($1::uuid[], $2::uuid[]) AS asked (subject_id, document_id)
    WHERE EXISTS (SELECT FROM identity.consent_states AS state
        WHERE state.user_id = asked.subject_id AND state.document_id = asked.document_id AND state.accepted)
      OR EXISTS (SELECT FROM identity.subject_consent_states AS state
        WHERE state.subject_id = asked.subject_id AND state.document_id = asked.document_id AND state.accepted)`,
});

/** Publishes the withdrawal of a consent. */
export const emitWithdrawn = (app: Pick<App, 'emit'>, tx: Tx, row: Answer): Promise<void> => {
  const { id, owner_type, owner_id, user_id, subject_id, doc_kind, document_id, version, recorded_at } = row;
  return app.emit(
    tx,
    identity.events.consentWithdrawn,
    {
      consent_id: id,
      owner_type,
      owner_id,
      user_id,
      subject_id,
      doc_kind,
      document_id,
      version,
      withdrawn_at: recorded_at.toISOString(),
      destroy_by: destroyBy(doc_kind, recorded_at),
    },
    { application_id: applicationOf(row), occurred_at: recorded_at },
  );
};

/** The end of the time to destroy data without a consent (152-FZ, article 21 part 5); null for other kinds. */
export const destroyBy = (doc_kind: string, withdrawnAt: Date): string | null =>
  doc_kind === 'personal_data_consent' ? new Date(withdrawnAt.getTime() + destructionDays * dayMs).toISOString() : null;
