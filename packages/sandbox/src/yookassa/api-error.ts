import { randomUUID } from 'node:crypto';
import { type Answer, jsonAnswer } from '../http/answer.ts';

/** The error codes of the API. */
export type ApiErrorCode =
  | 'invalid_request'
  | 'invalid_credentials'
  | 'forbidden'
  | 'not_found'
  | 'too_many_requests'
  | 'internal_server_error';

/**
 * An error answer in the provider's shape `{type, id, code, description, parameter?, retry_after?}`.
 * Source: https://yookassa.ru/developers/using-api/response-handling/response-format
 * @param status HTTP status
 * @param code the provider's error code
 * @param description a sentence for the developer
 * @param details `parameter` names the field; `retry_after` is in milliseconds
 */
export function apiError(
  status: number,
  code: ApiErrorCode,
  description: string,
  details: { parameter?: string; retry_after?: number } = {},
): Answer {
  return jsonAnswer(status, { type: 'error', id: randomUUID(), code, description, ...details });
}

/**
 * The 400 of a bad field.
 * @param description what is wrong
 * @param parameter which field
 */
export function invalidRequest(description: string, parameter?: string): Answer {
  return apiError(400, 'invalid_request', description, parameter === undefined ? {} : { parameter });
}

/**
 * The 404 of an unknown object or path.
 * @param description what was not found
 * @param parameter the field or the part of the path that names it
 */
export function notFound(description: string, parameter?: string): Answer {
  return apiError(404, 'not_found', description, parameter === undefined ? {} : { parameter });
}

/** The 404 of an unknown payment, in the provider's words. */
export const paymentNotFound = (): Answer => notFound("Payment doesn't exist or access denied", 'payment_id');
