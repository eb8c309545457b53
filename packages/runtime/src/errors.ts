import { type ErrorCode, errorDescription, errorStatus } from '@platform/contracts/errors';

/** Fields that an error code names beside `error` and `message`, for example `missing` of `consents_required`. */
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
    super(options.message ?? errorDescription(code), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorStatus(code);
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

/** The text of anything that was thrown. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
