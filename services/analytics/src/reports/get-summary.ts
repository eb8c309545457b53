import type { ApplicationSummary, analytics } from '@platform/contracts';
import type { EndpointRequest, StreamedBody } from '@platform/contracts/kit';
import { csvFile, invalidField } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { findApplication } from '../application.ts';
import { listApplications } from './list-applications.ts';
import { summarizeApplications } from './summarize-applications.ts';
import { summarizeSite } from './summarize-site.ts';

type Query = EndpointRequest<typeof analytics.endpoints.getAnalyticsSummary>['query'];
type Summary = z.input<typeof analytics.endpoints.getAnalyticsSummary.response>;

/**
 * The summary of an application, of all of them, or of a site; as CSV the days of it.
 * @throws AppError `validation_failed`, `application_not_found`, `site_not_found`
 */
export async function getSummary(app: App, query: Query): Promise<Summary | StreamedBody> {
  const { application_code, cms_site_code, format, ...askedRange } = query;
  if (application_code !== undefined && cms_site_code !== undefined)
    return invalidField('cms_site_code', 'and `application_code` exclude each other: send one of them');
  if (cms_site_code !== undefined) {
    const summary = await summarizeSite(app, cms_site_code, askedRange);
    if (format === 'json') return summary;
    return csvFile(`summary-${cms_site_code}-${summary.to}.csv`, ['date', 'views', 'visitors'], [summary.series]);
  }
  const applications =
    application_code === undefined ? await listApplications(app) : [await findApplication(app, application_code)];
  const summary = await summarizeApplications(app, applications, application_code ?? null, askedRange);
  return format === 'json' ? summary : daysAsCsv(summary);
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
    'date',
    'events',
    'uniques',
    'new_users',
    'payments_succeeded',
    ...currencies.flatMap((currency) => [`revenue_${currency}`, `refunds_${currency}`]),
  ];
  return csvFile(`summary-${application_code ?? 'all'}-${to}.csv`, columns as never, [rows]);
}
