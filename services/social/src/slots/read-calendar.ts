import type { social } from '@platform/contracts';
import type { EndpointRequest, StreamedBody } from '@platform/contracts/kit';
import { csvFile, dayMs } from '@platform/runtime';
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { toMoment } from '../posts/local-time.ts';
import { requireDays } from '../require-days.ts';
import { accounts, ideas, slots, variants } from '../schema.ts';
import { type SlotRow, toSlot } from './slot.ts';

type Endpoint = typeof social.endpoints.readSocialCalendar;
type Calendar = z.input<Endpoint['response']>;

const maxDays = 92;
/** Slots of an answer, and of one statement of an export. */
const maxSlots = 2_000;

const columns = [
  ...(['id', 'account_id', 'channel', 'at', 'local_time', 'rubric', 'state', 'variant_id', 'title'] as const),
  ...(['origin', 'pinned', 'version', 'created_at', 'updated_at'] as const),
] as const;

/**
 * The slots of some days of a brand, by time; as CSV all of them.
 * @throws AppError `brand_not_found`, `validation_failed` for days in the wrong order and for more than 92
 */
export async function readCalendar(
  { db }: Pick<App, 'db'>,
  brand_id: string,
  { from, to, account_id, format }: EndpointRequest<Endpoint>['query'],
): Promise<Calendar | StreamedBody> {
  const { timezone, code } = await requireBrand(db, brand_id);
  requireDays({ from, to }, maxDays);
  const end = new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10);
  const isAsked = and(
    eq(slots.brand_id, brand_id),
    gte(slots.at, toMoment(`${from}T00:00`, timezone)),
    lt(slots.at, toMoment(`${end}T00:00`, timezone)),
    account_id === undefined ? undefined : eq(slots.account_id, account_id),
  );
  if (format === 'csv') return csvFile(`calendar-${code}-${from}.csv`, columns, readAll({ db }, isAsked));
  const rows = await readSlots({ db }, isAsked, maxSlots + 1);
  return { timezone, slots: rows.slice(0, maxSlots), is_cut: rows.length > maxSlots };
}

async function* readAll(app: Pick<App, 'db'>, isAsked: SQL | undefined) {
  for (let last: (Pick<SlotRow, 'id'> & { at: string }) | undefined; ; ) {
    const isNext = last && sql`(${slots.at}, ${slots.id}) > (${last.at}::timestamptz, ${last.id}::uuid)`;
    const rows = await readSlots(app, and(isAsked, isNext), maxSlots);
    yield rows;
    last = rows.at(-1);
    if (rows.length < maxSlots) return;
  }
}

async function readSlots({ db }: Pick<App, 'db'>, isAsked: SQL | undefined, limit: number): Promise<Calendar['slots']> {
  const rows = await db
    .select({ slot: slots, channel: accounts.channel, title: ideas.title })
    .from(slots)
    .innerJoin(accounts, eq(accounts.id, slots.account_id))
    .leftJoin(variants, eq(variants.id, slots.variant_id))
    .leftJoin(ideas, eq(ideas.id, variants.idea_id))
    .where(isAsked)
    .orderBy(asc(slots.at), asc(slots.id))
    .limit(limit);
  return rows.map(({ slot, channel, title }) => ({ ...toSlot(slot, { channel }), title }));
}
