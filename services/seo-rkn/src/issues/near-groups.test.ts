import { expect, test } from '@jest/globals';
import { nearGroups } from './near-groups.ts';
import type { PageSummary } from './page-summary.ts';

/** The groups of pages with these signatures, by index. */
async function groupsOf(signatures: readonly (Uint16Array | null)[]): Promise<number[][]> {
  const pages = signatures.map((_, id) => ({ id }) as PageSummary);
  const groups = await nearGroups(pages, ({ id }) => signatures[id] ?? null);
  return groups.map((group) => group.map(({ id }) => id));
}

let state = 7;
const random = (): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state % 65_536;
};
const aSignature = (): Uint16Array => Uint16Array.from({ length: 64 }, random);
/** A signature that differs from another one in some bins, of different bands where they are few. */
const changed = (bins: Uint16Array, count: number): Uint16Array =>
  bins.map((bin, at) => (at % 4 === 0 && at / 4 < count ? bin ^ 1 : bin));

test('pages that share four fifths of a signature are a group, others are none', async () => {
  const [one, other] = [aSignature(), aSignature()];
  const pages = [one, aSignature(), changed(one, 12), other, null, other, aSignature(), changed(one, 3)];
  expect(await groupsOf(pages)).toEqual([
    [0, 2, 7],
    [3, 5],
  ]);
  expect(await groupsOf([one, changed(one, 13)])).toEqual([]);
});

test('a group is joined over pages that are not near to each other', async () => {
  const first = aSignature();
  const second = changed(first, 10);
  const third = second.map((bin, at) => (at % 4 === 1 && at < 40 ? bin ^ 1 : bin));
  expect(await groupsOf([third, first])).toEqual([]);
  expect(await groupsOf([third, first, second])).toEqual([[0, 1, 2]]);
});

test('pages without a signature are in no group', async () => {
  expect(await groupsOf([null, null])).toEqual([]);
  expect(await groupsOf([])).toEqual([]);
});

test('more copies than one bucket compares are still one group with its first pages', async () => {
  const copied = aSignature();
  const [group] = await groupsOf(Array.from({ length: 300 }, () => copied));
  expect(group).toHaveLength(200);
});
