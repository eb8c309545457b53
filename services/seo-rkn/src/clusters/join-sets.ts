import { mixHash } from '@platform/contracts/mix-hash';

/** Union-find (disjoint sets) over the numbers 0 to `size` − 1. */
export interface Groups {
  union(left: number, right: number): void;
  find(item: number): number;
}

export function createGroups(size: number): Groups {
  const parents = Int32Array.from({ length: size }, (_, item) => item);
  const find = (item: number): number => {
    let root = item;
    while (parents[root] !== root) root = parents[root] as number;
    for (let at = item; parents[at] !== root; ) {
      const next = parents[at] as number;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  return {
    find,
    union(left, right) {
      const [a, b] = [find(left), find(right)];
      // The smaller number stays: the result does not depend on the order.
      if (a !== b) parents[Math.max(a, b)] = Math.min(a, b);
    },
  };
}

/** Common items that sets of these sizes need for a Jaccard similarity of at least `threshold`. */
const overlapOf = (left: number, right: number, threshold: number): number =>
  Math.ceil((threshold * (left + right)) / (1 + threshold) - 1e-9);

/**
 * Unites sets whose Jaccard similarity is at least `threshold`, and what hangs together by them.
 *
 * Two sets of sizes a and b are similar enough when they share o(a, b) items, so both have the same subset of
 * that size: for each pair of sizes the sets are put into buckets by their subsets, and a bucket unites its
 * sets. The work is linear in the number of sets, however many share a common word; sets of seven items have
 * 35 subsets at most for a pair of sizes.
 * @param members numbers of the sets to compare
 * @param sets items of each set: numbers, ascending
 */
export function joinSimilar(
  groups: Groups,
  { members, sets, threshold }: { members: readonly number[]; sets: readonly (readonly number[])[]; threshold: number },
): void {
  const bySize = new Map<number, number[]>();
  for (const member of members) {
    const size = sets[member]?.length ?? 0;
    const known = bySize.get(size);
    if (known) known.push(member);
    else bySize.set(size, [member]);
  }
  const sizes = [...bySize.keys()].filter((size) => size > 0).sort((a, b) => a - b);
  for (const small of sizes) {
    for (const large of sizes.filter((size) => size >= small)) {
      const overlap = overlapOf(small, large, threshold);
      if (overlap > small) continue;
      const [left, right] = [bySize.get(small) ?? [], bySize.get(large) ?? []];
      if (small === large) joinAlike(groups, left, sets, overlap);
      else joinAcross(groups, { left, right, sets, overlap });
    }
  }
}

type Sets = readonly (readonly number[])[];

function joinAlike(groups: Groups, members: readonly number[], sets: Sets, overlap: number): void {
  const first = new Map<number, number>();
  for (const member of members) {
    forEachSubset(sets[member] ?? [], overlap, (key) => {
      const known = first.get(key);
      if (known === undefined) first.set(key, member);
      else groups.union(known, member);
    });
  }
}

/** A bucket unites its sets only when both sizes are in it: two of one size may share too little. */
function joinAcross(
  groups: Groups,
  { left, right, sets, overlap }: { left: readonly number[]; right: readonly number[]; sets: Sets; overlap: number },
): void {
  const first = new Map<number, number>();
  for (const member of left)
    forEachSubset(sets[member] ?? [], overlap, (key) => {
      if (!first.has(key)) first.set(key, member);
    });
  const isMet = new Set<number>();
  for (const member of right)
    forEachSubset(sets[member] ?? [], overlap, (key) => {
      const known = first.get(key);
      if (known === undefined) return;
      isMet.add(key);
      groups.union(known, member);
    });
  for (const member of left)
    forEachSubset(sets[member] ?? [], overlap, (key) => {
      if (isMet.has(key)) groups.union(first.get(key) ?? member, member);
    });
}

/** 53 bits: a collision among the millions of subsets of one comparison is as likely as one in a thousand. */
function forEachSubset(items: readonly number[], size: number, visit: (key: number) => void): void {
  const choose = (from: number, left: number, high: number, low: number): void => {
    if (left === 0) {
      visit((high >>> 0) * 2_097_152 + (low & 0x1f_ffff));
      return;
    }
    for (let at = from; at <= items.length - left; at += 1) {
      const item = items[at] as number;
      choose(
        at + 1,
        left - 1,
        mixHash(high ^ Math.imul(item + 1, 0x9e37_79b1)),
        mixHash(low ^ Math.imul(item + 1, 0x85eb_ca77)),
      );
    }
  };
  choose(0, size, 0x811c_9dc5, 0x0100_0193);
}
