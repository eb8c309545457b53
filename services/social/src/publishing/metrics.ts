import type { MetricDeclarations } from '@platform/runtime';

export const socialMetrics = ({ counter, gauge }: MetricDeclarations) => ({
  attempts: counter({
    name: 'social_attempts_total',
    help: 'Tries to publish a post by channel and outcome',
    labelNames: ['channel', 'outcome'],
  }),
  oldestDue: gauge({
    name: 'social_oldest_due_seconds',
    help: 'How long the oldest due post of an active account waits',
  }),
  uncertain: gauge({
    name: 'social_uncertain_posts',
    help: 'Posts of which the channel did not say whether they are there',
  }),
  oldestUncertain: gauge({
    name: 'social_oldest_uncertain_seconds',
    help: 'How long ago the oldest post with an unknown outcome was sent',
  }),
});

export type SocialMetrics = ReturnType<typeof socialMetrics>;
