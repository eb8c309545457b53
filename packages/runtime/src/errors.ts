import { types } from 'node:util';
import { type ErrorCode, errorDescription, errorStatus } from '@platform/contracts/errors';
import { databaseError, isDatabaseDown, isRetryableConflict } from './db/database-error.ts';

/**
 * Fields that an error code names beside `error` and `message`, for example `missing` of `consents_required`.
 */
export type ErrorFields = Record<string, unknown>;

/** A failure with a stable code that a client may see. `cause` and `internal` stay in our logs. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: ErrorFields;
  /** Seconds after which a repeat makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: { message?: string; fields?: ErrorFields; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    const status = errorStatus(code);
    const { stackTraceLimit } = Error;
    // A refusal (4xx) needs no stack trace, and capturing one is most of its cost.
    if (status < 500) Error.stackTraceLimit = 0;
    super(options.message ?? errorDescription(code), { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.fields = options.fields ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? (this.status === 503 ? 1 : undefined);
  }
}

/** Throws an {@link AppError}; reads well behind `??`: `(await find(id)) ?? fail('payment_not_found')`. */
export function fail(
  code: ErrorCode,
  options: { message?: string; fields?: ErrorFields; retryAfterSeconds?: number; cause?: unknown } = {},
): never {
  throw new AppError(code, options);
}

export const isAppError = (error: unknown, code?: ErrorCode): error is AppError =>
  error instanceof AppError && (code === undefined || error.code === code);

/** `validation_failed` for one field that only the use case can judge. */
export const invalidField = (path: string, message: string): never =>
  fail('validation_failed', { message: `${path}: ${message}`, fields: { details: [{ path, message }] } });

/** The failure that a client may see, whatever was thrown. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseDown(error) || isRetryableConflict(error)) return new AppError('service_unavailable', { cause: error });
  // Text that PostgreSQL cannot store (22021, 22P05), a number outside its column (22003) or a time outside
  // the calendar (22008) came from the caller.
  if (['22021', '22P05', '22003', '22008'].includes(databaseError(error)?.code ?? '')) {
    const details = [{ path: '', message: 'a value is outside what can be stored' }];
    return new AppError('validation_failed', { cause: error, fields: { details } });
  }
  return new AppError('internal_error', { cause: error });
}

/**
 * Whether a value is an error. Not `instanceof` alone: errors of node:net belong to another realm under a
 * test runner.
 */
export const isError = (thrown: unknown): thrown is Error => thrown instanceof Error || types.isNativeError(thrown);

/**
 * The text of anything that was thrown. Of a failed statement it is what the database said: drizzle puts the
 * values of the statement into its own message, and those may be what people entrusted to us.
 */
export function errorText(error: unknown): string {
  if (!isError(error)) return String(error);
  const isQuery = 'query' in error && 'params' in error && isError(error.cause);
  const source = isQuery && isError(error.cause) ? error.cause : error;
  return source.message || source.name;
}
