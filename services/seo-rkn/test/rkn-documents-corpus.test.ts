import { describe, expect, test } from '@jest/globals';
import type { RknCode } from '@platform/contracts';
import { judgeRkn } from '../src/rkn/judge/judge-rkn.ts';
import type { RknPage } from '../src/rkn/judge/rkn-site.ts';
import { type DocumentSite, documentSites, documentsOrigin } from './corpus/rkn-documents.ts';
import { knownSite, pageOf, readDocument } from './rkn-answers.ts';

/** Rules that texts of a site decide; those of forms and headers have tests of their own. */
const judgedCodes: ReadonlySet<RknCode> = new Set([
  'policy_missing',
  'policy_unreachable',
  'policy_not_on_collecting_page',
  'policy_incomplete',
  'policy_placeholders',
  'policy_services_undisclosed',
  'consent_doc_missing',
  'consent_doc_incomplete',
  'marketing_merged',
  'requisites_invalid',
  'operator_requisites_missing',
  'owner_contact_missing',
  'ad_unmarked',
  'public_persons_data',
  'offer_missing',
] satisfies RknCode[]);

function toPage(path: string, body: string | null): RknPage {
  const html = `<!doctype html><html lang="ru"><head><title>Студия</title></head><body>${body ?? ''}</body></html>`;
  const page = pageOf(documentsOrigin + path, html);
  return body === null ? { ...page, facts: null } : page;
}

function find({ pages }: DocumentSite): string[] {
  const site = knownSite(
    documentsOrigin,
    Object.entries(pages).map(([path, body]) => toPage(path, body)),
  );
  return judgeRkn(site, readDocument).sightings.flatMap(({ code, variant, url }) =>
    judgedCodes.has(code)
      ? [`${code}${variant === null ? '' : `:${variant}`} ${url.slice(documentsOrigin.length)}`]
      : [],
  );
}

describe('documents of the corpus', () => {
  test.each(documentSites.map((site) => [site.name, site] as const))('%s', (_, site) => {
    const found = find(site);
    expect(found.toSorted()).toEqual([...site.right].toSorted());
    const codes = found.map((name) => name.split(/[: ]/)[0]);
    expect(codes.filter((code) => site.forbidden.some((one) => one === code))).toEqual([]);
  });
});
