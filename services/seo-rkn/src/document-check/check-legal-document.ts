import {
  catalog,
  type DescribedSite,
  identity,
  isKindOf,
  type RknDocumentCheck,
  type RuleLocale,
  type seoRkn,
} from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import {
  AppError,
  columnsEqual,
  dayOf,
  fail,
  idFromKey,
  invalidField,
  newId,
  requireFound,
  type Tx,
} from '@platform/runtime';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { Completer } from '../ai/complete-with-ai.ts';
import type { App } from '../app.ts';
import { disclaimerIn } from '../rkn/exposure.ts';
import { newestLaw } from '../rkn/law.ts';
import { readProfile } from '../rkn/profile.ts';
import { toShownLaw } from '../rkn/shown-law.ts';
import { requireSite } from '../scans/require-site.ts';
import { rkn_document_checks } from '../schema.ts';
import { type Clause, clausesFor, clausesOf, newestClauses } from './clauses.ts';
import { contradictionText } from './contradiction-texts.ts';
import { readLegalText } from './read-document.ts';
import { readObservations } from './read-observations.ts';
import { scoreElements, verdictOf } from './score-elements.ts';
import { suggestClauses } from './suggest-clauses.ts';

/** A slot of a legal document. */
export interface DocumentSlot {
  owner_type: 'application' | 'cms_site';
  owner_id: string;
  kind: string;
}
type Body = EndpointRequest<typeof seoRkn.endpoints.checkSiteDocument>['body'];
type View = z.input<typeof RknDocumentCheck>;
type CheckRow = typeof rkn_document_checks.$inferSelect;
type Checker = Completer & Pick<App, 'ask' | 'audit' | 'documentChecker'>;

/** Checks of a document that are retained, the newest. */
const retainedChecks = 20;
/** Days of consents that say whether the ledger records them. */
const ledgerDays = 366;

/**
 * Checks the text of a legal document and stores the result.
 * @throws AppError `site_not_found`, `application_not_found`, `legal_document_not_found`, `validation_failed`
 * for a kind that does not apply to the owner, `document_too_complex`
 */
export async function checkLegalDocument(
  app: Checker,
  slot: DocumentSlot,
  { which, use_ai }: Body,
  { locale, admin, idempotency_key }: { locale: RuleLocale; admin: AdminContext; idempotency_key: string | null },
): Promise<View> {
  const { site, application_id } = await requireOwner(app, slot);
  const { kind } = slot;
  const owner = { owner_type: slot.owner_type, owner_id: slot.owner_id };
  const text = (await readLegalText(app, owner, kind, which)) ?? fail('legal_document_not_found');
  const profile = site === null ? null : await readProfile(app.db, site.id);
  const isConsent = kind === 'personal_data_consent';
  const policy = isConsent ? await readLegalText(app, owner, 'privacy_policy', 'published') : null;
  const { rule_version } = newestClauses;
  const clauses = clausesFor(newestClauses, kind);
  const checked =
    (await app.documentChecker.check({
      kind,
      markdown: text.body,
      policy: policy?.body ?? null,
      clauses: clauses.map(({ code, method, blocker }) => ({ code, method, blocker })),
      site: site === null ? null : await readObservations(app, site),
      is_recorded: isConsent ? await isRecorded(app, owner) : null,
      owner: {
        inn: profile?.inn ?? null,
        name: profile?.name ?? null,
        today: dayOf(app.clock.now(), site?.timezone ?? 'UTC'),
      },
    })) ?? fail('document_too_complex');
  const score = scoreElements(clauses, checked.elements);
  const verdict = verdictOf(score, checked.elements);
  const request_id =
    idempotency_key === null ? newId() : idFromKey('document_check', slot.owner_id, kind, which, idempotency_key);
  const elements = use_ai
    ? await suggestClauses(app, clauses, checked.elements, { request_id, kind, text: text.body })
    : checked.elements;
  const row: CheckRow = {
    id: newId(),
    ...owner,
    doc_kind: kind,
    which,
    version: text.version,
    content_hash: text.content_hash,
    score,
    verdict,
    ...checked,
    elements,
    rule_version,
    created_at: app.clock.now(),
    created_by: admin.email,
  };
  await app.db.transaction(async (tx) => {
    await tx.insert(rkn_document_checks).values(row);
    await removeOlder(tx, slot);
    const after = { id: row.id, doc_kind: kind, which, version: row.version, score, verdict };
    await app.audit.record(tx, { before: null, after, application_id });
  });
  return toView(row, locale);
}

