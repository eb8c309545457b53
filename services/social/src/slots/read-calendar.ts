import type { social } from '@platform/contracts';
import type { EndpointRequest, PreparedBody, StreamedBody } from '@platform/contracts/kit';
import { csvFile, dayMs, defineStatement, etagOf, runStatement } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { toMoment } from '../posts/local-time.ts';
import { readDays } from '../require-days.ts';
import type { SlotView } from './slot.ts';

type Endpoint = typeof social.endpoints.readSocialCalendar;
type Calendar = z.input<Endpoint['response']>;
type CalendarSlot = SlotView & { title: string | null };

const maxDays = 92;
/** Slots of an answer, and of one statement of an export. */
const maxSlots = 2_000;

const columns = [
  'id',
  'account_id',
  'channel',
  'at',
  'local_time',
  'rubric',
  'state',
  'variant_id',
  'title',
  'origin',
  'pinned',
  'version',
  'created_at',
  'updated_at',
] as const;

const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Slots of a brand behind a cursor of time and id, by time. PostgreSQL writes the times: a calendar has
 * hundreds of slots, and a Date for each of their times costs more than the statement.
 */
const slotsOfBrand = `
    SELECT s.id, s.brand_id, s.account_id, a.channel, ${utc('s.at')} AS at, s.local_time, s.rubric, s.state,
      s.variant_id, s.origin, s.pinned, s.version, ${utc('s.created_at')} AS created_at,
      ${utc('s.updated_at')} AS updated_at, i.title
    FROM social.slots s
    JOIN social.accounts a ON a.id = s.account_id
    LEFT JOIN social.variants v ON v.id = s.variant_id
    LEFT JOIN social.ideas i ON i.id = v.idea_id
    WHERE s.brand_id = $1 AND s.at >= $2 AND (s.at, s.id) > ($2, $3) AND s.at < $4
      AND ($5::uuid IS NULL OR s.account_id = $5)
    ORDER BY s.at, s.id
    LIMIT $6`;

const listSlots = defineStatement({ name: 'list_slots', text: slotsOfBrand });

/**
 * The same slots, each as the JSON of `CalendarSlot`: as objects, parsed and written again, hundreds of them
 * cost more than the rest of the call.
 */
const listSlotsAsJson = defineStatement({
  name: 'list_slots_as_json',
  text: `SELECT row_to_json(slot)::text AS slot FROM (${slotsOfBrand}) AS slot ORDER BY slot.at, slot.id`,
});

/** The least UUID, which no row has: the cursor in front of all rows of a moment. */
const leastId = '00000000-0000-0000-0000-000000000000';

interface Asked {
  brand_id: string;
  from: Date;
  end: Date;
  account_id: string | undefined;
}

/**
 * The slots of some days of a brand, by time; as CSV all of them.
 * @throws AppError `brand_not_found`, `validation_failed` for days in the wrong order and for more than 92
 */
export async function readCalendar(
  { db }: Pick<App, 'db'>,
  brand_id: string,
  { account_id, format, ...request }: EndpointRequest<Endpoint>['query'],
): Promise<PreparedBody | StreamedBody> {
  const { timezone, code } = await requireBrand(db, brand_id);
  const { from, to } = readDays(request, timezone, maxDays);
  const dayAfter = new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10);
  const period = {
    brand_id,
    account_id,
    from: toMoment(`${from}T00:00`, timezone),
    end: toMoment(`${dayAfter}T00:00`, timezone),
  };
  if (format === 'csv') return csvFile(`calendar-${code}-${from}.csv`, columns, readAll({ db }, period));
  const { rows } = await runStatement<{ slot: string }>(db, listSlotsAsJson, valuesOf(period, null, maxSlots + 1));
  const slots = rows.slice(0, maxSlots).map(({ slot }) => slot);
  const rest: Omit<Calendar, 'slots'> = { timezone, is_cut: rows.length > maxSlots };
  const body = `{"data":{"slots":[${slots}],${JSON.stringify(rest).slice(1)}}`;
  return { etag: etagOf(body), body };
}

async function* readAll({ db }: Pick<App, 'db'>, period: Asked) {
  for (let last: CalendarSlot | null = null; ; ) {
    const page = valuesOf(period, last, maxSlots);
    const { rows }: { rows: CalendarSlot[] } = await runStatement<CalendarSlot>(db, listSlots, page);
    yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < maxSlots) return;
  }
}

const valuesOf = ({ brand_id, from, end, account_id }: Asked, last: CalendarSlot | null, limit: number) => [
  brand_id,
  last?.at ?? from,
  last?.id ?? leastId,
  end,
  account_id ?? null,
  limit,
];
