import { cms, identity } from '@platform/contracts';
import { isAppError } from '@platform/runtime';
import type { App } from '../../app.ts';
import type { ScanRow } from '../../scans/scan.ts';
import { words } from '../facts/words.ts';
import type { OwnDocument, RknSite } from '../judge/rkn-site.ts';
import { readProfile } from '../profile.ts';

type Asker = Pick<App, 'ask' | 'db' | 'log'>;
type OwnData = Pick<RknSite, 'documents' | 'consents' | 'reconsent' | 'newsletter' | 'profile'> & {
  subject_type: Awaited<ReturnType<typeof readProfile>>['subject_type'];
};

/** Days of leads that a scan reads. */
const leadDays = 30;
/** Days of acceptances in which users came to a version. */
const consentDays = 366;
/** Days that users have for a new version. */
const graceDays = 14;
/** Documents whose texts the rules read. */
const readKinds = new Set(['privacy_policy', 'personal_data_consent', 'marketing_consent']);
const leaving = words('отпис~|отказ~ от|отозв~|отзыв~|unsubscribe|withdraw~');

/**
 * Reads the data of the platform about a site. The part of a source that does not answer is null, and the
 * rules that need it stay unverified.
 */
export async function readOwnData(
  app: Asker,
  scan: Pick<ScanRow, 'id' | 'site_id' | 'application_id'>,
): Promise<OwnData> {
  const { site_id } = scan;
  const documents = await orNull(app, scan, () => readDocuments(app, site_id));
  const coverage = await orNull(app, scan, async () => {
    const answer = await app.ask(cms.queries.getConsentCoverage, { site_id, days: leadDays });
    return answer.coverage;
  });
  const reconsent = await orNull(app, scan, () => readReconsent(app, scan.application_id));
  const { subject_type, registry_status, crossborder_status, distribution_consents } = await readProfile(
    app.db,
    site_id,
  );
  const isMailed = coverage?.some(({ by_version }) =>
    by_version.some(({ doc_kind }) => doc_kind === 'marketing_consent'),
  );
  const marketing = documents?.find(({ kind }) => kind === 'marketing_consent');
  return {
    documents,
    consents: coverage?.map(({ by_version: _, ...group }) => group) ?? null,
    reconsent,
    newsletter:
      coverage === null || documents === null
        ? null
        : { is_used: isMailed ?? false, has_unsubscribe: leaving.test(marketing?.text ?? '') },
    profile: { registry_status, crossborder_status, distribution_consents },
    subject_type,
  };
}

async function orNull<T>({ log }: Asker, { id }: { id: string }, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!isAppError(error) || error.code !== 'service_unavailable') throw error;
    log.warn({ err: error, scan_id: id }, 'a source of a scan does not answer: its rules are unverified');
    return null;
  }
}

async function readDocuments({ ask }: Asker, site_id: string): Promise<OwnDocument[]> {
  const owner = { owner_type: 'cms_site' as const, owner_id: site_id };
  const { documents } = await ask(identity.queries.listLegalStates, { owner });
  const ownDocuments: OwnDocument[] = [];
  for (const { doc_kind: kind, published_version } of documents) {
    const isPublished = published_version !== null;
    const text = isPublished && readKinds.has(kind) ? await readText({ ask }, owner, kind) : null;
    ownDocuments.push({ kind, is_published: isPublished, text });
  }
  return ownDocuments;
}

async function readText(
  { ask }: Pick<Asker, 'ask'>,
  owner: { owner_type: 'cms_site'; owner_id: string },
  kind: string,
): Promise<string | null> {
  let text = '';
  for (let offset: number | null = 0; offset !== null; ) {
    const answer: { document: { body_markdown: string; next_offset: number | null } | null } = await ask(
      identity.queries.getLegalText,
      { owner, kind, which: 'published', offset },
    );
    if (answer.document === null) return text === '' ? null : text;
    text += answer.document.body_markdown;
    offset = answer.document.next_offset;
  }
  return text;
}

/**
 * Share of users of the application of a site that accepted an older version and not the newest; an estimate
 * from acceptances, because the ledger counts answers. While users still accept the older version, the newest
 * is too recent to judge.
 */
async function readReconsent({ ask }: Asker, application_id: string | null): Promise<RknSite['reconsent']> {
  if (application_id === null) return 'none';
  const owner = { owner_type: 'application' as const, owner_id: application_id };
  const { documents } = await ask(identity.queries.listLegalStates, { owner });
  const [{ coverage }, recent] = [
    await ask(identity.queries.getConsentCoverage, { owner, days: consentDays }),
    await ask(identity.queries.getConsentCoverage, { owner, days: graceDays }),
  ];
  let worst: { share: number; doc_kind: string } | 'none' = 'none';
  for (const { doc_kind, published_version } of documents) {
    if (published_version === null) continue;
    const isOlder = (document: { doc_kind: string; version: string }) =>
      document.doc_kind === doc_kind && document.version !== published_version;
    const sum = (rows: typeof coverage) => rows.reduce((total, { count }) => total + count, 0);
    const older = sum(coverage.filter(isOlder));
    if (older === 0 || sum(recent.coverage.filter(isOlder)) > 0) continue;
    const newest = sum(coverage.filter((one) => one.doc_kind === doc_kind && one.version === published_version));
    const share = Math.max(0, older - newest) / older;
    if (worst === 'none' || share > worst.share) worst = { share, doc_kind };
  }
  return worst;
}
