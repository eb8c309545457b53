import { z } from 'zod';
import type { ErrorTable } from './table.ts';

/** Errors of every service: of requests, credentials, limits and failures of the platform. */
export const commonErrors = {
  validation_failed: [
    400,
    'The request does not match the contract; `details` names each wrong field.',
    'Correct each field in `details`. The reference shows the type and the limits of every field.',
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
  invalid_json: [
    400,
    'The body is not valid JSON.',
    'Send valid JSON in UTF-8, with `Content-Type: application/json`.',
  ],
  application_mismatch: [
    400,
    'Path, headers, key and body name different applications.',
    'Name one application: the same in the path, in `X-Application-Code`, in the body, and by its own key.',
  ],
  query_too_expensive: [
    400,
    'The database needs longer for this list than one may take; a narrower filter or a shorter range takes less.',
    'Ask for a shorter range, or give a narrower filter.',
  ],
  missing_public_key: [
    401,
    'The `X-Public-Key` header is missing.',
    'Send the public key of the application or the site as `X-Public-Key`.',
  ],
  invalid_public_key: [
    401,
    'The public key is not a live key of this application.',
    'Compare the key with those of the application or site; a replaced key ends after its grace time.',
  ],
  missing_token: [
    401,
    'The `Authorization: Bearer` header is missing.',
    'Send the access token as `Authorization: Bearer <token>`.',
  ],
  invalid_token: [
    401,
    'The token is malformed, revoked, not signed by the configured issuer, or not for this audience.',
    'Send a fresh access token of the identity provider that the application names; `check-token` says which check fails. For an administrator, open a new session; for a back end, use an admin API key that is neither revoked nor expired.',
  ],
  token_expired: [
    401,
    'The token or session has expired.',
    'Get a new token from your identity provider, or open a new session, and repeat the call.',
  ],
  invalid_worker_secret: [
    401,
    'The `X-Worker-Secret` header is missing or wrong.',
    'Send the value of `WORKER_SECRET` as `X-Worker-Secret`.',
  ],
  invalid_webhook_token: [
    401,
    'The webhook token is missing or wrong.',
    'Give the payment provider the address of the webhook with the value of `PAYMENT_WEBHOOK_TOKEN`.',
  ],
  forbidden: [
    403,
    'Your role or your admin API key does not allow this.',
    'Use an account with a higher role, or ask an owner to do it. A restricted admin API key works for its applications alone: use a key for this application, or one without a restriction. An operation that needs a session refuses every key: open a session. To publish as staff, ask for `staff_may_publish` of the site.',
  ],
  not_found: [
    404,
    'There is nothing at this address.',
    'Compare method and path with the reference, letter by letter.',
  ],
  application_not_found: [
    404,
    'No active application has this code or id.',
    'Check the code or the id of the application, and that the application is active.',
  ],
  method_not_allowed: [
    405,
    'This address exists, but not with this method; `Allow` lists the methods.',
    'Use one of the methods that `Allow` lists.',
  ],
  conflict: [
    409,
    'The change contradicts the present state, for example a code that is taken.',
    'Read the present state, decide again, and choose another code where one is taken.',
  ],
  idempotency_conflict: [
    409,
    'This `Idempotency-Key` is in use by a running request or came with another body.',
    'Wait and repeat with the same key for the same request. Make a new key for another request.',
  ],
  precondition_failed: [
    412,
    'It changed since it was read; read it again. `version` is the present one, `updated_by` its author where known.',
    'Read it again, apply your change to what you read, and send its version as `If-Match`.',
    z.object({
      version: z.int().nullable().optional().describe('The present version; null where there is none'),
      updated_by: z.string().nullable().optional().describe('The author of the present version, where it is known'),
    }),
  ],
  payload_too_large: [
    413,
    'The body is larger than this endpoint accepts.',
    'Send less: split the request, or make the file smaller. The reference shows the largest body of each operation.',
  ],
  uri_too_long: [
    414,
    'The address of the request is longer than 8,192 characters.',
    'Send fewer or shorter parameters in the address.',
  ],
  unsupported_media_type: [
    415,
    'The body has another type than this endpoint takes: `application/json`, unless it says otherwise.',
    'Set `Content-Type` to a type that the reference lists for the endpoint.',
  ],
  range_not_satisfiable: [
    416,
    'The file has no such part; `Content-Range` says how long it is.',
    'Ask for a part inside of the length that `Content-Range` names, or for the whole file.',
  ],
  precondition_required: [
    428,
    'This change needs `If-Match: "<version>"` with the version that was read, or `If-Match: *` for any.',
    'Read it first, and send its version as `If-Match`, or `*` to overwrite any version.',
  ],
  rate_limited: [
    429,
    'Too many requests; `Retry-After` says when to come back.',
    'Wait as many seconds as `Retry-After` says, then repeat. Fewer calls and a local cache avoid it.',
  ],
  internal_error: [
    500,
    'Something failed on our side; quote the `request_id`.',
    'Repeat the call once, with the same `Idempotency-Key` where you sent one. If it goes on, report the `request_id`.',
  ],
  service_unavailable: [
    503,
    'A dependency is down; retry after `Retry-After` seconds.',
    'Repeat the call after `Retry-After` seconds, with the same `Idempotency-Key` where you sent one.',
  ],
  upstream_timeout: [
    504,
    'A service did not answer in time; the operation may or may not have happened.',
    'Read the state before you repeat a change, or repeat it with the same `Idempotency-Key`.',
  ],
} as const satisfies ErrorTable;
