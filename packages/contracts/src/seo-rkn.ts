import { service } from './kit.ts';
import { aiEndpoints } from './seo-rkn/ai.ts';
import { aiCommands } from './seo-rkn/ai-messages.ts';
import { seoCompetitorEndpoints } from './seo-rkn/competitors.ts';
import { seoDashboardEndpoints } from './seo-rkn/dashboard.ts';
import { documentCheckEndpoints } from './seo-rkn/document-check.ts';
import { seoIndexNowEndpoints } from './seo-rkn/indexnow.ts';
import { seoIssueEndpoints } from './seo-rkn/issues.ts';
import { seoKeywordEndpoints } from './seo-rkn/keywords.ts';
import { seoEvents } from './seo-rkn/messages.ts';
import { seoPageEndpoints } from './seo-rkn/pages.ts';
import { seoPsiEndpoints } from './seo-rkn/psi.ts';
import { seoQueries } from './seo-rkn/queries.ts';
import { readinessQueries, seoReadinessEndpoints } from './seo-rkn/readiness.ts';
import { seoRecheckEndpoints } from './seo-rkn/rechecks.ts';
import { seoReportEndpoints } from './seo-rkn/reports.ts';
import { rknScanEndpoints } from './seo-rkn/rkn-scans.ts';
import { rknSettingsEndpoints } from './seo-rkn/rkn-settings.ts';
import { seoScanEndpoints, seoSettingsEndpoints } from './seo-rkn/scans.ts';
import { seoSearchEndpoints } from './seo-rkn/search.ts';
import { seoWorkPlanEndpoints } from './seo-rkn/work-plan.ts';

export const seoRkn = service({
  name: 'seo-rkn',
  endpoints: {
    ...seoScanEndpoints,
    ...seoSettingsEndpoints,
    ...seoIssueEndpoints,
    ...seoPageEndpoints,
    ...aiEndpoints,
    ...seoRecheckEndpoints,
    ...seoIndexNowEndpoints,
    ...seoReadinessEndpoints,
    ...seoPsiEndpoints,
    ...seoReportEndpoints,
    ...seoDashboardEndpoints,
    ...seoWorkPlanEndpoints,
    ...seoSearchEndpoints,
    ...seoKeywordEndpoints,
    ...seoCompetitorEndpoints,
    ...rknScanEndpoints,
    ...rknSettingsEndpoints,
    ...documentCheckEndpoints,
  },
  events: seoEvents,
  queries: { ...seoQueries, ...readinessQueries },
  commands: aiCommands,
});
