import { social } from '@platform/contracts';
import { defineService, openFileStore } from '@platform/runtime';
import { lookAfterAccounts } from './accounts/look-after-accounts.ts';
import type { App } from './app.ts';
import { closeChannels, openChannels } from './channels/open-channels.ts';
import { socialConfig } from './config.ts';
import { createCoverFiles } from './covers/cover-files.ts';
import { lazyCovers } from './covers/lazy-covers.ts';
import { sweepCovers } from './covers/sweep-covers.ts';
import { routes } from './routes.ts';

/** Posts to channels. */
export const socialService = defineService({
  contract: social,
  config: socialConfig,
  migrations: new URL('../migrations', import.meta.url),
  create({ platform, config }) {
    const app: App = {
      ...{ ...platform, settings: config, channels: openChannels(config) },
      ...{ covers: lazyCovers(), coverFiles: createCoverFiles(openFileStore('social', config)) },
    };
    return {
      routes: routes(app),
      queries: {},
      commands: {},
      jobs: [
        { name: 'look-after-accounts', everySeconds: 60, run: () => lookAfterAccounts(app) },
        { name: 'sweep-covers', everySeconds: 3_600, run: () => sweepCovers(app) },
      ],
      stop: async () => {
        await closeChannels(app.channels);
        await app.coverFiles.close();
      },
    };
  },
});
