import { setTimeout as sleep } from 'node:timers/promises';
import type { AiFailure } from '@platform/contracts';
import { createSafeFetch, type SafeFetch, SafeFetchError, type SafeResponse } from '@platform/runtime';
import { addressOf, completionRequest, type Question, type Target, tokenAddressOf } from './dialects.ts';
import { createGigachatTokens, type GigachatTokens, TokenRefusedError } from './gigachat-token.ts';
import { errorOf, type ProviderAnswer, readCompletion, reasonOf, retryAfterMs } from './read-answer.ts';

/** Where to ask, with which key, and until when. */
export interface ProviderCall {
  target: Target;
  api_key: string;
  /** The address may be inside the network. */
  allow_private_address: boolean;
  /** The end of the time, on the clock of `performance.now()`. */
  endsAt: number;
}

/** `tokens` is null where a call may have cost tokens that nothing counted, 0 where it cost none. */
export type CallResult = ProviderAnswer;

export interface AiProviderClient {
  /** One completion, with the repeats that are safe. Never throws for what the provider does. */
  complete(call: ProviderCall, question: Question): Promise<CallResult>;
}

const maxAnswerBytes = 262_144;
const maxRepeats = 2;
const firstPauseMs = 500;
const longestPauseMs = 8_000;

/**
 * The client of language models.
 * @param safeFetch reaches the hosts that an operator allowed; for `allow_private_address` there is a
 * separate one for that address
 */
export function createAiProvider({ safeFetch }: { safeFetch: SafeFetch }): AiProviderClient {
  const tokens = createGigachatTokens();
  return {
    async complete(call, question) {
      if (!call.allow_private_address) return new Calls(call, question, safeFetch, tokens).run();
      const privateFetch = createSafeFetch(hostsOf(call.target));
      try {
        return await new Calls(call, question, privateFetch, tokens).run();
      } finally {
        await privateFetch.close();
      }
    },
  };
}

/** `host:port` of the addresses that a target is asked at. */
const hostsOf = (target: Target): string[] =>
  [addressOf(target), tokenAddressOf(target)].flatMap((address) => {
    const url = URL.parse(address);
    return url === null ? [] : [`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`];
  });

const failure = (reason: AiFailure, tokens: number | null): CallResult => ({ is: 'failure', reason, tokens });

/** The calls for one completion. */
class Calls {
  readonly #call: ProviderCall;
  readonly #question: Question;
  readonly #fetch: SafeFetch;
  readonly #tokens: GigachatTokens;
  #isPlain = false;
  #repeats = 0;
  #hasNewToken = false;

  constructor(call: ProviderCall, question: Question, fetch: SafeFetch, tokens: GigachatTokens) {
    this.#call = call;
    this.#question = question;
    this.#fetch = fetch;
    this.#tokens = tokens;
  }

  async run(): Promise<CallResult> {
    for (;;) {
      const answer = await this.#once();
      if ('is' in answer) return answer;
      const { status, headers, body } = answer;
      const text = body.toString('utf8');
      if (status === 200) return readCompletion(text);
      // Some models refuse `response_format` or `temperature`; the instruction asks for JSON as well.
      if ((status === 400 || status === 422) && !this.#isPlain) {
        this.#isPlain = true;
        continue;
      }
      if (status === 401 && this.#call.target.provider === 'gigachat' && !this.#hasNewToken) {
        this.#hasNewToken = true;
        this.#tokens.forget(this.#call.api_key);
        continue;
      }
      const reason = reasonOf(status, errorOf(text));
      if (!isRepeatable(status, reason) || !(await this.#pause(headers))) return failure(reason, 0);
    }
  }

  /** One request; a failure before or without an answer is a result. */
  async #once(): Promise<SafeResponse | CallResult> {
    let isSent = false;
    try {
      const bearer = await this.#bearer();
      const { url, ...request } = completionRequest(this.#call.target, this.#question, bearer, this.#isPlain);
      isSent = true;
      return await this.#fetch(url, { ...request, method: 'POST', ...this.#limits() });
    } catch (error) {
      if (error instanceof TokenRefusedError) return failure(error.reason, 0);
      if (!(error instanceof SafeFetchError)) throw error;
      return failureOf(error, isSent);
    }
  }

  async #bearer(): Promise<string> {
    const { target, api_key } = this.#call;
    if (target.provider !== 'gigachat') return api_key;
    return this.#tokens.tokenOf(api_key, tokenAddressOf(target), (url, request) =>
      this.#fetch(url, { ...request, method: 'POST', ...this.#limits() }),
    );
  }

  #limits() {
    return { timeoutMs: Math.max(1, Math.round(this.#call.endsAt - performance.now())), maxBytes: maxAnswerBytes };
  }

  /** Waits before a repeat. False where no repeat fits into the time. */
  async #pause(headers: SafeResponse['headers']): Promise<boolean> {
    if (this.#repeats >= maxRepeats) return false;
    const backoff = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#repeats) * (1 - Math.random() / 4);
    const pauseMs = retryAfterMs(headers, new Date()) ?? backoff;
    if (performance.now() + pauseMs >= this.#call.endsAt) return false;
    this.#repeats += 1;
    await sleep(pauseMs);
    return true;
  }
}

/** An answer of this status says that nothing was done. */
const isRepeatable = (status: number, reason: AiFailure): boolean =>
  reason !== 'quota_exhausted' && (status === 408 || status === 409 || status === 429 || status >= 500);

/** A request that broke off after it was sent may have been answered, and paid for. */
function failureOf({ code }: SafeFetchError, isSent: boolean): CallResult {
  if (code === 'address_refused') return failure('address_refused', 0);
  const isUnanswered = isSent && (code === 'timeout' || code === 'reset' || code === 'too_large');
  const reason = code === 'timeout' ? 'timeout' : code === 'too_large' ? 'provider_error' : 'unreachable';
  return failure(reason, isUnanswered ? null : 0);
}
