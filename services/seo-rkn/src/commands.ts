import type { seoRkn } from '@platform/contracts';
import type { CommandHandlers } from '@platform/contracts/kit';
import { completeForService } from './ai/complete-for-service.ts';
import { generateFields } from './ai/generate-fields.ts';
import type { App } from './app.ts';

/** Changes that other services call for. A repeat changes nothing more. */
export const commands = (app: App): CommandHandlers<typeof seoRkn> => ({
  completeAi: (input) => completeForService(app, input),
  generateFields: (input) => generateFields(app, input),
});
