import type { App } from '../app.ts';
import { readRange } from '../calendar/range.ts';
import { readCounts } from '../rollups/read-counts.ts';

/** Views of a page of a site in its last days, and different visitors of each day, summed. */
export async function countPageReaders(
  app: Pick<App, 'db' | 'clock' | 'siteZones'>,
  { site_id, path, days }: { site_id: string; path: string; days: number },
): Promise<{ views: number; visitors: number }> {
  const range = readRange({ days }, await app.siteZones.read(site_id), app.clock.now());
  const counts = await readCounts(app, site_id, range, ['page']);
  const { events, uniques } = counts.get('page')?.get(path) ?? { events: 0, uniques: 0 };
  return { views: events, visitors: uniques };
}
