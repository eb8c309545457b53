import type { PageState } from './page-state.ts';
import type { Verdicts } from './verdicts.ts';

const articleTypes = ['Article', 'BlogPosting', 'NewsArticle', 'TechArticle', 'HowTo', 'FAQPage', 'QAPage'];
/** Organization with its usual subtypes: https://schema.org/Organization. */
const homeTypes = [
  'Organization',
  'WebSite',
  'Corporation',
  'LocalBusiness',
  'EducationalOrganization',
  'OnlineBusiness',
  'OnlineStore',
  'NGO',
  'Person',
  'SoftwareApplication',
  'WebApplication',
];
/** Segments of a path from which breadcrumbs are worth it. */
const deepSegments = 2;

/** Each inner list is one demand: any of its types meets it. */
function wantedTypes(page: PageState): string[][] {
  if (page.page_class === 'home') return [homeTypes];
  const isDeep = page.path.split('/').filter(Boolean).length >= deepSegments;
  return [...(page.page_class === 'article' ? [articleTypes] : []), ...(isDeep ? [['BreadcrumbList']] : [])];
}

export function judgeStructuredData(page: PageState, verdicts: Verdicts): void {
  const { facts } = page;
  if (!facts || page.page_class === 'service') return;
  const { problems, types } = facts.json_ld;
  const parseErrors = problems.filter(({ code }) => code === 'parse_error');
  const advised = problems.filter(({ code }) => code === 'recommended');
  const invalid = problems.filter(({ code }) => code !== 'parse_error' && code !== 'recommended');
  const lists = [
    ['parse_error', parseErrors],
    [undefined, invalid],
    ['recommended', invalid.length === 0 ? advised : []],
  ] as const;
  for (const [variant, list] of lists) {
    const first = list[0];
    if (!first) continue;
    verdicts.report('schema_invalid', page.subject, {
      ...(variant === undefined ? {} : { variant }),
      evidence: {
        selector: first.pointer,
        snippet: list.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '),
        measured: list.length,
        threshold: 0,
      },
    });
  }
  // The types of a block that cannot be parsed are unknown.
  if (parseErrors.length > 0) return;
  const present = new Set([...types, ...facts.microdata]);
  const missing = wantedTypes(page).filter((anyOf) => !anyOf.some((type) => present.has(type)));
  if (missing.length === 0) return;
  verdicts.report('missing_json_ld', page.subject, {
    circumstance: missing.includes(articleTypes) ? 'article' : null,
    evidence: {
      selector: 'script[type="application/ld+json"]',
      measured: [...present].join(', ') || 'none',
      threshold: missing.map((anyOf) => anyOf.slice(0, 2).join(' / ')).join(', '),
    },
  });
}
