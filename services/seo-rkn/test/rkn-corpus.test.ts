import { describe, expect, test } from '@jest/globals';
import type { RknSighting } from '../src/rkn/judge/verdicts.ts';
import { judgeRknCorpus, type RknCorpusSite, rknOrigin } from './corpus/rkn-corpus-site.ts';
import { rknFormSites } from './corpus/rkn-forms.ts';

const sites: readonly RknCorpusSite[] = [...rknFormSites];
/** Least share of findings that are right, and of right findings that are made. */
const leastPrecision = 0.98;
const leastRecall = 0.95;

const nameOf = ({ code, variant, url }: RknSighting): string =>
  `${code}${variant === null ? '' : `:${variant}`} ${url.slice(rknOrigin.length)}`;

function compare(site: RknCorpusSite) {
  const { sightings, outcomes } = judgeRknCorpus(site);
  const found = sightings
    .filter(({ certainty }) => certainty !== 'unverified')
    .map((sighting) => ({ name: nameOf(sighting), code: sighting.code, certainty: sighting.certainty }));
  const names = found.map(({ name }) => name);
  const uncovered = [...outcomes].flatMap(([code, { reason }]) => (reason === null ? [] : [`${code} ${reason}`]));
  return {
    missed: site.right.filter((name) => !names.includes(name)),
    surplus: found.filter(({ name }) => !site.right.includes(name)),
    forbidden: names.filter((name) => site.forbidden.includes(name.split(' ')[0] ?? '') && !site.right.includes(name)),
    covered: (site.uncovered ?? []).filter((name) => !uncovered.includes(name)),
    found: names.length,
  };
}

describe('sites with forms', () => {
  test.each(sites.map((site) => [site.name, site] as const))('%s', (_, site) => {
    const { missed, surplus, covered } = compare(site);
    expect({ missed, surplus: surplus.map(({ name }) => name), covered }).toEqual({
      missed: [],
      surplus: [],
      covered: [],
    });
  });
});

test('findings of the corpus are right, right findings are made, and no forbidden or confirmed one is false', () => {
  const results = sites.map(compare);
  const sum = (count: (result: ReturnType<typeof compare>) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const found = sum((result) => result.found);
  const surplus = results.flatMap((result) => result.surplus);
  const right = sites.reduce((total, site) => total + site.right.length, 0);
  expect((found - surplus.length) / found).toBeGreaterThanOrEqual(leastPrecision);
  expect((right - sum((result) => result.missed.length)) / right).toBeGreaterThanOrEqual(leastRecall);
  expect(results.flatMap((result) => result.forbidden)).toEqual([]);
  expect(surplus.filter(({ code, certainty }) => certainty === 'confirmed' || code === 'form_no_consent')).toEqual([]);
});
