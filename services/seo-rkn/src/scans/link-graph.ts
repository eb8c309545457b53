import { setImmediate as nextTurn } from 'node:timers/promises';
import { createInt32Lists, invertLinks } from '../packed-links.ts';

/** Links between the pages of a scan, by the numbers of their addresses. */
export interface LinkGraph {
  add(page: number, links: readonly number[]): void;
  /** Inverts the links, when all pages are added. @returns the other pages that link to a page */
  readInlinks(): Promise<(page: number) => { count: number; first: readonly number[] }>;
  /** Clicks from a page to each page that its links reach; empty without a start. */
  depthsFrom(start: number | null): Promise<Map<number, number>>;
}

/** Links to a page that are stored by number. */
const maxInlinks = 100;
/** Pages between two turns of the event loop. */
const pagesAtOnce = 1_000;

export function createLinkGraph(): LinkGraph {
  const lists = createInt32Lists();
  /** List of the links of each page. */
  const out = new Map<number, number>();
  const linksOf = (page: number): Iterable<number> => {
    const list = out.get(page);
    return list === undefined ? [] : lists.at(list);
  };
  return {
    add(page, links) {
      const others = new Set(links);
      others.delete(page);
      out.set(page, lists.add([...others]));
    },
    async readInlinks() {
      const pages = [...out.keys()];
      const inlinksOf = await invertLinks(pages, (index) => linksOf(pages[index] ?? -1));
      return (page) => {
        const inlinks = inlinksOf(page);
        return { count: inlinks.length, first: [...inlinks.subarray(0, maxInlinks)] };
      };
    },
    async depthsFrom(start) {
      const depths = new Map<number, number>();
      if (start === null) return depths;
      depths.set(start, 0);
      let level = [start];
      for (let depth = 1; level.length > 0; depth += 1) {
        const next: number[] = [];
        for (const [at, page] of level.entries()) {
          if (at % pagesAtOnce === pagesAtOnce - 1) await nextTurn();
          for (const link of linksOf(page))
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
