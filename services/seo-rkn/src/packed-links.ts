import { setImmediate as nextTurn } from 'node:timers/promises';

/** Numbers of one shared buffer. */
const chunkLength = 65_536;
/** Pages between two turns of the event loop. */
const pagesAtOnce = 1_000;

/** Lists of numbers that live as long as one judgement. */
export interface NumberStore<View> {
  /** Copies a list. @returns a view of a shared buffer, which is not written any more */
  keep(values: ArrayLike<number>): View;
}

/** A typed array with a buffer of its own takes some hundred bytes more than its numbers. */
function createStore<View extends Int32Array | Uint16Array>(allocate: (length: number) => View): NumberStore<View> {
  let chunk = allocate(0);
  let used = 0;
  return {
    keep(values) {
      if (used + values.length > chunk.length) {
        chunk = allocate(Math.max(chunkLength, values.length));
        used = 0;
      }
      const view = chunk.subarray(used, used + values.length) as View;
      view.set(values);
      used += values.length;
      return view;
    },
  };
}

export const createInt32Store = (): NumberStore<Int32Array> => createStore((length) => new Int32Array(length));
export const createUint16Store = (): NumberStore<Uint16Array> => createStore((length) => new Uint16Array(length));

/** A page with the numbers of the pages that it links to, each once. */
export interface LinkingPage {
  from: number;
  to: Int32Array;
}

const none = new Int32Array(0);

/**
 * Turns links round, by counting; the event loop gets its turns.
 * @returns the pages that link to a page, in the order of `pages`
 */
export async function invertLinks(pages: readonly LinkingPage[]): Promise<(page: number) => Int32Array> {
  let last = -1;
  for (const [at, { to }] of pages.entries()) {
    if (at % pagesAtOnce === pagesAtOnce - 1) await nextTurn();
    for (const page of to) if (page > last) last = page;
  }
  /** Place of the first link to a page in `sources`; behind the fill, of the first one to the next page. */
  const places = new Int32Array(last + 2);
  for (const { to } of pages) for (const page of to) places[page + 1] = (places[page + 1] ?? 0) + 1;
  for (let page = 0; page <= last; page += 1) places[page + 1] = (places[page + 1] ?? 0) + (places[page] ?? 0);
  const sources = new Int32Array(places[last + 1] ?? 0);
  for (const [at, { from, to }] of pages.entries()) {
    if (at % pagesAtOnce === pagesAtOnce - 1) await nextTurn();
    for (const page of to) {
      const place = places[page] ?? 0;
      sources[place] = from;
      places[page] = place + 1;
    }
  }
  return (page) => (page < 0 || page > last ? none : sources.subarray(page === 0 ? 0 : places[page - 1], places[page]));
}
