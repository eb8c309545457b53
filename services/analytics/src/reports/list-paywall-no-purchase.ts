import type { analytics } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import { csvFile, cursorId, defineCursor, defineStatement, runStatement, type Tx, toPage } from '@platform/runtime';
import { z } from 'zod';
import type { App } from '../app.ts';
import { mergeLists, type RangeOfApplication, readReportedRange } from './reported-applications.ts';
import { seeOneMoment } from './see-one-moment.ts';

type Contract = typeof analytics.endpoints.listPaywallNoPurchase;
type Row = z.input<Contract['response']>;

const paywallView = 'paywall_viewed';
const rowsOfFile = 20_000;
const microseconds = z.string().regex(/^\d{1,16}$/);
/** Until which moment views count, then the last view and the user of the row before. */
const viewCursor = defineCursor([microseconds, microseconds, cursorId]);

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
         SELECT v.*, $1::uuid AS application_id, coalesce(u.channel, 'direct') AS channel, u.registered_at, (extract(epoch FROM last_viewed_at) * 1000000)::bigint::text AS micros
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
  application_id: string;
  user_id: string;
  views: number;
  first_viewed_at: Date;
  last_viewed_at: Date;
  channel: string;
  registered_at: Date | null;
  micros: string;
}

/**
 * Users with a paywall view in the range and no purchase, of one application or of all, seen last first; the
 * file of all goes application by application. All pages count views up to the moment of the first page, so
 * each user is on exactly one page.
 * @throws AppError `application_not_found`, `validation_failed`, `service_unavailable`
 */
export async function listPaywallNoPurchase(
  app: Pick<App, 'ask' | 'db' | 'clock'>,
  { application_code, cursor, limit, format, ...askedRange }: EndpointRequest<Contract>['query'],
): Promise<Page<Row> | StreamedBody> {
  const { applications, range } = await readReportedRange(app, application_code, askedRange);
  const [until = micros(app.clock.now()), ...after] = viewCursor.parse(cursor) ?? [];
  const readOne: ReadViewers = async (tx, { id, range }, behind, count) => {
    const ends_at = new Date(Math.min(range.ends_at.getTime(), Number(until) / 1000));
    const values = [id, range.starts_at, ends_at, behind[0] ?? null, behind[1] ?? null, count];
    return (await runStatement<Viewer & object>(tx, statement, values)).rows;
  };
  if (format === 'csv') {
    const columns = [
      'user_id',
      'views',
      'first_viewed_at',
      'last_viewed_at',
      'channel',
      'registered_at',
      'application_id',
    ] as const;
    return csvFile(
      `paywall-no-purchase-${application_code ?? 'all'}-${range.to}.csv`,
      columns,
      allRows(app, applications, readOne),
    );
  }
  const rows = await seeOneMoment(app.db, async (tx) => {
    const lists: Viewer[][] = [];
    for (const application of applications) lists.push(await readOne(tx, application, after, limit + 1));
    return mergeLists(lists, limit + 1);
  });
  return toPage(rows, limit, toRow, (row) => viewCursor.print([until, row.micros, row.user_id]));
}

/** Just after now; a range that ends before is not longer for it. */
const micros = (now: Date): string => String((now.getTime() + 1) * 1000);

async function* allRows(
  app: Pick<App, 'db'>,
  applications: readonly RangeOfApplication[],
  readViewers: ReadViewers,
): AsyncGenerator<Row[]> {
  for (const application of applications)
    for (let behind: string[] = []; ; ) {
      const rows = await seeOneMoment(app.db, (tx) => readViewers(tx, application, behind, rowsOfFile));
      yield rows.map(toRow);
      const last = rows.at(-1);
      if (!last || rows.length < rowsOfFile) break;
      behind = [last.micros, last.user_id];
    }
}

type ReadViewers = (
  tx: Tx,
  application: RangeOfApplication,
  behind: readonly string[],
  count: number,
) => Promise<Viewer[]>;

const toRow = ({
  application_id,
  user_id,
  views,
  first_viewed_at,
  last_viewed_at,
  channel,
  registered_at,
}: Viewer): Row => ({
  application_id,
  user_id,
  views,
  first_viewed_at: first_viewed_at.toISOString(),
  last_viewed_at: last_viewed_at.toISOString(),
  channel,
  registered_at: registered_at?.toISOString() ?? null,
});
