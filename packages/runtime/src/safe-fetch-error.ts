/**
 * What went wrong: `dns` (no such name), `tls`, `connect` (refused, no route), `timeout`, `reset` (the
 * connection broke or the answer is no HTTP), `address_refused` (not on the public internet), `redirected`,
 * `too_large`, `bad_encoding` (a Content-Encoding that is unknown or does not decode).
 */
export type SafeFetchErrorCode =
  | 'dns'
  | 'tls'
  | 'connect'
  | 'timeout'
  | 'reset'
  | 'address_refused'
  | 'redirected'
  | 'too_large'
  | 'bad_encoding';

/** Milliseconds. */
export interface SafeFetchTimings {
  /** Until the connection stood, name lookup and TLS included; null where a connection was used again. */
  connect_ms: number | null;
  /** From the call to the headers of the answer. */
  ttfb_ms: number;
  /** From the call to the end of the body. */
  total_ms: number;
}

/** The head of an answer. */
export interface SafeResponseHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** IP address of the server that answered. */
  address: string | null;
  timings: SafeFetchTimings;
}

/** An address that a user configured may not be reached, or did not answer as it must. */
export class SafeFetchError extends Error {
  readonly code: SafeFetchErrorCode;
  readonly reason: 'address_refused' | 'too_large' | 'redirected' | 'unreachable';
  /**
   * The reason in a few words, without any content of the answer; of `tls`: expired, name mismatch,
   * untrusted, …
   */
  readonly detail: string;
  /** The head, where one had come before the failure. */
  readonly head: SafeResponseHead | null;

  constructor(
    code: SafeFetchErrorCode,
    message: string,
    { detail = '', head = null, cause }: { detail?: string; head?: SafeResponseHead | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'SafeFetchError';
    this.code = code;
    this.reason = code === 'address_refused' || code === 'too_large' || code === 'redirected' ? code : 'unreachable';
    this.detail = detail;
    this.head = head;
  }
}

/** Codes of OpenSSL's verification (X509_V_ERR_…) as Node names them, in words. */
const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not yet valid',
  CERT_REVOKED: 'revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name mismatch',
  HOSTNAME_MISMATCH: 'name mismatch',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  CERT_REJECTED: 'untrusted',
  CERT_CHAIN_TOO_LONG: 'untrusted',
  INVALID_CA: 'untrusted',
  INVALID_PURPOSE: 'untrusted',
};
const lookupFaults = /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP)$/;
const connectFaults = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN|EACCES|EPERM)$/;
const timeouts = /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/;

const codesOf = (error: unknown, depth = 0): string[] => {
  if (!(error instanceof Error) || depth > 3) return [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  const codes = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...codes, ...inner.flatMap((each) => codesOf(each, depth + 1))];
};

/**
 * Names the failure of a connection or of a response.
 * @param cause what undici, the resolver, the socket or OpenSSL threw
 * @returns the code, and its detail: words or the code of the cause
 */
export function failureOf(cause: unknown): { code: SafeFetchErrorCode; detail: string } {
  const codes = codesOf(cause);
  for (const code of codes) {
    const fault = certificateFaults[code];
    if (fault !== undefined) return { code: 'tls', detail: fault };
    if (code === 'EPROTO' || /^ERR_(TLS|SSL)_/.test(code)) return { code: 'tls', detail: 'handshake failed' };
    if (lookupFaults.test(code)) return { code: 'dns', detail: code };
    if (connectFaults.test(code)) return { code: 'connect', detail: code };
    if (timeouts.test(code)) return { code: 'timeout', detail: code };
  }
  return { code: 'reset', detail: codes[0] ?? '' };
}
