/**
 * Every error code the platform answers with, its HTTP status and what it tells a client developer.
 * Codes are stable: clients branch on them, texts may change.
 */
export const errorCatalog = {
  validation_failed: [400, 'The request does not match the contract; `details` names each wrong field.'],
  invalid_json: [400, 'The body is not valid JSON.'],
  consents_required: [400, 'Required documents were not accepted; `missing` lists them.'],
  consent_version_mismatch: [400, 'The accepted version is not the published one; `published_version` is.'],
  consent_document_unknown: [400, 'No such published document belongs to this application.'],
  license_offer_required: [400, 'A payment needs an accepted `license_offer` entry in `consents`.'],
  free_plan_offline: [400, 'A free price is never bought: the free tier works offline in the client.'],
  application_mismatch: [400, 'Path, headers, key and body name different applications.'],
  plan_price_unavailable: [400, 'The price does not exist, is inactive, or its plan is not on sale.'],
  missing_public_key: [401, 'The `X-Public-Key` header is missing.'],
  invalid_public_key: [401, 'The public key is not a live key of this application.'],
  missing_token: [401, 'The `Authorization: Bearer` header is missing.'],
  invalid_token: [401, 'The token is malformed, not signed by the configured issuer, or not for this audience.'],
  token_expired: [401, 'The token or session has expired.'],
  invalid_worker_secret: [401, 'The `X-Worker-Secret` header is missing or wrong.'],
  invalid_webhook_token: [401, 'The webhook token is missing or wrong.'],
  invalid_credentials: [401, 'E-mail or password is wrong.'],
  forbidden: [403, 'Your role does not allow this.'],
  payments_disabled: [403, 'Payments are switched off for this application.'],
  not_found: [404, 'There is nothing at this address.'],
  application_not_found: [404, 'No active application has this code or id.'],
  user_not_found: [404, 'No such user; a token holder becomes one by registering.'],
  admin_not_found: [404, 'No such administrator.'],
  entitlement_not_found: [404, 'No such entitlement in this application.'],
  plan_not_found: [404, 'No such plan in this application.'],
  plan_price_not_found: [404, 'No such price of this plan.'],
  paywall_not_found: [404, 'No such paywall is served by this application.'],
  grant_not_found: [404, 'No such grant of this user.'],
  payment_not_found: [404, 'No such payment.'],
  legal_document_not_found: [404, 'No such published document.'],
  method_not_allowed: [405, 'This address exists, but not with this method; `Allow` lists the methods.'],
  conflict: [409, 'The change contradicts the present state, for example a code that is taken.'],
  idempotency_conflict: [409, 'This `Idempotency-Key` is in use by a running request or came with another body.'],
  payment_not_refundable: [409, 'Only a succeeded payment can be refunded, and not beyond its amount.'],
  payload_too_large: [413, 'The body is larger than this endpoint accepts.'],
  unsupported_media_type: [415, 'Send the body as `Content-Type: application/json`.'],
  rate_limited: [429, 'Too many requests; `Retry-After` says when to come back.'],
  internal_error: [500, 'Something failed on our side; quote the `request_id`.'],
  provider_error: [502, 'The payment provider refused the request or answered nonsense.'],
  service_unavailable: [503, 'A dependency is down; retry after `Retry-After` seconds.'],
  upstream_timeout: [504, 'A service did not answer in time; the operation may or may not have happened.'],
} as const satisfies Record<string, readonly [status: number, description: string]>;

export type ErrorCode = keyof typeof errorCatalog;

export const errorStatus = (code: ErrorCode): number => errorCatalog[code][0];
export const errorDescription = (code: ErrorCode): string => errorCatalog[code][1];
