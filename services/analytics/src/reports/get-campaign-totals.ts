import { type analytics, type CampaignTotals, maxCampaignRows, otherCampaignKey } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import { columnsEqual } from '@platform/runtime';
import { and, inArray, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { daysOf, readRange } from '../calendar/range.ts';
import { users } from '../schema.ts';
import type { AskedCampaign, CampaignGroup } from './asked-campaign.ts';
import { countVisits } from './count-visits.ts';
import { dayKeyOf } from './day-key.ts';
import { type LinkKey, readLinkTotals, toNet } from './link-totals.ts';
import { addMoney } from './money.ts';

type Handler = QueryHandlers<typeof analytics>['getCampaignTotals'];
const none = { visits: 0, registers: 0, payers: 0, payments: 0, refunds: 0, net: [] };

/** The source of a user whose registration is of a release that did not say `utm_source` is the channel. */
const keysOfUsers = {
  campaign: () => sql`${users.utm_campaign}`,
  source: () => sql`coalesce(${users.utm_source}, ${users.channel})`,
  content: () => sql`${users.utm_content}`,
} satisfies Partial<Record<CampaignGroup, LinkKey>>;

/**
 * What the links of a campaign led to in some days of a time zone, by campaign, source, content or day.
 * @returns every day of the range; one row of a campaign; of sources and contents the 1,000 with the most
 * registrations and visits, and the others as one
 * @throws AppError `validation_failed` for days in the wrong order and for more than 366
 */
export async function getCampaignTotals(
  app: Pick<App, 'db' | 'clock'>,
  askedRange: AskedCampaign,
): Promise<Awaited<ReturnType<Handler>>> {
  const { application_id, campaign, contents, from, to, timezone = 'UTC', group_by } = askedRange;
  const range = readRange({ from, to }, timezone, app.clock.now());
  const isOfLink = and(
    columnsEqual(users, { utm_campaign: campaign, application_id }),
    contents === undefined ? undefined : inArray(users.utm_content, contents),
  );
  const [visits, totals] = await Promise.all([
    countVisits(app, askedRange, range),
    readLinkTotals(app, isOfLink, range, group_by === 'day' ? dayKeyOf(range) : keysOfUsers[group_by]),
  ]);
  const keys = new Set<string | null>([...visits.keys(), ...totals.keys()]);
  if (group_by === 'campaign') keys.add(campaign);
  const rowOf = (key: string | null): CampaignTotals => ({
    key,
    ...none,
    ...totals.get(key),
    visits: visits.get(key) ?? 0,
  });
  if (group_by === 'day') return { rows: daysOf(range).map(rowOf) };
  return { rows: foldSmallest([...keys].map(rowOf).toSorted(largestFirst)) };
}

const last = '\uffff';
const largestFirst = (a: CampaignTotals, b: CampaignTotals): number =>
  b.registers - a.registers ||
  b.payments - a.payments ||
  b.visits - a.visits ||
  ((a.key ?? last) < (b.key ?? last) ? -1 : 1);

/** The largest rows, and the others as one. A user has one link, so payers of several are added. */
export function foldSmallest(rows: readonly CampaignTotals[]): CampaignTotals[] {
  if (rows.length <= maxCampaignRows) return [...rows];
  const others = rows.slice(maxCampaignRows);
  const sum = (of: 'visits' | 'registers' | 'payers' | 'payments' | 'refunds') =>
    others.reduce((total, row) => total + row[of], 0);
  const net = addMoney(
    others.map((row) => new Map(row.net.map((one) => [one.currency, Math.round(one.amount * 100)]))),
  );
  return [
    ...rows.slice(0, maxCampaignRows),
    {
      key: otherCampaignKey,
      visits: sum('visits'),
      registers: sum('registers'),
      payers: sum('payers'),
      payments: sum('payments'),
      refunds: sum('refunds'),
      net: toNet(net),
    },
  ];
}
