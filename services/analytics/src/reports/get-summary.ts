import type { analytics, ApplicationSummary } from '@platform/contracts';
import type { EndpointRequest, StreamedBody } from '@platform/contracts/kit';
import { invalidField, runStatement } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { findApplication, readSettings } from '../application.ts';
import { csvFile } from '../csv.ts';
import { summarizeApplications } from './summarize-applications.ts';
import { summarizeSite } from './summarize-site.ts';

type Query = EndpointRequest<typeof analytics.endpoints.getAnalyticsSummary>['query'];
type Summary = z.input<typeof analytics.endpoints.getAnalyticsSummary.response>;

/** Applications of which anything is known, without reading every row of them: from one to the next in the index. */
const listApplications = {
  name: 'list_applications',
  text: `WITH RECURSIVE registered AS (
           (SELECT application_id FROM analytics.users ORDER BY application_id LIMIT 1)
           UNION ALL
           SELECT (SELECT u.application_id FROM analytics.users AS u WHERE u.application_id > r.application_id ORDER BY 1 LIMIT 1)
           FROM registered AS r WHERE r.application_id IS NOT NULL
         )
         SELECT application_id FROM registered WHERE application_id IS NOT NULL
         UNION SELECT application_id FROM analytics.event_names
         UNION SELECT application_id FROM analytics.application_settings`,
};

/**
 * The summary of an application, of all of them, or of a site; as CSV the days of it.
 * @throws AppError `validation_failed`, `application_not_found`, `site_not_found`
 */
export async function getSummary(app: App, query: Query): Promise<Summary | StreamedBody> {
  const { application_code, cms_site_code, format, ...asked } = query;
  if (application_code !== undefined && cms_site_code !== undefined)
    return invalidField('cms_site_code', 'is for the summary of a site, without `application_code`');
  if (cms_site_code !== undefined) {
    const summary = await summarizeSite(app, cms_site_code, asked);
    if (format === 'json') return summary;
    return csvFile(`summary-${cms_site_code}-${summary.to}.csv`, ['date', 'views', 'visitors'], [summary.series]);
  }
  const applications =
    application_code === undefined ? await allApplications(app) : [await findApplication(app, application_code)];
  const summary = await summarizeApplications(app, applications, application_code ?? null, asked);
  return format === 'json' ? summary : daysAsCsv(summary);
}

async function allApplications(app: App) {
  const { rows } = await runStatement<{ application_id: string }>(app.db, listApplications, []);
  return Promise.all(
    rows.map(async ({ application_id }) => ({
      id: application_id,
      code: application_id,
      ...(await readSettings(app, application_id)),
    })),
  );
}

/** The days, with two columns for each currency. */
function daysAsCsv({ application_code, to, series, money }: z.input<typeof ApplicationSummary>): StreamedBody {
  const currencies = money.map(({ currency }) => currency);
  const amountIn = (list: readonly { currency: string; value: number }[], currency: string) =>
    list.find((sum) => sum.currency === currency)?.value ?? 0;
  const rows = series.map(({ revenue, refunds, ...counts }) => ({
    ...counts,
    ...Object.fromEntries(
      currencies.flatMap((currency) => [
        [`revenue_${currency}`, amountIn(revenue, currency)],
        [`refunds_${currency}`, amountIn(refunds, currency)],
      ]),
    ),
  }));
  const columns = [
    ...(['date', 'events', 'uniques', 'new_users', 'payments_succeeded'] as const),
    ...currencies.flatMap((currency) => [`revenue_${currency}`, `refunds_${currency}`]),
  ];
  return csvFile(`summary-${application_code ?? 'all'}-${to}.csv`, columns as never, [rows]);
}
