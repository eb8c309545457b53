import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { ApplicationIdParams, CalendarDay, Timestamp, Uuid } from '../fields.ts';
import { DocKind, NamedKind, NamedSiteKind } from '../identity/legal-documents.ts';
import { endpoint } from '../kit.ts';
import { RuleLocale } from './issues.ts';
import { rknFeature } from './rkn-feature.ts';
import { ShownLawLine } from './rkn-law.ts';

/** The check of one legal document by its text. */

const WhichText = z.enum(['draft', 'published']);

export const DocumentElement = z
  .object({
    code: z.string().describe('Statement that a document of this kind needs'),
    title: z.string().describe('Title of the statement'),
    status: z
      .enum(['present', 'weak', 'missing', 'na'])
      .describe('`weak` counts half; `na` does not apply and does not count'),
    weight: z.number().describe('Weight of the statement, of 100 points'),
    is_blocker: z.boolean().describe('Whether a document without it is unacceptable'),
    quote: z.string().nullable().describe('Place in the text that contains or contradicts it; 200 characters at most'),
    law: z.array(ShownLawLine).describe('Law that requires it; empty if the law data have none'),
    how_to_fix: z.string().describe('How to fix it'),
    suggested_clause: z.string().nullable().describe('Suggested clause, in Russian; null for a present statement'),
    suggested_by: z.enum(['rules', 'ai']).nullable().describe('Source of the clause; a model decides nothing else'),
  })
  .meta({ id: 'RknDocumentElement' });

export const DocumentContradiction = z
  .object({
    code: z
      .enum([
        'data_denied',
        'fields_not_named',
        'services_not_named',
        'crossborder_denied',
        'operator_differs',
        'domain_differs',
        'future_date',
        'outdated_law',
        'dead_links',
      ])
      .describe('Kind of the contradiction'),
    text: z.string().describe('Description, one sentence'),
    quote: z.string().nullable().describe('Place in the text, 200 characters at most'),
    seen: z.array(z.string()).describe('Facts of the site: fields, services or values; ten at most'),
  })
  .meta({ id: 'RknDocumentContradiction' });

export const RknDocumentCheck = z
  .object({
    id: Uuid.describe('Id of the check'),
    doc_kind: DocKind,
    which: WhichText.describe('Text that was checked'),
    version: z.string().nullable().describe('Published version; null for a draft without a published version'),
    content_hash: z.string().describe('SHA-256 of the text, hexadecimal'),
    score: z.int().min(0).max(100).describe('Score: share of the applicable statements that the text has'),
    verdict: z
      .enum(['pass', 'fix', 'block'])
      .describe(
        '`block`: a blocker is missing, or the score is less than 50; `pass`: the score is 85 or more; otherwise `fix`',
      ),
    elements: z.array(DocumentElement).describe('Statements that a document of this kind needs'),
    blockers: z.array(z.string()).describe('Codes of missing blockers'),
    placeholders: z.array(z.string()).describe('Template placeholders that are left in the text, 20 at most'),
    contradictions: z.array(DocumentContradiction).describe('Contradictions between the site and the text'),
    rule_version: CalendarDay.describe('Version of the clauses'),
    law_verified_at: CalendarDay.describe('Day of the last verification of the clauses'),
    disclaimer: z.string().describe('Disclaimer of the check'),
    created_at: Timestamp.describe('Time of the check'),
  })
  .meta({ id: 'RknDocumentCheck', description: 'Present and missing statements of a legal document' });
export type RknDocumentCheck = z.output<typeof RknDocumentCheck>;

const check = {
  ...admin,
  method: 'POST',
  status: 201,
  idempotent: true,
  timeoutSeconds: 100,
  query: z.object({ locale: RuleLocale.default('ru').describe('Language of titles and hints') }),
  body: z
    .strictObject({
      which: WhichText.default('published').describe('Text to check'),
      use_ai: z
        .boolean()
        .default(false)
        .describe('Whether the language model words the suggested clauses; it requires `legal_texts` in its settings'),
    })
    .meta({ id: 'RknDocumentCheckBody', example: { which: 'draft' } }),
  response: RknDocumentCheck,
  audit: z.object({
    id: Uuid.describe('Id of the check'),
    doc_kind: z.string().describe('Kind of the document'),
    which: WhichText.describe('Text that was checked'),
    version: z.string().nullable().describe('Published version'),
    score: z.int().describe('Score'),
    verdict: z.string().describe('Verdict'),
  }),
} as const;

const description =
  'Statements are found in the text by rules; the check is no legal advice. The newest 20 checks of a document are kept.';

const latest = {
  ...admin,
  method: 'GET',
  query: z.object({
    which: WhichText.optional().describe('Text whose newest check is read; any text when absent'),
    locale: RuleLocale.default('ru').describe('Language of titles and hints'),
  }),
  response: RknDocumentCheck,
} as const;

const SiteKindParams = SiteIdParams.extend({ kind: NamedSiteKind });
const ApplicationKindParams = ApplicationIdParams.extend({ kind: NamedKind });
const CheckedOfSite = SiteIdParams.extend({ kind: DocKind.meta({ resource: 'checked_site_document_kind' }) });
const CheckedOfApplication = ApplicationIdParams.extend({ kind: DocKind.meta({ resource: 'checked_document_kind' }) });

export const documentCheckEndpoints = rknFeature({
  checkSiteDocument: endpoint({
    ...check,
    path: '/v1/legal/owners/cms_site/{site_id}/{kind}/rkn-check',
    summary: 'Check a legal document of a site',
    description: `${description} Contradictions come from the fields and services that the last scans of the site saw.`,
    params: SiteKindParams,
    errors: ['site_not_found', 'legal_document_not_found', 'document_too_complex'],
  }),
  getSiteDocumentCheck: endpoint({
    ...latest,
    path: '/v1/legal/owners/cms_site/{site_id}/{kind}/rkn-check/latest',
    summary: 'Read the newest check of a legal document of a site',
    params: CheckedOfSite,
    errors: ['site_not_found', 'document_check_not_found'],
  }),
  checkApplicationDocument: endpoint({
    ...check,
    path: '/v1/legal/owners/application/{application_id}/{kind}/rkn-check',
    summary: 'Check a legal document of an application',
    description,
    params: ApplicationKindParams,
    errors: ['application_not_found', 'legal_document_not_found', 'document_too_complex'],
  }),
  getApplicationDocumentCheck: endpoint({
    ...latest,
    path: '/v1/legal/owners/application/{application_id}/{kind}/rkn-check/latest',
    summary: 'Read the newest check of a legal document of an application',
    params: CheckedOfApplication,
    errors: ['application_not_found', 'document_check_not_found'],
  }),
});
