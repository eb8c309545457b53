import type { MetricDeclarations } from '@platform/runtime';

export const cmsMetrics = ({ counter }: MetricDeclarations) => ({
  mails: counter({
    name: 'cms_mails_total',
    help: 'Tries to send a mail by outcome: sent, retried, failed (given up)',
    labelNames: ['kind', 'outcome'],
  }),
});

export type CmsMetrics = ReturnType<typeof cmsMetrics>;
