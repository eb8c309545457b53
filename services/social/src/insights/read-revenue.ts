import { analytics, type InsightFacts } from '@platform/contracts';
import { dayMs, errorText } from '@platform/runtime';
import type { App } from '../app.ts';
import type { BrandRow } from '../brands/brand.ts';
import type { Period } from './week.ts';

type Revenue = InsightFacts['revenue'];

/**
 * What the links of a brand brought in a period, by the analytics of the platform. Days are of UTC. Never
 * inside of a transaction. Analytics that does not answer leaves the report without money.
 */
export async function readRevenue(
  app: Pick<App, 'ask' | 'log'>,
  { id, code, application_id, site_id }: Pick<BrandRow, 'id' | 'code' | 'application_id' | 'site_id'>,
  { from, to }: Period,
): Promise<Revenue> {
  if (application_id === null && site_id === null) return { totals: null, reason: 'no_application' };
  try {
    const { rows } = await app.ask(analytics.queries.getCampaignTotals, {
      ...(application_id === null ? {} : { application_id }),
      ...(site_id === null ? {} : { site_id }),
      ...{ campaign: code, from: dayOf(from), to: dayOf(new Date(to.getTime() - dayMs)), group_by: 'campaign' },
    });
    const [row] = rows;
    if (row === undefined) return { totals: { ...nothing, net: [] }, reason: null };
    const { visits, registers, payers, payments, refunds, net } = row;
    return { totals: { visits, registers, payers, payments, refunds, net }, reason: null };
  } catch (error) {
    app.log.warn({ brand_id: id, reason: errorText(error) }, 'the revenue of a brand could not be read');
    return { totals: null, reason: 'not_answering' };
  }
}

const nothing = { visits: 0, registers: 0, payers: 0, payments: 0, refunds: 0 };
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
