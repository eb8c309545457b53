import { types } from 'node:util';
import { type ErrorCode, type ErrorFieldsOf, errorMessage, errorStatus } from '@platform/contracts/errors';
import { describeFault, type Fault, summarizeFaults } from '@platform/contracts/faults';
import type { AdminRole } from '@platform/contracts/kit';
import { databaseError, isDatabaseDown, isRetryableConflict } from './db/database-error.ts';

/** The fields of a failure that travelled from another service, which typed them. */
export type ErrorFields = Record<string, unknown>;

interface CommonOptions {
  /** For people, instead of the description and the remedy of the code: what is wrong, and what to do next. */
  message?: string;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The options of a failure: `fields` has the type that the error catalogue gives to the code. */
export type ErrorOptions<C extends ErrorCode> = C extends ErrorCode
  ? CommonOptions &
      (ErrorFieldsOf<C> extends undefined
        ? { fields?: undefined }
        : Partial<ErrorFieldsOf<C>> extends ErrorFieldsOf<C>
          ? { fields?: ErrorFieldsOf<C> }
          : { fields: ErrorFieldsOf<C> })
  : never;

/** A code whose answers always have more fields cannot be thrown without them. */
type Options<C extends ErrorCode> =
  Record<string, never> extends ErrorOptions<C> ? [options?: ErrorOptions<C>] : [options: ErrorOptions<C>];

/** A failure with a stable code that a client may see. `cause` and `internal` stay in our logs. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: ErrorFields;
  /** Seconds to wait before a repeat; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: C, ...[options]: Options<C>) {
    const commonOptions: CommonOptions & { fields?: ErrorFields | undefined } = options ?? {};
    const status = errorStatus(code);
    const { stackTraceLimit } = Error;
    // A refusal (4xx) needs no stack trace, and capturing one is most of its cost.
    if (status < 500) Error.stackTraceLimit = 0;
    super(commonOptions.message ?? errorMessage(code, commonOptions.fields), { cause: commonOptions.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.fields = commonOptions.fields ?? {};
    this.retryAfterSeconds = commonOptions.retryAfterSeconds ?? (this.status === 503 ? 1 : undefined);
  }
}

/** Fails with an {@link AppError}; reads well behind `??`: `(await find(id)) ?? fail('payment_not_found')`. */
export function fail<C extends ErrorCode>(code: C, ...options: Options<C>): never {
  throw new AppError(code, ...options);
}

/** Resources that are refused as `<resource>_not_found`. */
type Findable = ErrorCode extends infer Code ? (Code extends `${infer Name}_not_found` ? Name : never) : never;

/**
 * The resource in the answer of a query: `requireFound(await ask(query, { id }), 'site')`. Like `ask` itself,
 * do not call it inside a transaction.
 * @throws AppError `<name>_not_found` when the answer has null there
 */
export function requireFound<Name extends Findable, Found>(
  answer: { readonly [Key in Name]: Found },
  name: Name,
): NonNullable<Found> {
  return answer[name] ?? fail(`${name}_not_found` as 'application_not_found');
}

/**
 * Asserts that something new may be created in an application.
 * @throws AppError `conflict` for an archived application
 */
export function requireOpen(application: { readonly code: string; readonly status: string }): void {
  if (application.status !== 'archived') return;
  const message = `The application ${application.code} is archived: nothing new can be created in it. An owner can restore it with a PATCH of its status.`;
  fail('conflict', { message });
}

/** A failure of another service as it came: its fields were typed where it was thrown. */
export function relayedError(code: ErrorCode, fields: ErrorFields, message?: string): AppError {
  const options = { fields, ...(message === undefined ? {} : { message }) } as ErrorOptions<ErrorCode>;
  return new AppError<ErrorCode>(code, options);
}

export const isAppError = (error: unknown, code?: ErrorCode): error is AppError =>
  error instanceof AppError && (code === undefined || error.code === code);

/**
 * `validation_failed` for some fields.
 * @param faults at least one
 */
export const refuseFaults = (faults: readonly Fault[], cause?: unknown): never =>
  fail('validation_failed', { message: summarizeFaults(faults), fields: { details: [...faults] }, cause });

/**
 * `validation_failed` for one field that only the use case can check.
 * @param predicate the sentence without its subject, the field, and without its full stop: `is in the past`
 */
export const invalidField = (path: string, predicate: string): never =>
  refuseFaults([{ path, message: describeFault(path, predicate) }]);

/**
 * `forbidden` for an administrator or an admin API key whose role is too low.
 * @param role of the caller
 * @param what the operation is, as the subject of a sentence
 */
export function refuseRole(required_role: AdminRole, role: AdminRole, what = 'This operation'): never {
  const article = required_role === 'staff' ? 'a' : 'an';
  const message = `${what} needs the role \`${required_role}\`, and yours is \`${role}\`: use an account with the role \`${required_role}\`, or ask ${article} ${required_role} to do it.`;
  return fail('forbidden', { message, fields: { required_role, role } });
}

/** The failure that a client may see, whatever was thrown. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseDown(error) || isRetryableConflict(error)) return new AppError('service_unavailable', { cause: error });
  // Text that PostgreSQL cannot store (22021, 22P05), a number outside its column (22003) or a time outside
  // the calendar (22008) came from the caller.
  if (['22021', '22P05', '22003', '22008'].includes(databaseError(error)?.code ?? '')) {
    const message =
      'A value is outside the range that can be stored: send a shorter text, a smaller number or a later time.';
    return new AppError('validation_failed', { message, cause: error, fields: { details: [{ path: '', message }] } });
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

/**
 * The error and its causes, in one line; a failed query and its cause have the same text, which appears
 * once.
 */
export function errorReasons(error: unknown): string {
  const texts: string[] = [];
  for (let current = error; current !== undefined; current = current instanceof Error ? current.cause : undefined)
    texts.push(errorText(current).split('\n', 1)[0] ?? '');
  return [...new Set(texts)].join(': ');
}
