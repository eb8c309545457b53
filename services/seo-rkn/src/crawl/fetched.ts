/**
 * Why a URL gave no complete answer. `detail` of `tls` names the reason: expired, name mismatch, untrusted.
 */
export interface FetchFailure {
  code:
    | 'dns'
    | 'tls'
    | 'connect'
    | 'timeout'
    | 'reset'
    | 'address_refused'
    | 'redirect_loop'
    | 'too_many_redirects'
    | 'bad_redirect'
    | 'body_too_large'
    | 'bad_encoding';
  detail: string;
}

/** One redirect on the way: the URL that was asked, its status and the absolute address that it names. */
export interface Hop {
  url: string;
  status: number;
  location: string;
}

/** What the crawler retains of the headers of the last answer; names in lower case. */
export interface FetchedHeaders {
  content_type: string | null;
  /** Values of `X-Robots-Tag`, one for each header line. */
  robots: string[];
  /** Values of `Link`, one for each header line. */
  link: string[];
  etag: string | null;
  last_modified: string | null;
  retry_after: string | null;
  content_security_policy: string | null;
  set_cookie: boolean;
  strict_transport_security: string | null;
  /** Absent in answers that earlier releases stored. */
  content_length?: string | null;
  /** Names of headers of protection that are set, in lower case; absent in answers that earlier releases stored. */
  security?: string[];
}

/** What headers of an answer say about the protection of data; each is there where the server sends it. */
export interface ProtectionHeaders {
  cookies?: SentCookie[];
  cache_control?: string;
  allow_origin?: string;
  allow_credentials?: true;
  server?: string;
}

/** A cookie that a server sets: its name and flags, never its value. */
export interface SentCookie {
  name: string;
  secure: boolean;
  http_only: boolean;
  same_site: string | null;
}

/**
 * Milliseconds of the last call, redirects before it left out. Connecting is null where a connection was
 * used again.
 */
export interface FetchTimings {
  connect_ms: number | null;
  /** From the request to the first byte of the answer, the connection included. */
  ttfb_ms: number;
  total_ms: number;
}

/** What a GET or HEAD of one URL gave, redirects followed. */
export interface Fetched {
  /** The URL that was asked for. */
  url: string;
  /** The URL that answered last. */
  final_url: string;
  hops: Hop[];
  /** Status of the last answer; null without one. */
  status: number | null;
  failure: FetchFailure | null;
  headers: FetchedHeaders;
  /** Read by scans about personal data; audits store none of it. */
  protection?: ProtectionHeaders;
  timings: FetchTimings;
  /** Bytes of the decoded body. */
  bytes: number;
  /** IP address of the last server; null without a connection. */
  address: string | null;
  /** The decoded body; null for HEAD and where it failed. */
  body: Buffer | null;
}
