import { randomUUID } from 'node:crypto';
import type { AiFailure } from '@platform/contracts';
import { type ProviderReply, sha256 } from '@platform/runtime';
import { reasonOf, unansweredReason } from './read-answer.ts';

/** The provider gave no token for the key. */
export class TokenRefusedError extends Error {
  readonly reason: AiFailure;
  constructor(reason: AiFailure) {
    super(`no token: ${reason}`);
    this.name = 'TokenRefusedError';
    this.reason = reason;
  }
}

type Send = (
  url: string,
  request: { headers: Record<string, string>; form: Record<string, string> },
) => Promise<ProviderReply<unknown>>;

export interface GigachatTokens {
  /**
   * A token that is valid for another minute at least.
   * @throws TokenRefusedError
   */
  tokenOf(api_key: string, address: string, send: Send): Promise<string>;
  /** Drops the token of a key, because the provider refused it. */
  forget(api_key: string): void;
}

/** A key belongs to one of these scopes; only a request shows which. */
const scopes = ['GIGACHAT_API_PERS', 'GIGACHAT_API_B2B', 'GIGACHAT_API_CORP'];
/** `code` of an answer that says that the key is of another scope. */
const wrongScope = 7;
const marginMs = 60_000;

/**
 * Tokens of GigaChat: a key buys one that lives for half an hour. Cached in memory, for the newest key alone.
 * Source: https://developers.sber.ru/docs/ru/gigachat/api/reference/rest/post-token
 */
export function createGigachatTokens(): GigachatTokens {
  let cached: { of: string; token: string; expiresAt: number } | null = null;

  const buy = async (api_key: string, address: string, send: Send): Promise<string> => {
    for (const scope of scopes) {
      const headers = { authorization: `Basic ${api_key}`, rquid: randomUUID() };
      const reply = await send(address, { headers, form: { scope } });
      const { status } = reply;
      const answer = ((reply.kind === 'ok' ? reply.value : reply.json) ?? {}) as Record<string, unknown>;
      if (status === null) throw new TokenRefusedError(unansweredReason(reply.kind === 'ok' ? null : reply.code));
      if (status === 400 && answer.code === wrongScope) continue;
      if (reply.kind !== 'ok') throw new TokenRefusedError(status === 400 ? 'key_refused' : reasonOf(status, null));
      // The older form of the answer has `tok` and `exp`.
      const [token, expiresAt] = [answer.access_token ?? answer.tok, Number(answer.expires_at ?? answer.exp)];
      if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token))
        throw new TokenRefusedError('provider_error');
      cached = { of: sha256(`${address} ${api_key}`), token, expiresAt };
      return token;
    }
    throw new TokenRefusedError('key_refused');
  };
  return {
    tokenOf: async (api_key, address, send) => {
      const isCached =
        cached !== null && cached.of === sha256(`${address} ${api_key}`) && cached.expiresAt - marginMs > Date.now();
      return isCached && cached !== null ? cached.token : buy(api_key, address, send);
    },
    forget() {
      cached = null;
    },
  };
}
