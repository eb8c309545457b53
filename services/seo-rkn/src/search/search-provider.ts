import type { SearchConsole, SearchProperty } from '@platform/contracts';
import type { z } from 'zod';

/** What the platform asks of a search console, whichever it is. */

export type Property = z.output<typeof SearchProperty>;
export type SyncError = NonNullable<z.output<typeof SearchConsole>['last_error']>;

/** Tokens of one connection. */
export interface Tokens {
  access_token: string;
  /** Null where the provider gave none. */
  refresh_token: string | null;
  /** Seconds from now. */
  expires_in: number;
}

export interface Account {
  /** Id of the user, where the API asks for it. */
  account: string | null;
  properties: Property[];
}

/** One query, and the page that was shown for it where the provider says so. */
export interface KeywordRow {
  query: string;
  url: string | null;
  impressions: number;
  clicks: number;
  position: number | null;
}

/** An access token and the account that it is for. */
export interface Access {
  access_token: string;
  account: string | null;
  property: string;
}

export interface Days {
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
}

export interface AuthorizeOptions {
  state: string;
  /** S256 challenge (RFC 7636). */
  challenge: string;
  redirect_uri: string;
}

/** All methods but `authorizeUrl` throw {@link ProviderError}. */
export interface SearchProviderClient {
  /** A refresh token ends with its use. */
  rotatesTokens: boolean;
  authorizeUrl(options: AuthorizeOptions): string;
  exchange(options: { code: string; verifier: string; redirect_uri: string }): Promise<Tokens>;
  /** A refresh token of the answer replaces the one that was used. */
  refresh(refresh_token: string): Promise<Tokens>;
  /** Ends the access. It does nothing where the provider has no such call. */
  revoke(token: string): Promise<void>;
  readAccount(access_token: string): Promise<Account>;
  /** Queries of these days, page by page, 50,000 at most. */
  readKeywords(access: Access, days: Days, signal: AbortSignal): AsyncGenerator<KeywordRow[]>;
  /**
   * Sends a page into the recrawl queue; one that is in it is fine. Null where the provider has no queue.
   * @returns pages that may still be sent today; null where the answer does not say
   */
  recrawl: ((access: Access, url: string) => Promise<number | null>) | null;
  /** Null where the provider has no such quota. */
  readRecrawlQuota(access: Access): Promise<{ daily: number; left: number } | null>;
}

/** Queries that one sync stores. */
export const maxKeywords = 50_000;

/**
 * Why a provider did not do what it was asked. `access_refused`: the tokens are no longer valid;
 * `code_refused`: the code of a connection is not. The message has no part of the answer.
 */
export class ProviderError extends Error {
  readonly code: SyncError | 'code_refused';
  /** How long the provider asks to wait; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(code: ProviderError['code'], message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'ProviderError';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
