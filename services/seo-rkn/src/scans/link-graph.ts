/** Links between the pages of a scan, by the numbers of their addresses. */
export interface LinkGraph {
  add(page: number, links: readonly number[]): void;
  /** Other pages that link to this one. */
  inlinksOf(page: number): number;
  /** Clicks from a page to each page that its links reach; empty without a start. */
  depthsFrom(start: number | null): Map<number, number>;
}

export function createLinkGraph(): LinkGraph {
  const out = new Map<number, Int32Array>();
  const inlinks = new Map<number, number>();
  return {
    add(page, links) {
      out.set(page, Int32Array.from(links));
      for (const link of new Set(links)) if (link !== page) inlinks.set(link, (inlinks.get(link) ?? 0) + 1);
    },
    inlinksOf: (page) => inlinks.get(page) ?? 0,
    depthsFrom(start) {
      const depths = new Map<number, number>();
      if (start === null) return depths;
      depths.set(start, 0);
      let level = [start];
      for (let depth = 1; level.length > 0; depth += 1) {
        const next: number[] = [];
        for (const page of level)
          for (const link of out.get(page) ?? [])
            if (out.has(link) && !depths.has(link)) {
              depths.set(link, depth);
              next.push(link);
            }
        level = next;
      }
      return depths;
    },
  };
}
