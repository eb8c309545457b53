import { randomUUID } from 'node:crypto';
import {
  type ConsentEntry,
  type cms,
  identity,
  type RecordedConsent,
  type SubjectConsentProblem,
} from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { AppError, newId } from '@platform/runtime';
import { type Newsroom, openNewsroom } from './newsroom.ts';

type Form = Partial<EndpointRequest<typeof cms.endpoints.submitLead>['body']>;

/** An answer of the ledger: its rows, a refusal, an outage, or a person who was erased since. */
export type LedgerMood = 'up' | 'down' | 'lost_answer' | 'stale' | 'no_document' | 'late_once';

/** A newsroom whose consent ledger is the test's: what it was asked, and how it answers. */
export interface LeadDesk extends Newsroom {
  /** References that the ledger has rows of. */
  ledger: Map<string, RecordedConsent[]>;
  /** Input of every call of the ledger, in their order. */
  asked: Record<string, unknown>[];
  mood(mood: LedgerMood): void;
  /** Runs once while the next form is recorded. */
  duringForm(work: () => Promise<void>): void;
  consents: ConsentEntry[];
  /** The tick of the newsletter on a form. */
  marketing: ConsentEntry;
  /** A form of a person. */
  form(changes?: Form): EndpointRequest<typeof cms.endpoints.submitLead>['body'];
  submit(changes?: Form, headers?: Record<string, string>): ReturnType<Newsroom['reader']['submitLead']>;
  rows(): Promise<{ id: string; state: string; subject_id: string }[]>;
}

/** Identity is not here: its contract of the ledger is kept by this map, one form for each reference. */
export async function openLeadDesk(
  site: Record<string, unknown> = {},
  env: Record<string, string> = {},
): Promise<LeadDesk> {
  const room = await openNewsroom(site, env);
  const ledger = new Map<string, RecordedConsent[]>();
  const asked: Record<string, unknown>[] = [];
  let mood: LedgerMood = 'up';
  let during = async (): Promise<void> => {};
  const document_id = newId();
  const consents = [{ document_id, version: '1', checkbox_text: 'I agree', accepted: true }];
  const marketing = { document_id: newId(), version: '1', checkbox_text: 'Send me news', accepted: true };
  const rowsOf = (entries: readonly ConsentEntry[]): RecordedConsent[] =>
    entries.map(({ checkbox_text, ...entry }) => ({
      consent_id: newId(),
      doc_kind:
        entry.document_id === marketing.document_id || checkbox_text === 'Newsletter'
          ? 'marketing_consent'
          : 'personal_data_consent',
      ...entry,
    }));
  const refuse = (problem: SubjectConsentProblem) => ({ problem, consents: [] });
  await room.t.answer(identity.commands.recordSubjectConsents, async (form) => {
    asked.push(form);
    const work = during;
    during = async () => {};
    await work();
    const present = ledger.get(form.reference);
    if (mood === 'down') throw new AppError('service_unavailable');
    if (present) return { problem: null, consents: present };
    if (mood === 'late_once') {
      mood = 'up';
      return { problem: null, consents: [], is_late: true };
    }
    if (mood === 'no_document') return refuse({ error: 'legal_document_required', doc_kind: 'personal_data_consent' });
    if (mood === 'stale') return refuse({ error: 'consent_version_mismatch', document_id, published_version: '2' });
    ledger.set(form.reference, rowsOf(form.consents));
    if (mood === 'lost_answer') throw new AppError('service_unavailable');
    return { problem: null, consents: ledger.get(form.reference) ?? [] };
  });
  await room.t.answer(identity.commands.answerSubjectConsentsAgain, (act) => {
    asked.push(act);
    if (mood === 'down') throw new AppError('service_unavailable');
    const rows = ledger.get(act.reference) ?? ledger.get(act.former_reference) ?? [];
    ledger.set(
      act.reference,
      rows.map((row) => ({ ...row, accepted: act.accepted })),
    );
    return { consents: ledger.get(act.reference) ?? [] };
  });
  const form = (changes: Form = {}) => ({
    form: 'contact' as const,
    email: `${randomUUID()}@people.test`,
    consents,
    ...changes,
  });
  return {
    ...room,
    ledger,
    asked,
    duringForm(work) {
      during = work;
    },
    mood(next) {
      mood = next;
    },
    consents,
    marketing,
    form,
    submit: (changes, headers = {}) =>
      room.reader.submitLead({ params: { site_code: room.site.code }, body: form(changes), headers }),
    rows: () =>
      room.t.database.query('SELECT id, state, subject_id FROM cms.leads WHERE site_id = $1 ORDER BY id', [
        room.site.id,
      ]),
  };
}
