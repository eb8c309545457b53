import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../src/issues/finding.ts';
import { type CorpusSite, origin, toScannedSite } from './corpus/corpus-site.ts';
import { unusualSites } from './corpus/unusual-pages.ts';
import { judgeAnswers } from './scan-answers.ts';

const sites: readonly CorpusSite[] = [...unusualSites];
/** Least share of findings that are right, and of right findings that are made. */
const leastPrecision = 0.98;
const leastRecall = 0.95;

const nameOf = ({ issue_type, variant, subject, url }: Finding): string => {
  const path = subject === url && url.startsWith(origin) ? url.slice(origin.length) : '*';
  return `${issue_type}${variant === null ? '' : `:${variant}`} ${path}`;
};

async function compare(site: CorpusSite) {
  const { findings } = await judgeAnswers(toScannedSite(site), site.input);
  const found = findings.map((finding) => ({ name: nameOf(finding), weight: finding.weight }));
  const names = found.map(({ name }) => name);
  return {
    missed: site.right.filter((name) => !names.includes(name)),
    surplus: found.filter(({ name }) => !site.right.includes(name)),
    forbidden: names.filter(
      (name) => site.forbidden.some((type) => name.split(' ')[0] === type) && !site.right.includes(name),
    ),
    found: names.length,
  };
}

describe('sites of the corpus', () => {
  test.each(sites.map((site) => [site.name, site] as const))('%s', async (_, site) => {
    const { missed, surplus } = await compare(site);
    expect({ missed, surplus: surplus.map(({ name }) => name) }).toEqual({ missed: [], surplus: [] });
  });
});

test('findings of the corpus are right, right findings are made, and no forbidden one is', async () => {
  const results = await Promise.all(sites.map(compare));
  const sum = (count: (result: Awaited<ReturnType<typeof compare>>) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const found = sum((result) => result.found);
  const missed = sum((result) => result.missed.length);
  const surplus = results.flatMap((result) => result.surplus);
  const right = sites.reduce((total, site) => total + site.right.length, 0);
  expect((found - surplus.length) / found).toBeGreaterThanOrEqual(leastPrecision);
  expect((right - missed) / right).toBeGreaterThanOrEqual(leastRecall);
  expect(results.flatMap((result) => result.forbidden)).toEqual([]);
  expect(surplus.filter(({ weight }) => weight >= 20)).toEqual([]);
});
