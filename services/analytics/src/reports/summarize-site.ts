import type { SiteSummary } from '@platform/contracts';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { type AskedRange, type DayRange, daysOf, previousRange, readRange } from '../calendar/range.ts';
import { type Count, type Counts, readCounts, readDayCounts } from '../rollups/read-counts.ts';
import { readAsOf } from './as-of.ts';
import { percent } from './percent.ts';
import { ranked } from './ranked.ts';

type Summary = z.input<typeof SiteSummary>;

const listed = 100;

/**
 * Summary of a site, in any status, in days of its time zone. Visitors of two days are never the same, so everything is
 * only added up.
 * @throws AppError `site_not_found`, `validation_failed`
 */
export async function summarizeSite(app: App, code: string, askedRange: AskedRange): Promise<Summary> {
  const siteId = await app.siteContent.idOf(code);
  const timezone = await app.siteZones.read(siteId);
  const range = readRange(askedRange, timezone, app.clock.now());
  const before = previousRange(range);
  const [as_of, content, counts, previous, series] = await Promise.all([
    readAsOf(app, [siteId]),
    app.siteContent.of(
      siteId,
      [range, before].map(({ from, to }) => ({ from, to })),
    ),
    readCounts(app, siteId, range, ['', 'views', 'source', 'source_views', 'page', 'country_code', 'event']),
    readCounts(app, siteId, before, ['', 'views']),
    readSeries(app, siteId, range),
  ]);
  const withPrevious = (dimension: '' | 'views', of: keyof Count) => ({
    value: wholeOf(counts, dimension)[of],
    previous: wholeOf(previous, dimension)[of],
  });
  return {
    kind: 'site',
    cms_site_code: code,
    from: range.from,
    to: range.to,
    timezone,
    as_of: as_of.toISOString(),
    previous: { from: before.from, to: before.to },
    metrics: {
      views: withPrevious('views', 'events'),
      visitors: withPrevious('', 'uniques'),
      events: withPrevious('', 'events'),
    },
    inventory: content?.inventory ?? null,
    view_count: content && { value: content.views[0] ?? 0, previous: content.views[1] ?? 0 },
    ...listsOf(counts),
    series,
  };
}

const wholeOf = (counts: Counts, dimension: string): Count =>
  counts.get(dimension)?.get('') ?? { events: 0, uniques: 0 };

function listsOf(counts: Counts): Pick<Summary, 'sources' | 'top_pages' | 'countries' | 'top_events'> {
  const views = counts.get('source_views');
  const visitors = wholeOf(counts, '').uniques;
  return {
    sources: mostFrequent(counts, 'source', 'uniques').map(([source, { uniques }]) => ({
      source,
      visitors: uniques,
      views: views?.get(source)?.events ?? 0,
    })),
    top_pages: mostFrequent(counts, 'page', 'events').map(([path, { events, uniques }]) => ({
      path,
      views: events,
      visitors: uniques,
    })),
    countries: mostFrequent(counts, 'country_code', 'uniques').map(([country_code, { uniques }]) => ({
      country_code: country_code || null,
      visitors: uniques,
      share: percent(uniques, visitors),
    })),
    top_events: mostFrequent(counts, 'event', 'events').map(([event, { events, uniques }]) => ({
      event,
      events,
      visitors: uniques,
    })),
  };
}

const mostFrequent = (counts: Counts, dimension: string, by: keyof Count) =>
  ranked(counts.get(dimension) ?? [], by).slice(0, listed);

async function readSeries(app: App, siteId: string, range: DayRange): Promise<Summary['series']> {
  const days = new Map(daysOf(range).map((date) => [date, { date, views: 0, visitors: 0 }]));
  for (const { day, dimension, events, uniques } of await readDayCounts(app, siteId, range, ['', 'views'])) {
    const row = days.get(day);
    if (!row) continue;
    if (dimension === 'views') row.views = events;
    else row.visitors = uniques;
  }
  return [...days.values()];
}
