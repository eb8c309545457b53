import type { MetricDeclarations } from '@platform/runtime';

export const cmsMetrics = ({ counter }: MetricDeclarations) => ({
  leads: counter({
    name: 'cms_leads_total',
    help: 'Forms of sites by outcome: accepted, repeated, spam, refused, failed',
    labelNames: ['outcome'],
  }),
  captchas: counter({
    name: 'cms_captcha_checks_total',
    help: 'Checks of captchas by outcome: passed, failed, unavailable (the form passes)',
    labelNames: ['outcome'],
  }),
  overBudget: counter({
    name: 'cms_over_budget_total',
    help: 'Requests of visitors refused because the budget of the day is used up, by budget: forms, uploads',
    labelNames: ['budget'],
  }),
  searchesRefused: counter({
    name: 'cms_searches_refused_total',
    help: 'Searches of sites answered with 503, by reason: queue_full, statement_timeout',
    labelNames: ['reason'],
  }),
  unreadableVersions: counter({
    name: 'cms_unreadable_app_versions_total',
    help: 'Reads whose version of the app is no version and is compared with none, by use: banners, downloads',
    labelNames: ['use'],
  }),
  mails: counter({
    name: 'cms_mails_total',
    help: 'Attempts to send a mail by outcome: sent, retried, failed (no further retry)',
    labelNames: ['kind', 'outcome'],
  }),
});

export type CmsMetrics = ReturnType<typeof cmsMetrics>;
