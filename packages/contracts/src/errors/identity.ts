import { z } from 'zod';
import { MissingConsents } from './fields.ts';
import type { ErrorTable } from './table.ts';

/** Errors about users, devices, consents, legal documents and administrators. */
export const identityErrors = {
  consents_required: [400, 'Required documents were not accepted; `missing` lists them.', MissingConsents],
  consent_version_mismatch: [
    400,
    'The accepted version is not the published one; `published_version` is.',
    z.object({
      document_id: z.string().describe('The document'),
      published_version: z.string().describe('Its published version'),
    }),
  ],
  consent_document_unknown: [
    400,
    'No such published document belongs to this application.',
    z.object({ document_id: z.string().describe('The id that was sent') }),
  ],
  invalid_credentials: [401, 'E-mail or password is wrong.'],
  device_limit_reached: [
    403,
    'The user, or the license key, has as many active devices as allowed; `max_active_devices` says how many.',
    z.object({ max_active_devices: z.int().describe('Devices that may be active at once') }),
  ],
  user_not_found: [404, 'No such user; a token holder becomes one by registering.'],
  admin_not_found: [404, 'No such administrator.'],
  api_key_not_found: [404, 'No such admin API key.'],
  device_not_found: [404, 'No such device of this user.'],
  consent_not_found: [404, 'No such record in this consent ledger.'],
  legal_document_not_found: [404, 'No such published document.'],
} as const satisfies ErrorTable;
