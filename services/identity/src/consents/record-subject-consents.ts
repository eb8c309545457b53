import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConsentEntry, RecordedConsent, SubjectConsentProblem } from '@platform/contracts';
import { type BatchLoader, createGroupLoader } from '@platform/runtime';
import type { App } from '../app.ts';
import { appendForms, type ConsentForm } from './append-consents.ts';
import { checkSubjectForm, type SubjectPurpose } from './consent-form.ts';
import { destroyErased } from './erase-subject.ts';
import { findLate, isRetained } from './erased-subjects.ts';
import { holdPublishedDocuments } from './published-documents.ts';
import { holdSubjects, ledgerAct, ownerOfAct, rowsUnder, type SubjectAct, toRecorded } from './subject-act.ts';

export interface SubjectForm extends SubjectAct {
  purpose: SubjectPurpose;
  /** When the caller erased the person last, RFC 3339. */
  erased_at?: string | undefined;
  consents: readonly ConsentEntry[];
}

/** The fault of a form, or null and its rows in the ledger. */
export interface FormOutcome {
  problem: SubjectConsentProblem | null;
  consents: RecordedConsent[];
  /** The person was erased after the form was sent: nothing was recorded. */
  is_late: boolean;
}

type Recorder = Pick<App, 'db' | 'emit' | 'clock' | 'sealer'>;
type Scoped = SubjectForm & Required<Pick<ConsentForm, 'inScope'>>;

/** Forms of one transaction. */
const formsAtOnce = 50;
/** Forms of one site that wait at most: some seconds of work. */
const maxWaiting = 1_000;

/**
 * Makes the function that records the form of a person without an account in the ledger of the site, all
 * entries or none. A repeat with the same reference appends nothing, also when a new version was published in
 * between, and a form from before the erasure of its person nothing either. The chain of a site has one writer at
 * a time, so forms of one moment share a transaction.
 */
export function createSubjectConsentRecorder(app: Recorder): (form: SubjectForm) => Promise<FormOutcome> {
  const record: BatchLoader<Scoped, FormOutcome> = createGroupLoader({
    groupOf: ({ site_id }) => site_id,
    size: formsAtOnce,
    waiting: maxWaiting,
    load: (forms) => recordForms(app, forms),
  });
  return (form) => record({ ...form, inScope: AsyncLocalStorage.snapshot() });
}

const keyOf = ({ subject_id, reference }: SubjectForm): string => `${subject_id} ${reference}`;

/** Records forms of one site. */
async function recordForms(app: Recorder, forms: readonly Scoped[]): Promise<FormOutcome[]> {
  const [first] = forms;
  if (!first) return [];
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const erasures = forms.flatMap(({ subject_id, erased_at }) =>
      erased_at === undefined ? [] : { subject_id, erased_at: new Date(erased_at) },
    );
    const [documents, , , present, late] = await Promise.all([
      holdPublishedDocuments(tx, ownerOfAct(first)),
      holdSubjects(
        tx,
        forms.map(({ subject_id }) => subject_id),
      ),
      destroyErased(
        tx,
        erasures.filter(({ erased_at }) => isRetained(erased_at, now)),
      ),
      rowsUnder(tx, forms),
      findLate(tx, forms),
    ]);
    const toAppend = new Map<string, ConsentForm>();
    const problems = forms.map((form, at) => {
      if ((present[at] ?? []).length > 0 || late[at] || toAppend.has(keyOf(form))) return null;
      const check = checkSubjectForm(documents, form.purpose, form.consents);
      if (check.problem) return check.problem;
      toAppend.set(keyOf(form), {
        act: ledgerAct(form, form.purpose, {}),
        checked: check.entries,
        inScope: form.inScope,
      });
      return null;
    });
    const rows = await appendForms(app, tx, [...toAppend.values()]);
    const appended = new Map([...toAppend.keys()].map((key, at) => [key, rows[at] ?? []]));
    return forms.map((form, at) => {
      const problem = problems[at] ?? null;
      const consents = appended.get(keyOf(form)) ?? (present[at] ?? []).map(toRecorded);
      if (problem) return { problem, consents: [], is_late: false };
      return { problem, consents, is_late: consents.length === 0 && late[at] === true };
    });
  });
}
