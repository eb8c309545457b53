import { analytics, type CampaignTotals } from '@platform/contracts';
import type { App } from '../app.ts';
import type { BrandRow } from '../brands/brand.ts';

interface AskedDays {
  /** `YYYY-MM-DD` in the time zone of the brand. */
  from: string;
  /** `YYYY-MM-DD` in the time zone of the brand, included. */
  to: string;
  group_by: 'campaign' | 'source' | 'content' | 'day';
  /** Only links with one of these values of `utm_content`. */
  contents?: string[];
}

/**
 * Asks analytics what links of a brand led to in some of its days. Not to be called in a transaction. A brand without an
 * application, or without a site, counts those of all of them: no other brand has its code.
 * @throws AppError `service_unavailable` while analytics does not answer
 */
export async function askCampaign(
  { ask }: Pick<App, 'ask'>,
  { code, application_id, site_id, timezone }: Pick<BrandRow, 'code' | 'application_id' | 'site_id' | 'timezone'>,
  days: AskedDays,
): Promise<CampaignTotals[]> {
  const owners = {
    ...(application_id === null ? {} : { application_id }),
    ...(site_id === null ? {} : { site_id }),
  };
  const { rows } = await ask(analytics.queries.getCampaignTotals, { ...days, ...owners, timezone, campaign: code });
  return rows;
}
