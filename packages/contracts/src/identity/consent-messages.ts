import { z } from 'zod';
import { CalendarDay, Timestamp, Uuid } from '../fields.ts';
import { command, event, query } from '../kit.ts';
import { ConsentEntries, ConsentEntry, ConsentProblem, ConsentSource } from './consents.ts';
import { LegalOwnerRef, OwnerType } from './legal-documents.ts';

/** Events, queries and commands of identity about consents, for other services. */

const ConsentCheck = z.object({
  application_id: Uuid,
  /** Which documents must be among the accepted ones. */
  purpose: z.enum(['registration', 'payment', 'voluntary']),
  consents: ConsentEntries,
});

export const consentEvents = {
  consentChainHead: event(
    'consent.chain_head',
    'The signed head of a consent ledger, for copies outside of the database.',
    z.object({
      owner_type: OwnerType,
      owner_id: Uuid,
      day: CalendarDay,
      seq: z.int(),
      head_hash: z.string(),
      token: z.string(),
    }),
  ),
  consentWithdrawn: event(
    'consent.withdrawn',
    'An accepted consent was withdrawn. A refusal by a person who never accepted is none.',
    z.object({
      consent_id: Uuid,
      owner_type: OwnerType,
      owner_id: Uuid,
      user_id: Uuid.nullable(),
      subject_id: Uuid,
      doc_kind: z.string(),
      document_id: Uuid,
      version: z.string(),
      withdrawn_at: Timestamp,
      /** Of `personal_data_consent`: the end of the 30 days of 152-FZ, article 21 part 5. */
      destroy_by: Timestamp.nullable(),
    }),
  ),
  consentAccepted: event(
    'consent.accepted',
    'An entry was appended to the consent ledger.',
    z.object({
      consent_id: Uuid,
      user_id: Uuid.nullable(),
      doc_kind: z.string(),
      document_id: Uuid,
      version: z.string(),
      accepted: z.boolean(),
      source: ConsentSource,
    }),
  ),
} as const;

export const consentQueries = {
  checkConsents: query(
    'query.identity.consents.check',
    'Whether a consent form is complete and contains only published versions. It changes nothing.',
    ConsentCheck,
    z.object({ problem: ConsentProblem.nullable() }),
  ),
  getConsentCoverage: query(
    'query.identity.consents.coverage',
    'The answers in the ledger of an owner in the last days, by document, version and source.',
    z.object({ owner: LegalOwnerRef, days: z.int().min(1).max(366) }),
    z.object({
      coverage: z.array(
        z.object({
          doc_kind: z.string(),
          version: z.string(),
          source: ConsentSource,
          /** Acceptances. */
          count: z.int(),
          /** Answers that refuse or withdraw. */
          withdrawals: z.int(),
        }),
      ),
    }),
  ),
} as const;

/** A refused form of a person without an account. */
export const SubjectConsentProblem = ConsentProblem.extend({
  error: z.enum([...ConsentProblem.shape.error.options, 'legal_document_required']),
  /** The kind that the owner has to publish first. */
  doc_kind: z.string().optional(),
});
export type SubjectConsentProblem = z.output<typeof SubjectConsentProblem>;

/** A row of the ledger, as the service that asked for it stores it. */
export const RecordedConsent = z.object({
  consent_id: Uuid,
  document_id: Uuid,
  doc_kind: z.string(),
  version: z.string(),
  accepted: z.boolean(),
});
export type RecordedConsent = z.output<typeof RecordedConsent>;

/** A person without an account, and where the answer came from. */
const SubjectAct = z.object({
  site_id: Uuid,
  /** A pseudonym that the caller makes; the same for the same person of this site. */
  subject_id: Uuid,
  email: z.string().max(254).nullable(),
  reference: z.string().max(100),
  /** Time of the act. An act from before the erasure of the person stores nothing. */
  asked_at: Timestamp.optional(),
  client_ip: z.string(),
  user_agent: z.string(),
});

export const consentCommands = {
  recordConsents: command(
    'command.identity.consents.record',
    'Checks a consent form and appends it to the ledger. The same `reference` appends once.',
    {
      limits: { timeoutMs: 5_000, formerly: 'query.identity.consents.record' },
      input: ConsentCheck.extend({
        user_id: Uuid,
        source: ConsentSource,
        reference: z.string().max(100),
        client_ip: z.string(),
        user_agent: z.string(),
        platform: z.string().nullable(),
        /** Stored with each row: the payment that the form belongs to. */
        metadata: z.record(z.string(), z.string()).default({}),
        consents: z.array(ConsentEntry).max(20),
      }),
      output: z.object({
        problem: ConsentProblem.nullable(),
        /** The rows under this reference, also those of earlier calls. */
        consents: z.array(RecordedConsent).default([]),
      }),
    },
  ),
  recordSubjectConsents: command(
    'command.identity.consents.record_subject',
    'Checks the consent form of a person without an account and appends it to the ledger of the site. The same `reference` appends once; a repeat returns the rows of the first call.',
    {
      limits: { timeoutMs: 5_000 },
      input: SubjectAct.extend({
        purpose: z.enum(['site_form', 'newsletter']),
        /** When the caller erased the person last. The event of that erasure may arrive after this form. */
        erased_at: Timestamp.optional(),
        consents: z.array(ConsentEntry).max(20),
      }),
      output: z.object({
        problem: SubjectConsentProblem.nullable(),
        consents: z.array(RecordedConsent),
        /** The person was erased after the form was sent: nothing was recorded. */
        is_late: z.boolean().default(false),
      }),
    },
  ),
  answerSubjectConsentsAgain: command(
    'command.identity.consents.answer_again',
    'Appends the answer of a person without an account for the versions in the rows of `former_reference`: a confirmation, or a withdrawal, also of every acceptance of the kind that stands. The same `reference` appends once.',
    {
      limits: { timeoutMs: 5_000 },
      input: SubjectAct.extend({
        former_reference: z.string().max(100),
        doc_kind: z.string(),
        accepted: z.boolean(),
        /**
         * The answer is for every version of the kind, in whichever form, that the person accepted up to this moment
         * and has not withdrawn since, instead of the rows of `former_reference`.
         */
        standing_until: Timestamp.optional(),
        /**
         * References of acts of which the caller knows that they came before this one, or after it: with
         * `standing_until`, their rows are answered, or not answered, whatever their times are. The clocks of two
         * services are not compared for them.
         */
        earlier_references: z.array(z.string().max(100)).max(1_000).optional(),
        later_references: z.array(z.string().max(100)).max(1_000).optional(),
        metadata: z.record(z.string(), z.string()),
      }),
      output: z.object({ consents: z.array(RecordedConsent) }),
    },
  ),
} as const;
