import {
  createRknSiteSandbox,
  createSiteSandbox,
  defectIds,
  openHostileSandbox,
  rknDefectIds,
} from '@platform/sandbox';
import { openDemoPage } from './demo-pages.ts';

/** Sites to try audits on. A site of the platform with such a `website_url` can be scanned. */
export interface SampleSites {
  /**
   * Addresses. `defects` has each fault of an audit once and `clean` none, `hostile` tries to hurt a crawler;
   * `rkn_defects` breaks each rule about personal data once, and `rkn_clean` none.
   */
  urls: { defects: string; clean: string; hostile: string; rkn_defects: string; rkn_clean: string };
  close(): Promise<void>;
}

/** Equal seeds give equal sites, so that issues of an earlier start stay true. */
const seed = 1;

/**
 * Serves the sample sites. Their pages are generated at the first read.
 * @param firstPort port of the first site; the others use the next ports. A port that is in use is replaced
 * by a free one
 */
export async function openSampleSites(firstPort: number): Promise<SampleSites> {
  const pages = await Promise.all([0, 1, 2, 3, 4].map((at) => openDemoPage(undefined, firstPort + at)));
  const [defects, clean, hostile, rknDefects, rknClean] = pages;
  if (!defects || !clean || !hostile || !rknDefects || !rknClean) throw new Error('a sample site is missing');
  const trap = await openHostileSandbox();
  defects.show(createSiteSandbox({ seed, defects: defectIds, origin: defects.url }).handler);
  clean.show(createSiteSandbox({ seed, defects: [], origin: clean.url }).handler);
  hostile.show(trap.handler);
  rknDefects.show(createRknSiteSandbox(rknDefectIds, rknDefects.url).handler);
  rknClean.show(createRknSiteSandbox([], rknClean.url).handler);
  return {
    urls: {
      defects: defects.url,
      clean: clean.url,
      hostile: hostile.url,
      rkn_defects: rknDefects.url,
      rkn_clean: rknClean.url,
    },
    async close() {
      await Promise.all([...pages.map((page) => page.close(100)), trap.close()]);
    },
  };
}
