import { describe, expect, test } from '@jest/globals';
import { createSite, defectIds, type ExpectedIssue, exclusiveDefectIds, mutate, notOnASite } from '@platform/sandbox';
import type { Finding } from '../src/issues/finding.ts';
import { ruleCatalogue } from '../src/issues/rules.ts';
import { judgeAnswers, type ScannedSite } from './scan-answers.ts';

const origin = 'https://vector.example';
const sites = new Set(
  'sitemap_unreachable robots_unreachable robots_blocks_all robots_sitemap_missing duplicate_title duplicate_content page_not_in_sitemap broken_external_link'.split(
    ' ',
  ),
);

const nameOf = (type: string, variant: string | null, path: string | null): string =>
  `${type}${variant === null ? '' : `:${variant}`} ${path ?? '*'}`;

/** A finding of a group or of the site has no path of its own. */
const seen = ({ issue_type, variant, subject, url }: Finding): string =>
  nameOf(issue_type, variant, sites.has(issue_type) || !subject.startsWith('http') ? null : url.slice(origin.length));

const wanted = (manifest: { issues: ExpectedIssue[] }[]): string[] =>
  manifest.flatMap(({ issues }) => issues.map(({ issue_type, variant, path }) => nameOf(issue_type, variant, path)));

async function compare(site: ScannedSite & { manifest: { issues: ExpectedIssue[] }[] }) {
  const { findings, pages } = await judgeAnswers(site);
  const found = findings.map(seen);
  const expected = wanted(site.manifest);
  return {
    missed: expected.filter((name) => !found.includes(name)),
    surplus: found.filter((name) => !expected.includes(name)),
    expected: expected.length,
    found: found.length,
    pages: pages.length,
    findings,
  };
}

test('the clean twin has no issue', async () => {
  for (const seed of [1, 2, 3]) {
    const { surplus, pages } = await compare(createSite({ seed, defects: [], origin }));
    expect(surplus).toEqual([]);
    expect(pages).toBeGreaterThan(100);
  }
});

test('every defect of the defect site is found, and nothing else', async () => {
  const { missed, surplus } = await compare(createSite({ seed: 7, defects: defectIds, origin }));
  expect({ missed, surplus }).toEqual({ missed: [], surplus: [] });
});

test.each([...defectIds, ...exclusiveDefectIds])(
  'the defect %s alone is found, and is gone when it is mended',
  async (id) => {
    const { missed } = await compare(createSite({ seed: 11, defects: [id], origin }));
    expect(missed).toEqual([]);
  },
);

test('the sites show every type and variant that a site can show', () => {
  const shown = new Set(
    [...defectIds.map((id) => [id]), ...exclusiveDefectIds.map((id) => [id])].flatMap((defects) =>
      createSite({ seed: 7, defects, origin }).manifest.flatMap(({ issues }) =>
        issues.map(({ issue_type, variant }) => (variant === null ? issue_type : `${issue_type}:${variant}`)),
      ),
    ),
  );
  const all = Object.entries(ruleCatalogue.rules).flatMap(([type, { variants }]) => {
    const names = Object.keys(variants ?? {}).map((variant) => `${type}:${variant}`);
    const onlyVariants = [
      'hreflang_invalid',
      'duplicate_content',
      'mixed_content',
      'charset_mismatch',
      'cms_field_ignored',
      'missing_lang',
      'accessibility',
    ];
    return onlyVariants.includes(type) ? names : [type, ...names];
  });
  const isElsewhere = (name: string) => notOnASite.some((other) => name === other || name.startsWith(`${other}:`));
  expect(all.filter((name) => !isElsewhere(name) && !shown.has(name))).toEqual([]);
});

describe('200 random mutations', () => {
  test('are found with a recall of 0.98 and one false finding on 100 pages at most', async () => {
    const total = { missed: [] as string[], surplus: [] as string[], expected: 0, pages: 0, found: 0 };
    for (let seed = 1; seed <= 200; seed += 1) {
      const { missed, surplus, expected, pages, found } = await compare(mutate(seed, origin));
      total.missed.push(...missed.map((name) => `${seed} ${name}`));
      total.surplus.push(...surplus.map((name) => `${seed} ${name}`));
      total.expected += expected;
      total.pages += pages;
      total.found += found;
    }
    expect(1 - total.missed.length / total.expected).toBeGreaterThanOrEqual(0.98);
    expect(total.surplus.length / total.pages).toBeLessThanOrEqual(0.01);
    expect(1 - total.surplus.length / total.found).toBeGreaterThanOrEqual(0.98);
  });
});
