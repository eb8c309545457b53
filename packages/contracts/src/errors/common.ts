import { z } from 'zod';
import type { ErrorTable } from './table.ts';

/** Errors of every service: of requests, credentials, limits and failures of the platform. */
export const commonErrors = {
  validation_failed: [
    400,
    'The request does not match the contract; `details` names each wrong field.',
    z.object({
      details: z
        .array(
          z.object({
            path: z.string().describe('Where the field is, with dots'),
            message: z.string().describe('What is wrong with it'),
          }),
        )
        .optional()
        .describe('The wrong fields'),
    }),
  ],
  invalid_json: [400, 'The body is not valid JSON.'],
  application_mismatch: [400, 'Path, headers, key and body name different applications.'],
  query_too_expensive: [
    400,
    'The database needs longer for this list than one may take; a narrower filter or a shorter range takes less.',
  ],
  missing_public_key: [401, 'The `X-Public-Key` header is missing.'],
  invalid_public_key: [401, 'The public key is not a live key of this application.'],
  missing_token: [401, 'The `Authorization: Bearer` header is missing.'],
  invalid_token: [401, 'The token is malformed, not signed by the configured issuer, or not for this audience.'],
  token_expired: [401, 'The token or session has expired.'],
  invalid_worker_secret: [401, 'The `X-Worker-Secret` header is missing or wrong.'],
  invalid_webhook_token: [401, 'The webhook token is missing or wrong.'],
  forbidden: [403, 'Your role does not allow this.'],
  not_found: [404, 'There is nothing at this address.'],
  application_not_found: [404, 'No active application has this code or id.'],
  method_not_allowed: [405, 'This address exists, but not with this method; `Allow` lists the methods.'],
  conflict: [409, 'The change contradicts the present state, for example a code that is taken.'],
  idempotency_conflict: [409, 'This `Idempotency-Key` is in use by a running request or came with another body.'],
  precondition_failed: [
    412,
    'It changed since it was read; read it again. `version` is the present one, `updated_by` its author where known.',
    z.object({
      version: z.int().nullable().optional().describe('The present version; null where there is none'),
      updated_by: z.string().nullable().optional().describe('The author of the present version, where it is known'),
    }),
  ],
  payload_too_large: [413, 'The body is larger than this endpoint accepts.'],
  uri_too_long: [414, 'The address of the request is longer than 8,192 characters.'],
  unsupported_media_type: [
    415,
    'The body has another type than this endpoint takes: `application/json`, unless it says otherwise.',
  ],
  range_not_satisfiable: [416, 'The file has no such part; `Content-Range` says how long it is.'],
  precondition_required: [
    428,
    'This change needs `If-Match: "<version>"` with the version that was read, or `If-Match: *` for any.',
  ],
  rate_limited: [429, 'Too many requests; `Retry-After` says when to come back.'],
  internal_error: [500, 'Something failed on our side; quote the `request_id`.'],
  service_unavailable: [503, 'A dependency is down; retry after `Retry-After` seconds.'],
  upstream_timeout: [504, 'A service did not answer in time; the operation may or may not have happened.'],
} as const satisfies ErrorTable;
