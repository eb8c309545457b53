import type { MetricDeclarations } from '@platform/runtime';

export const socialMetrics = ({ counter, gauge }: MetricDeclarations) => ({
  attempts: counter({
    name: 'social_attempts_total',
    help: 'Attempts to publish a post by channel and outcome',
    labelNames: ['channel', 'outcome'],
  }),
  oldestDue: gauge({
    name: 'social_oldest_due_seconds',
    help: 'Seconds that the oldest due post of an active account has been waiting',
  }),
  uncertain: gauge({
    name: 'social_uncertain_posts',
    help: 'Posts with an unknown outcome: the channel did not confirm them',
  }),
  oldestUncertain: gauge({
    name: 'social_oldest_uncertain_seconds',
    help: 'Seconds since the oldest post with an unknown outcome was sent',
  }),
});

export type SocialMetrics = ReturnType<typeof socialMetrics>;
