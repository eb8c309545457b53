import type { RecordedConsent } from '@platform/contracts';
import type { App } from '../app.ts';
import { appendConsents } from './append-consents.ts';
import { isSealedLabel, openLabel } from './checkbox-label.ts';
import { findLate } from './erased-subjects.ts';
import { holdSubjects, ledgerAct, rowsUnder, type SubjectAct, standingRows, toRecorded } from './subject-act.ts';
import { subjectKeys } from './subject-key.ts';

export interface AnswerAgain extends SubjectAct {
  /** The reference of the form that is confirmed or withdrawn. */
  former_reference: string;
  doc_kind: string;
  accepted: boolean;
  /** The answer is for every acceptance of the kind of up to this moment that stands, RFC 3339. */
  standing_until?: string | undefined;
  /** References of acts before and after this one, whatever their times are. */
  earlier_references?: readonly string[] | undefined;
  later_references?: readonly string[] | undefined;
  metadata: Record<string, string>;
}

/**
 * Records one more answer to the version that a person without an account answered under `former_reference`,
 * published or not: a confirmation, or a withdrawal. With `standing_until` it answers every version of the kind that the
 * person accepted by then and has not withdrawn; acts that the caller names as earlier or later are in that order,
 * whatever their times are. A repeat with the same reference appends nothing.
 * @returns the rows under the reference; none where nothing of the kind was answered, or the person was erased since
 */
export async function answerAgain(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'sealer'>,
  {
    former_reference,
    doc_kind,
    accepted,
    standing_until,
    earlier_references = [],
    later_references = [],
    metadata,
    ...act
  }: AnswerAgain,
): Promise<{ consents: RecordedConsent[] }> {
  return app.db.transaction(async (tx) => {
    await holdSubjects(tx, [act.subject_id]);
    const [present = [], former = []] = await rowsUnder(tx, [act, { ...act, reference: former_reference }]);
    if (present.length > 0) return { consents: present.map(toRecorded) };
    const [isLate] = await findLate(tx, [act]);
    if (isLate) return { consents: [] };
    const keys = await subjectKeys.requireAll(app, tx, [act.subject_id]);
    const answered =
      standing_until === undefined
        ? former
        : await standingRows(tx, act, doc_kind, { until: standing_until, earlier_references, later_references });
    const entries = answered
      .filter((row) => row.doc_kind === doc_kind)
      .map(({ id: rowId, document_id: id, version, content_hash, checkbox_text }) => ({
        document: { id, doc_kind, version, content_hash, labels: [checkbox_text] },
        checkbox_text: labelOf(keys.get(act.subject_id), rowId, checkbox_text),
        accepted,
      }));
    return { consents: await appendConsents(app, tx, ledgerAct(act, 'newsletter', metadata), entries) };
  });
}

/** The label of the former row; empty where it was sealed with a key that an erasure has destroyed. */
function labelOf(key: Buffer | undefined, id: string, stored: string): string {
  if (!isSealedLabel(stored)) return stored;
  try {
    return key ? openLabel(key, id, stored) : '';
  } catch {
    return '';
  }
}
