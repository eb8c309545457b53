import { readRknPage } from '../rkn/facts/read-rkn-page.ts';
import type { RknFacts } from '../rkn/facts/rkn-facts.ts';
import type { PageFacts } from './page-facts.ts';
import { type PageSource, readPage } from './read-page.ts';

/** Null for a stack overflow: the page is nested too deeply. */
const unlessTooDeep =
  <Facts>(read: (source: PageSource) => Facts) =>
  (source: PageSource): Facts | null => {
    try {
      return read(source);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  };

/** Reads a page in a worker thread; null for one that is nested too deeply. */
export const readSeo = unlessTooDeep<PageFacts>(readPage);
/** Reads what a page says about personal data, as {@link readSeo} does. */
export const readRkn = unlessTooDeep<RknFacts>(readRknPage);
