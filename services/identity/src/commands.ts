import type { identity } from '@platform/contracts';
import type { CommandHandlers } from '@platform/contracts/kit';
import { recordApiKeyUse } from './admin-api-keys/record-use.ts';
import type { App } from './app.ts';
import { answerAgain } from './consents/answer-again.ts';
import { recordConsents } from './consents/record-consents.ts';
import { createSubjectConsentRecorder } from './consents/record-subject-consents.ts';
import { recognizeCustomers } from './customers/recognize-customers.ts';
import { heartbeat } from './devices/heartbeat.ts';
import { locateUser } from './users/locate-user.ts';

/** Commands for other services. */
export const commands = (app: App): CommandHandlers<typeof identity> => ({
  recordConsents: (form) => recordConsents(app, form),
  recordSubjectConsents: createSubjectConsentRecorder(app),
  answerSubjectConsentsAgain: (form) => answerAgain(app, form),
  recognizeCustomers: (persons) => recognizeCustomers(app, persons),
  noteAdminApiKeyUse: async ({ api_key_id }) => ({ is_written: await recordApiKeyUse(app, api_key_id) }),
  heartbeatDevice: async (report) => ({ is_written: await heartbeat(app, report) }),
  placeUser: async ({ client_ip, ...key }) => ({
    is_written: await locateUser(app, key, await app.geo.locate(client_ip)),
  }),
});
