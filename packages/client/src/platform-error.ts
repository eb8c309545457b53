import type { ErrorCode, ErrorFields } from './generated/errors.ts';

/** Codes of a call that got no answer: `status` is 0. */
export type NoAnswer = 'network_error' | 'timeout' | 'aborted';

/** The body of a refusal. A later version of the platform may send codes that this client does not know. */
export interface ErrorBody {
  error: string;
  message: string;
  request_id: string;
  /** Page about the code; absent where the answer did not come from the platform. */
  doc_url?: string;
}

/** A call that was refused, or that got no answer. */
export class PlatformError extends Error {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The answer as it came; for an answer that is no JSON, or without one, the three common fields. */
  readonly body: ErrorBody;
  readonly code: string;
  /** Id of the request, for support. */
  readonly request_id: string;
  /** Page about the code: its meaning and its remedy; null without an answer of the platform. */
  readonly doc_url: string | null;
  /** Seconds to wait before a repeat; null if the answer has no `Retry-After`. */
  readonly retry_after: number | null;

  constructor(status: number, body: ErrorBody, options: { retry_after?: number | null; cause?: unknown } = {}) {
    super(body.message, { cause: options.cause });
    this.name = 'PlatformError';
    this.status = status;
    this.body = body;
    this.code = body.error;
    this.request_id = body.request_id;
    this.doc_url = body.doc_url ?? null;
    this.retry_after = options.retry_after ?? null;
  }

  /** Whether the call was refused with this code; then `body` has the fields of the code. */
  is<C extends ErrorCode | NoAnswer>(
    code: C,
  ): this is PlatformError & { readonly body: ErrorBody & (C extends ErrorCode ? ErrorFields[C] : unknown) } {
    return this.code === code;
  }
}

/** Whether something that was thrown is a {@link PlatformError}, with this code where one is given. */
export const isPlatformError = (thrown: unknown, code?: string): thrown is PlatformError =>
  thrown instanceof PlatformError && (code === undefined || thrown.code === code);
