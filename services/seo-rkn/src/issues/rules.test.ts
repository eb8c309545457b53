import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { extendedIssueTypes, type IssueType, specIssueTypes } from '@platform/contracts';
import { ruleCatalogue, ruleOf, weightOf } from './rules.ts';

const types: IssueType[] = [...specIssueTypes, ...extendedIssueTypes];

/** Variants of each type as the decisions name them. */
const variants: Partial<Record<IssueType, string[]>> = {
  sitemap_unreachable: ['child_failed', 'foreign_host', 'too_large'],
  robots_unreachable: ['absent', 'html_fallback'],
  robots_blocks_all: ['partial'],
  noindex_in_sitemap: [
    'canonical_elsewhere',
    'cms',
    'home',
    'most_pages',
    'non_200',
    'other_site',
    'redirect',
    'robots_blocked',
  ],
  missing_canonical: ['header_mismatch', 'multiple', 'other_site', 'outside_head', 'relative', 'target_not_200'],
  http_4xx: ['soft_404'],
  http_unreachable: ['body_too_large', 'page_too_complex', 'redirect_loop'],
  missing_title: ['multiple', 'too_long', 'too_short'],
  missing_description: ['duplicate', 'too_long', 'too_short'],
  schema_invalid: ['parse_error', 'recommended'],
  cwv_lcp: ['lab'],
  cwv_cls: ['lab'],
  cwv_inp: ['lab', 'proxy'],
  mirror_not_redirected: ['http', 'index_html', 'slash', 'www'],
  hreflang_invalid: ['bad_code', 'no_return', 'no_self', 'target_bad'],
  duplicate_content: ['exact', 'near'],
  mixed_content: ['active', 'passive'],
  crawl_trap: ['length', 'pattern', 'query', 'repeat'],
  charset_mismatch: ['header_meta', 'undeclared', 'wrong_decode'],
  cms_field_ignored: ['description', 'title'],
  missing_lang: ['absent', 'invalid', 'mismatch'],
  accessibility: ['button_unnamed', 'control_unlabelled', 'frame_untitled', 'link_unnamed', 'zoom_blocked'],
};

test('the catalogue covers every type and variant, and no others', () => {
  expect(Object.keys(ruleCatalogue.rules).toSorted()).toEqual(types.toSorted());
  for (const type of types)
    expect([type, Object.keys(ruleCatalogue.rules[type].variants ?? {}).toSorted()]).toEqual([
      type,
      variants[type] ?? [],
    ]);
});

test('every variant and circumstance that the code names is in the catalogue', () => {
  const folder = new URL('.', import.meta.url);
  const source = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  const named = (pattern: RegExp) => [...source.matchAll(pattern)].map((match) => match[1] ?? '');
  const rules = Object.values(ruleCatalogue.rules);
  const knownVariants = new Set(rules.flatMap((rule) => Object.keys(rule.variants ?? {})));
  const knownWeights = new Set(rules.flatMap((rule) => Object.keys(rule.weights ?? {})));
  expect(named(/variant: '(\w+)'/g).filter((variant) => !knownVariants.has(variant))).toEqual([]);
  expect(named(/circumstance[^,\n]*'(\w+)'/g).filter((name) => !knownWeights.has(name))).toEqual([]);
});

test('the texts of a variant replace those of its type, in both languages', () => {
  const rule = ruleOf('http_4xx', 'soft_404', 'en');
  expect(rule).toMatchObject({
    owner: 'landing_dev',
    weight: 20,
    title: 'The page answers 200 and says that it is absent',
  });
  expect(rule.why).toBe(ruleOf('http_4xx', null, 'en').why);
  expect(ruleOf('http_4xx', 'soft_404', 'ru').title).toMatch(/[а-я]/);
  for (const type of types) {
    const [russian, english] = [ruleOf(type, null, 'ru'), ruleOf(type, null, 'en')];
    expect([type, russian.steps.length, russian.acceptance.length]).toEqual([
      type,
      english.steps.length,
      english.acceptance.length,
    ]);
    expect(english.title).not.toMatch(/[а-я]/i);
  }
});

test('a variant has its own weight, a circumstance wins, and an unknown one is refused', () => {
  expect(weightOf('missing_title', null, null)).toBe(20);
  expect(weightOf('missing_title', 'too_long', null)).toBe(2);
  expect(weightOf('http_unreachable', 'redirect_loop', 'home')).toBe(40);
  expect(() => weightOf('missing_title', 'nothing', null)).toThrow('no variant nothing');
  expect(() => weightOf('missing_title', null, 'nothing')).toThrow('no weight nothing');
});
