import { setImmediate as nextTurn } from 'node:timers/promises';

/** Numbers of one shared buffer. */
const chunkLength = 65_536;
/** Pages between two turns of the event loop. */
const pagesAtOnce = 1_000;

/** Lists of numbers in shared buffers; they live as long as one judgement. */
export interface NumberLists<View> {
  /** Copies a list. @returns its number */
  add(values: ArrayLike<number>): number;
  /** A view of a list. It is for use at once: a view takes more memory than most lists. */
  at(list: number): View;
}

function createLists<View extends Int32Array | Uint16Array>(allocate: (length: number) => View): NumberLists<View> {
  const chunks: View[] = [];
  /** Chunk, begin and end of each list. */
  const bounds: number[] = [];
  let free = 0;
  return {
    add(values) {
      let chunk = chunks.at(-1);
      if (!chunk || free + values.length > chunk.length) {
        chunk = allocate(Math.max(chunkLength, values.length));
        chunks.push(chunk);
        free = 0;
      }
      chunk.set(values, free);
      bounds.push(chunks.length - 1, free, free + values.length);
      free += values.length;
      return bounds.length / 3 - 1;
    },
    at(list) {
      const chunk = chunks[bounds[list * 3] ?? -1];
      if (!chunk) throw new RangeError(`there is no list ${list}`);
      return chunk.subarray(bounds[list * 3 + 1], bounds[list * 3 + 2]) as View;
    },
  };
}

export const createInt32Lists = (): NumberLists<Int32Array> => createLists((length) => new Int32Array(length));
export const createUint16Lists = (): NumberLists<Uint16Array> => createLists((length) => new Uint16Array(length));

const none = new Int32Array(0);

/**
 * Inverts links, by counting; the event loop runs in between.
 * @param pages the pages that link
 * @param linksOf the pages that the page at an index of `pages` links to, each once; it is asked three times
 * @returns the pages that link to a page, in the order of `pages`
 */
export async function invertLinks(
  pages: readonly number[],
  linksOf: (index: number) => Iterable<number>,
): Promise<(page: number) => Int32Array> {
  const eachLink = async (act: (from: number, to: number) => void) => {
    for (const [index, from] of pages.entries()) {
      if (index % pagesAtOnce === pagesAtOnce - 1) await nextTurn();
      for (const to of linksOf(index)) act(from, to);
    }
  };
  let last = -1;
  await eachLink((_, to) => {
    if (to > last) last = to;
  });
  /** Position of the first link to a page in `sources`; behind the fill, of the first one to the next page. */
  const positions = new Int32Array(last + 2);
  await eachLink((_, to) => {
    positions[to + 1] = (positions[to + 1] ?? 0) + 1;
  });
  for (let page = 0; page <= last; page += 1) positions[page + 1] = (positions[page + 1] ?? 0) + (positions[page] ?? 0);
  const sources = new Int32Array(positions[last + 1] ?? 0);
  await eachLink((from, to) => {
    const position = positions[to] ?? 0;
    sources[position] = from;
    positions[to] = position + 1;
  });
  return (page) =>
    page < 0 || page > last ? none : sources.subarray(page === 0 ? 0 : positions[page - 1], positions[page]);
}
