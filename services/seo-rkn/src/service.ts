import { seoRkn } from '@platform/contracts';
import { defineService } from '@platform/runtime';
import { seoRknConfig } from './config.ts';
import { routes } from './routes.ts';

export const seoRknService = defineService({
  contract: seoRkn,
  config: seoRknConfig,
  migrations: new URL('../migrations', import.meta.url),
  create: ({ platform }) => ({ routes: routes(platform), queries: {}, commands: {} }),
});
