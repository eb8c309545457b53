import { z } from 'zod';
import { MissingConsents } from './fields.ts';
import type { ErrorTable } from './table.ts';

/** Errors about users, devices, consents, legal documents and administrators. */
export const identityErrors = {
  consents_required: [
    400,
    'Required documents were not accepted; `missing` lists them.',
    'Show the documents in `missing` with their checkboxes, and send an entry for each with `accepted: true`.',
    MissingConsents,
  ],
  consent_version_mismatch: [
    400,
    'The accepted version is not the published version; `published_version` is the published one.',
    'Read the legal documents again, show the published version, and send `published_version`.',
    z.object({
      document_id: z.string().describe('The document'),
      published_version: z.string().describe('Its published version'),
    }),
  ],
  consent_document_unknown: [
    400,
    'No such published document belongs to this application.',
    'Read the legal documents of the application or site, and send ids from there only.',
    z.object({ document_id: z.string().describe('The id that was sent') }),
  ],
  invalid_credentials: [
    401,
    'E-mail or password is wrong.',
    'Check e-mail and password. An owner can set a new password for another administrator.',
  ],
  device_limit_reached: [
    403,
    'The user or the license key has reached the limit of active devices; `max_active_devices` is the limit.',
    'Revoke a device that is no longer used, then register this device. To raise the limit, change `max_active_devices` of the application, or `max_devices` of the license key.',
    z.object({ max_active_devices: z.int().describe('Limit of active devices') }),
  ],
  customer_not_found: [
    404,
    'No such imported customer in this application.',
    'List or search the customers of the application, and use an id from there.',
  ],
  user_not_found: [
    404,
    'No such user. A token holder becomes a user by registration.',
    'In an app, register the user first: call the registration after each sign-in. In a back end, compare the user id, or the subject and the issuer, with the token of the user.',
  ],
  login_taken: [
    409,
    'Another user of the application has this login; `user_id` is its id.',
    'Compare the two users. If both are one person, merge them; otherwise bind the user to another login.',
    z.object({ user_id: z.string().describe('The user with this login') }),
  ],
  admin_not_found: [404, 'No such administrator.', 'List the administrators, and use an id from there.'],
  api_key_not_found: [404, 'No such admin API key.', 'List the admin API keys, and use an id from there.'],
  erasure_not_found: [404, 'No such record of an erasure.', 'List the records of erasures, and use an id from there.'],
  device_not_found: [404, 'No such device of this user.', 'List the devices of the user, and use an id from there.'],
  consent_not_found: [
    404,
    'No such record in this consent ledger.',
    'List the consents of the person, and use an id from there.',
  ],
  change_not_editorial: [
    409,
    'The change is not editorial; `changed` names why.',
    'Publish without `editorial`, so that persons are asked for their consent again; or restore the wording of the checkbox.',
    z.object({
      changed: z
        .enum(['checkbox_text', 'title', 'unpublished'])
        .describe(
          'The label of the checkbox, or the title that stands for it; `unpublished`: no published version precedes it',
        ),
    }),
  ],
  legal_document_not_found: [
    404,
    'No such published document.',
    'Check the kind and the id, and publish the document first.',
  ],
} as const satisfies ErrorTable;
