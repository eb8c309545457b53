import { expect, test } from '@jest/globals';
import { rknCodes } from '@platform/contracts';
import { createRknSite, exclusiveRknDefectIds, notOnAnRknSite, rknDefectIds } from '@platform/sandbox';
import { scanRknAnswers, seenAs, wantedOf } from './rkn-answers.ts';

const origin = 'https://vector.example';

async function compare(defects: readonly string[]) {
  const site = createRknSite({ defects, origin });
  const { sightings, outcomes, pages } = await scanRknAnswers(site);
  const wanted = wantedOf(site);
  const found = sightings.map((one) => seenAs(origin, one, wanted));
  return {
    missed: wanted.filter((name) => !found.includes(name)),
    surplus: found.filter((name) => !wanted.includes(name)),
    twice: found.filter((name, at) => found.indexOf(name) !== at),
    outcomes,
    pages,
  };
}

test('the clean twin has no finding, and the scan chose its forms and documents by itself', async () => {
  const { missed, surplus, pages, outcomes } = await compare([]);
  expect({ missed, surplus }).toEqual({ missed: [], surplus: [] });
  const paths = pages.map(({ url }) => url.slice(origin.length));
  expect(paths[0]).toBe('/');
  expect(paths.length).toBeGreaterThan(25);
  expect(paths).toEqual(expect.arrayContaining(['/privacy', '/consent', '/contacts', '/checkout', '/login', '/news']));
  expect([...outcomes].filter(([, { state }]) => state === 'judged').length).toBeGreaterThan(25);
});

test('each external rule is found exactly once, at its place', async () => {
  const { missed, surplus, twice } = await compare(rknDefectIds);
  expect({ missed, surplus, twice }).toEqual({ missed: [], surplus: [], twice: [] });
});

test.each([...rknDefectIds, ...exclusiveRknDefectIds])('the defect %s alone is found, and nothing else', async (id) => {
  const { missed, surplus, twice } = await compare([id]);
  expect({ missed, surplus, twice }).toEqual({ missed: [], surplus: [], twice: [] });
});

test('the sites show every code that a site can show', () => {
  const shown = new Set(
    [rknDefectIds, ...exclusiveRknDefectIds.map((id) => [id])].flatMap((defects) =>
      createRknSite({ defects, origin }).manifest.flatMap(({ findings }) => findings.map(({ code }) => code)),
    ),
  );
  expect(rknCodes.filter((code) => !shown.has(code))).toEqual(rknCodes.filter((code) => notOnAnRknSite.includes(code)));
});