/**
 * The newest check of a document.
 * @throws AppError `site_not_found`, `application_not_found`, `validation_failed`, `document_check_not_found`
 */
export async function getDocumentCheck(
  app: Pick<App, 'db' | 'ask'>,
  slot: DocumentSlot,
  { which, locale }: { which?: 'draft' | 'published' | undefined; locale: RuleLocale },
): Promise<View> {
  await requireOwner(app, slot);
  const [row] = await app.db
    .select()
    .from(rkn_document_checks)
    .where(and(columnsEqual(rkn_document_checks, { which }), isOf(slot)))
    .orderBy(desc(rkn_document_checks.id))
    .limit(1);
  return toView(row ?? fail('document_check_not_found'), locale);
}

interface Owner {
  /** Null for an application. */
  site: DescribedSite | null;
  application_id: string | null;
}

/**
 * Not to be called in a transaction.
 * @throws `site_not_found`, `application_not_found`, `validation_failed`
 */
async function requireOwner(app: Pick<App, 'ask'>, { owner_type, owner_id, kind }: DocumentSlot): Promise<Owner> {
  if (!isKindOf(owner_type, kind))
    invalidField('kind', 'is a kind of document of applications; a site has no such document');
  if (owner_type === 'cms_site') {
    const site = await requireSite(app, owner_id);
    return { site, application_id: site.application_id };
  }
  const facts = await app.ask(catalog.queries.getApplicationFacts, { application_id: owner_id });
  return { site: null, application_id: requireFound(facts, 'application').id };
}

/** Whether the ledger has consents of the owner; null where it has none, or does not answer. */
async function isRecorded(
  { ask, log }: Pick<App, 'ask' | 'log'>,
  owner: Pick<DocumentSlot, 'owner_type' | 'owner_id'>,
): Promise<boolean | null> {
  try {
    const { coverage } = await ask(identity.queries.getConsentCoverage, { owner, days: ledgerDays });
    return coverage.some(({ doc_kind }) => doc_kind === 'personal_data_consent') || null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, 'the consent ledger does not answer');
    return null;
  }
}

const isOf = ({ owner_type, owner_id, kind }: DocumentSlot) =>
  and(
    eq(rkn_document_checks.owner_type, owner_type),
    eq(rkn_document_checks.owner_id, owner_id),
    eq(rkn_document_checks.doc_kind, kind),
  );

/** Ids grow with time: those below the oldest that is retained go. */
async function removeOlder(tx: Tx, slot: DocumentSlot): Promise<void> {
  const [oldest] = await tx
    .select({ id: rkn_document_checks.id })
    .from(rkn_document_checks)
    .where(isOf(slot))
    .orderBy(desc(rkn_document_checks.id))
    .limit(1)
    .offset(retainedChecks - 1);
  if (oldest) await tx.delete(rkn_document_checks).where(and(isOf(slot), lt(rkn_document_checks.id, oldest.id)));
}

function toView(row: CheckRow, locale: RuleLocale): View {
  const { owner_type: _, owner_id: __, created_by: ___, elements, contradictions, created_at, ...check } = row;
  const data = clausesOf(row.rule_version);
  const clauses = new Map(clausesFor(data, row.doc_kind).map((clause) => [clause.code, clause]));
  return {
    ...check,
    elements: elements.flatMap((element) => {
      const clause = clauses.get(element.code);
      return clause ? [toElement(clause, element, locale)] : [];
    }),
    blockers: elements.filter(({ blocks }) => blocks).map(({ code }) => code),
    contradictions: contradictions.map((one) => ({ ...one, text: contradictionText(one.code, locale) })),
    law_verified_at: data.verified_at,
    disclaimer: disclaimerIn(locale),
    created_at: created_at.toISOString(),
  };
}

function toElement(
  clause: Clause,
  { code, status, quote, ai_clause }: CheckRow['elements'][number],
  locale: RuleLocale,
): View['elements'][number] {
  const { weight, blocker: is_blocker, law, suggested_clause } = clause;
  const isLacking = status === 'weak' || status === 'missing';
  const words = isLacking ? (ai_clause ?? suggested_clause) : null;
  return {
    code,
    ...clause[locale],
    status,
    weight,
    is_blocker,
    quote,
    law: law.map((line) => toShownLaw(line, newestLaw, locale)),
    suggested_clause: words,
    suggested_by: words === null ? null : ai_clause === null ? 'rules' : 'ai',
  };
}
