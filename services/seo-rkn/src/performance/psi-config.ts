import { z } from 'zod';

export const psiConfig = {
  PAGESPEED_API_KEY: z.string().optional().describe('Key of PageSpeed Insights; without it no page is measured'),
  PAGESPEED_URL: z
    .url()
    .default('https://www.googleapis.com/pagespeedonline/v5/runPagespeed')
    .describe('Address of `runPagespeed` of PageSpeed Insights'),
};
