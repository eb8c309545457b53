import type { analytics } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import { csvFile, defineStatement, runStatement } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { findApplication } from '../application.ts';
import { readRange } from '../calendar/range.ts';
import { readPlace, writePlace } from './page-cursor.ts';
import { seeOneMoment } from './see-one-moment.ts';

type Contract = typeof analytics.endpoints.listPaywallNoPurchase;
type Row = z.input<Contract['response']>;

const paywallView = 'paywall_viewed';
const rowsOfFile = 20_000;
/**
 * Until which moment views count, then the last view and the user of the row before, times in microseconds.
 */
const place = /^\d{1,16} \d{1,16} [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Viewers are few beside all payers, or many, so their payments are looked up through the index, and only
 * for the rows of the page.
 */
const statement = defineStatement({
  name: 'list_paywall_no_purchase',
  text: `WITH viewers AS (
           SELECT user_id, count(*)::int AS views, min(occurred_at) AS first_viewed_at, max(occurred_at) AS last_viewed_at
           FROM analytics.events WHERE application_id = $1 AND event = ANY(ARRAY(
             SELECT '${paywallView}' UNION ALL SELECT event FROM analytics.event_names WHERE application_id = $1 AND merged_into = '${paywallView}'
           )) AND occurred_at >= $2 AND occurred_at < $3 GROUP BY user_id
         )
         SELECT v.*, coalesce(u.channel, 'direct') AS channel, u.registered_at, (extract(epoch FROM last_viewed_at) * 1000000)::bigint::text AS micros
         FROM viewers AS v LEFT JOIN analytics.users AS u ON u.user_id = v.user_id
         WHERE ($4::bigint IS NULL OR (last_viewed_at, v.user_id) < (to_timestamp(0) + $4 * interval '1 microsecond', $5::uuid))
         AND NOT EXISTS (
           SELECT FROM analytics.payments AS p WHERE p.application_id = $1 AND p.user_id = v.user_id AND p.succeeded_at IS NOT NULL
           AND (
             (p.succeeded_at >= v.first_viewed_at AND p.fully_refunded_at IS NULL)
             OR (p.starts_at <= v.first_viewed_at AND (p.expires_at IS NULL OR p.expires_at > v.first_viewed_at)
                 AND (p.fully_refunded_at IS NULL OR p.fully_refunded_at > v.first_viewed_at))
           )
         )
         ORDER BY last_viewed_at DESC, v.user_id DESC LIMIT $6`,
});

interface Viewer {
  user_id: string;
  views: number;
  first_viewed_at: Date;
  last_viewed_at: Date;
  channel: string;
  registered_at: Date | null;
  micros: string;
}

/**
 * Users with a paywall view in the range and no purchase, seen last first. All pages count views up to the
 * moment of the first page, so each user is on exactly one page.
 * @throws AppError `application_not_found`, `validation_failed`, `service_unavailable`
 */
export async function listPaywallNoPurchase(
  app: Pick<App, 'ask' | 'db' | 'clock'>,
  { application_code, cursor, limit, format, ...asked }: EndpointRequest<Contract>['query'],
): Promise<Page<Row> | StreamedBody> {
  const application = await findApplication(app, application_code);
  const range = readRange(asked, application.timezone, app.clock.now());
  const [until = micros(range.ends_at, app.clock.now()), ...after] = readPlace(cursor, place) ?? [];
  const read = (behind: readonly string[], count: number) =>
    seeOneMoment(app.db, async (tx) => {
      const values = [application.id, range.starts_at, new Date(Number(until) / 1000)];
      const { rows } = await runStatement<Viewer & object>(tx, statement, [
        ...[...values, behind[0] ?? null, behind[1] ?? null, count],
      ]);
      return rows;
    });
  if (format === 'csv') {
    const columns = ['user_id', 'views', 'first_viewed_at', 'last_viewed_at', 'channel', 'registered_at'] as const;
    return csvFile(`paywall-no-purchase-${application_code}-${range.to}.csv`, columns, allRows(read));
  }
  const rows = await read(after, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toRow), next_cursor: last ? writePlace(until, last.micros, last.user_id) : null };
}

/** The end of the range or just after now, whichever is earlier. */
const micros = (ends_at: Date, now: Date): string => String(Math.min(ends_at.getTime(), now.getTime() + 1) * 1000);

async function* allRows(read: (behind: readonly string[], count: number) => Promise<Viewer[]>): AsyncGenerator<Row[]> {
  for (let behind: string[] = []; ; ) {
    const rows = await read(behind, rowsOfFile);
    yield rows.map(toRow);
    const last = rows.at(-1);
    if (!last || rows.length < rowsOfFile) return;
    behind = [last.micros, last.user_id];
  }
}

const toRow = ({ user_id, views, first_viewed_at, last_viewed_at, channel, registered_at }: Viewer): Row => ({
  user_id,
  views,
  first_viewed_at: first_viewed_at.toISOString(),
  last_viewed_at: last_viewed_at.toISOString(),
  channel,
  registered_at: registered_at?.toISOString() ?? null,
});
