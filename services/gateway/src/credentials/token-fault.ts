import type { TokenCheck } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';

/** Why a token is refused: the check that failed, what it expects and what the token has. */
export interface TokenFault {
  check: TokenCheck;
  expected: string;
  found: string;
}

/** A token that the identity provider of its application does not vouch for. */
export class TokenRefusedError extends Error {
  readonly fault: TokenFault;
  /** Only its time is over: the client needs a new one. */
  readonly isExpired: boolean;
  constructor(fault: TokenFault, options: { isExpired?: boolean; cause?: unknown } = {}) {
    const { stackTraceLimit } = Error;
    // A refusal needs no stack trace, and capturing one is most of its cost.
    Error.stackTraceLimit = 0;
    super(`the check of the ${fault.check} refuses the token`, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'TokenRefusedError';
    this.fault = fault;
    this.isExpired = options.isExpired ?? false;
  }
}

const maxShown = 200;

/** A value of a token as text of a bounded length; `nothing` where it is absent. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxShown ? `${cutText(text, maxShown)}… (${text.length} characters)` : text;
}
