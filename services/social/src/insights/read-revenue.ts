import type { InsightFacts } from '@platform/contracts';
import { errorText } from '@platform/runtime';
import type { App } from '../app.ts';
import { askCampaign } from '../attribution/ask-campaign.ts';
import type { BrandRow } from '../brands/brand.ts';
import { addDays } from './week.ts';

type Revenue = InsightFacts['revenue'];

/**
 * What the links of a brand brought in a week, by the analytics of the platform: the days of the week, Monday
 * to Sunday, in the time zone of the brand. Not to be called in a transaction. Analytics that does not answer leaves the
 * report without money.
 */
export async function readRevenue(
  app: Pick<App, 'ask' | 'log'>,
  brand: Pick<BrandRow, 'id' | 'code' | 'application_id' | 'site_id' | 'timezone'>,
  monday: string,
): Promise<Revenue> {
  if (brand.application_id === null && brand.site_id === null) return { totals: null, reason: 'no_application' };
  try {
    const week = { from: monday, to: addDays(monday, 6) };
    const [row] = await askCampaign(app, brand, { ...week, group_by: 'campaign' });
    if (row === undefined) return { totals: { ...nothing, net: [] }, reason: null };
    const { visits, registers, payers, payments, refunds, net } = row;
    return { totals: { visits, registers, payers, payments, refunds, net }, reason: null };
  } catch (error) {
    app.log.warn({ brand_id: brand.id, reason: errorText(error) }, 'the revenue of a brand could not be read');
    return { totals: null, reason: 'not_answering' };
  }
}

const nothing = { visits: 0, registers: 0, payers: 0, payments: 0, refunds: 0 };
