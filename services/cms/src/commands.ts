import type { cms } from '@platform/contracts';
import type { CommandHandlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { publishDue } from './content/publish-due.ts';
import { recordSiteKeyUse } from './sites/site-keys.ts';

/** Changes that other services call for. A repeat changes nothing more. */
export const commands = (app: App): CommandHandlers<typeof cms> => ({
  publishDue: () => publishDue(app),
  noteSiteKeyUse: async ({ key_id }) => ({ is_written: await recordSiteKeyUse(app, key_id) }),
});
