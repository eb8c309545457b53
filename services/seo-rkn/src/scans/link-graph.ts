import { setImmediate as nextTurn } from 'node:timers/promises';

/** Links between the pages of a scan, by the numbers of their addresses. */
export interface LinkGraph {
  add(page: number, links: readonly number[]): void;
  /** Other pages that link to this one. */
  inlinksOf(page: number): { count: number; first: readonly number[] };
  /** Clicks from a page to each page that its links reach; empty without a start. */
  depthsFrom(start: number | null): Promise<Map<number, number>>;
}

/** Links to a page that are kept by number. */
const maxInlinks = 100;
/** Pages between two turns of the event loop. */
const pagesAtOnce = 1_000;

export function createLinkGraph(): LinkGraph {
  const out = new Map<number, Int32Array>();
  const inlinks = new Map<number, { count: number; first: number[] }>();
  return {
    add(page, links) {
      out.set(page, Int32Array.from(links));
      for (const link of new Set(links)) {
        if (link === page) continue;
        const known = inlinks.get(link) ?? { count: 0, first: [] };
        inlinks.set(link, known);
        known.count += 1;
        if (known.first.length < maxInlinks) known.first.push(page);
      }
    },
    inlinksOf: (page) => inlinks.get(page) ?? { count: 0, first: [] },
    async depthsFrom(start) {
      const depths = new Map<number, number>();
      if (start === null) return depths;
      depths.set(start, 0);
      let level = [start];
      for (let depth = 1; level.length > 0; depth += 1) {
        const next: number[] = [];
        for (const [at, page] of level.entries()) {
          if (at % pagesAtOnce === pagesAtOnce - 1) await nextTurn();
          for (const link of out.get(page) ?? [])
            if (out.has(link) && !depths.has(link)) {
              depths.set(link, depth);
              next.push(link);
            }
        }
        level = next;
      }
      return depths;
    },
  };
}
