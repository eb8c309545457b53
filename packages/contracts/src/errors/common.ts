import { z } from 'zod';
import type { ErrorTable } from './table.ts';

const role = z.enum(['staff', 'admin', 'owner']);

/** Errors of every service: of requests, credentials, limits and failures of the platform. */
export const commonErrors = {
  validation_failed: [
    400,
    'The request does not match the contract; `details` lists each invalid field.',
    'Correct each field in `details`. The reference shows the type and the limits of every field.',
    z.object({
      details: z
        .array(
          z.object({
            path: z
              .string()
              .describe(
                'Path of the field, with dots: a field of the body by its name, others as `query.…`, `params.…` and `headers.…`; empty for the whole body',
              ),
            message: z.string().describe('What is wrong with the field and what to send, as a sentence for a person'),
          }),
        )
        .optional()
        .describe('Invalid fields'),
    }),
  ],
  invalid_json: [
    400,
    'The body is not valid JSON.',
    'Send valid JSON in UTF-8, with `Content-Type: application/json`.',
  ],
  application_mismatch: [
    400,
    'Path, headers, key and body contain different applications.',
    'Use the same application in the path, in `X-Application-Code`, in the body and for the key.',
  ],
  query_too_expensive: [
    400,
    'The database query for this list exceeded its time limit. A narrower filter or a shorter range takes less time.',
    'Request a shorter range, or use a narrower filter.',
  ],
  missing_public_key: [
    401,
    'The `X-Public-Key` header is missing.',
    'Send the public key of the application or the site as `X-Public-Key`.',
  ],
  invalid_public_key: [
    401,
    'The public key is not a valid key of this application.',
    'Compare the key with the keys of the application or site. A rotated key ends after its grace period.',
  ],
  server_key_refused: [
    403,
    'The key is a server key of the site (`svc_cms_srv_…`), a secret, and it came from a browser, in an address, or with something else than a read.',
    'In a page, and for forms and events, use the public key of the site (`svc_cms_…`). A server key that was in a page is known to its readers: rotate it (`rotateSiteKey` with `kind` `server` and `grace_hours` 0).',
  ],
  missing_token: [
    401,
    'The `Authorization: Bearer` header is missing.',
    'Sign in, and send the access token as `Authorization: Bearer <token>`.',
  ],
  invalid_token: [
    401,
    'The token is malformed, revoked, not signed by the configured issuer, or not for this audience.',
    'Sign in again and send a new access token of the identity provider of the application; for an administrator, `check-token` returns the check that fails. Where the provider just got new keys, send the call again after five seconds: the platform fetches the keys of a provider at most once in this time, also for a known `kid` whose signature fails, and after each save of the provider. An administrator opens a new session, and a back end uses an admin API key that is neither revoked nor expired.',
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
    'Give the payment provider the address of the webhook: with the value of `PAYMENT_WEBHOOK_TOKEN` for the shop of the installation, or the `webhook_url` of the shop of an application.',
  ],
  forbidden: [
    403,
    'Your role or your admin API key does not allow this. `required_role` is the lowest role that may do it, `role` is yours.',
    'Use an account with the role in `required_role`, or ask an owner to do it. A restricted admin API key works only for requests about its applications, which the path, the query or the body names: name one of them, use a key for this application, or a key without a restriction. An operation that requires a session refuses every admin API key: open a session. To publish as staff, ask for `staff_may_publish` of the site.',
    z.object({
      required_role: role.optional().describe('Lowest role that may do it, where the role decides'),
      role: role.optional().describe('Role of the caller, where the role decides'),
    }),
  ],
  key_not_found: [
    404,
    'No such key of this application or site.',
    'List the keys of the application or site, and use an id from there.',
  ],
  not_found: [
    404,
    'There is no resource at this address.',
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
    'The change conflicts with the current state, for example because the code is already in use.',
    'Read the current state and adapt the change. If a code is already in use, choose another one.',
  ],
  idempotency_conflict: [
    409,
    'This `Idempotency-Key` was used before with another body. With `in_progress` and `Retry-After`, the first call with it still runs.',
    'Create a new key for a new request. A repeat has the same JSON; white space and the order of names do not count. With `Retry-After`, wait so many seconds and repeat the same call with the same key: the answer is that of the first call.',
    z.object({
      in_progress: z
        .literal(true)
        .optional()
        .describe('The first call still runs, and this one has the same body; absent for another body'),
    }),
  ],
  precondition_failed: [
    412,
    'The object has changed since it was read. `version` is the current version; `updated_by` is its author, if known.',
    'Read the object again, apply your change to it, and send its version as `If-Match`.',
    z.object({
      version: z.int().nullable().optional().describe('Current version; null if there is none'),
      updated_by: z.string().nullable().optional().describe('Author of the current version, if known'),
    }),
  ],
  payload_too_large: [
    413,
    'The body is larger than this endpoint accepts.',
    'Split the request, or make the file smaller. The reference shows the largest body of each operation.',
  ],
  uri_too_long: [
    414,
    'The address of the request is longer than 8,192 characters.',
    'Send fewer or shorter parameters in the address.',
  ],
  unsupported_media_type: [
    415,
    'The endpoint does not accept the media type of the body. The type is `application/json` unless the reference lists another one.',
    'Set `Content-Type` to a type that the reference lists for the endpoint.',
  ],
  range_not_satisfiable: [
    416,
    'The requested range is outside of the file; `Content-Range` has the length of the file.',
    'Request a range within the length in `Content-Range`, or request the whole file.',
  ],
  precondition_required: [
    428,
    'This change requires `If-Match: "<version>"` with the version that was read, or `If-Match: *` for any version.',
    'Read the object first, and send its version as `If-Match`, or send `*` to overwrite any version.',
  ],
  rate_limited: [
    429,
    'The rate limit is exceeded; `Retry-After` has the number of seconds to wait.',
    'Wait for the number of seconds in `Retry-After`, then repeat the call. Fewer calls and a local cache prevent this error.',
  ],
  internal_error: [
    500,
    'The platform failed to process the request; report the `request_id`.',
    'Repeat the call once, with the same `Idempotency-Key` if you sent one. If the error persists, report the `request_id`.',
  ],
  service_unavailable: [
    503,
    'A dependency is down; retry after `Retry-After` seconds.',
    'Repeat the call after `Retry-After` seconds, with the same `Idempotency-Key` if you sent one.',
  ],
  upstream_timeout: [
    504,
    'A service did not answer in time; the operation may or may not have happened.',
    'Read the state before you repeat a change, or repeat it with the same `Idempotency-Key`.',
  ],
} as const satisfies ErrorTable;
