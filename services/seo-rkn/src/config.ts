import { geoConfig } from '@platform/runtime';
import { z } from 'zod';
import { indexNowConfig } from './indexnow/indexnow-config.ts';
import { psiConfig } from './performance/psi-config.ts';
import { searchConfig } from './search/search-config.ts';

export const seoRknConfig = z.object({
  ...searchConfig,
  ...indexNowConfig,
  ...psiConfig,
  ...geoConfig,
  SEO_SCANS_PER_PROCESS: z.coerce
    .number()
    .int()
    .min(0)
    .max(16)
    .default(2)
    .describe('Site audits that one process runs at once; a process with 0 runs none'),
  SEO_PARSE_WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(8)
    .default(1)
    .describe('Threads of one process that parse fetched pages'),
  SEO_CHROMIUM_PATH: z
    .string()
    .default('')
    .describe('Path of Chromium, which renders pages that are a shell for scripts; without it they stay unverified'),
  SEO_MAX_PAGES: z.coerce
    .number()
    .int()
    .min(1)
    .max(50_000)
    .default(50_000)
    .describe('Maximum number of pages of one audit, regardless of its own limit'),
});
export type SeoRknConfig = z.output<typeof seoRknConfig>;
