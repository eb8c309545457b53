import { setTimeout as sleep } from 'node:timers/promises';
import type { AiFailure } from '@platform/contracts';
import {
  callProvider,
  createSafeFetch,
  hostPairOf,
  type ProviderFailure,
  type ProviderReply,
  type SafeFetch,
} from '@platform/runtime';
import { z } from 'zod';
import { addressOf, completionRequest, type Question, type Target, tokenAddressOf } from './dialects.ts';
import { createGigachatTokens, type GigachatTokens, TokenRefusedError } from './gigachat-token.ts';
import { errorOf, type ProviderAnswer, readCompletion, reasonOf, unansweredReason } from './read-answer.ts';

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
    return url === null ? [] : [hostPairOf(url)];
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
      const reply = await this.#once();
      if ('is' in reply) return reply;
      if (reply.kind === 'ok') return readCompletion(reply.value);
      const { status, json } = reply;
      if (status === null) return failureOf(reply);
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
      const reason = reasonOf(status, errorOf(json));
      if (!isRepeatable(status, reason) || !(await this.#pause(reply.retryAfterMs))) return failure(reason, 0);
    }
  }

  /** One request, or the failure to get a token for it. */
  async #once(): Promise<ProviderReply<unknown> | CallResult> {
    try {
      const bearer = await this.#bearer();
      const { url, ...request } = completionRequest(this.#call.target, this.#question, bearer, this.#isPlain);
      return await this.#send(url, request);
    } catch (error) {
      if (error instanceof TokenRefusedError) return failure(error.reason, 0);
      throw error;
    }
  }

  async #bearer(): Promise<string> {
    const { target, api_key } = this.#call;
    if (target.provider !== 'gigachat') return api_key;
    return this.#tokens.tokenOf(api_key, tokenAddressOf(target), (url, request) => this.#send(url, request));
  }

  #send(url: string, request: { headers: Record<string, string>; body?: string; form?: Record<string, string> }) {
    const timeoutMs = Math.max(1, Math.round(this.#call.endsAt - performance.now()));
    return callProvider(this.#fetch, url, { ...request, schema: z.unknown(), timeoutMs, maxBytes: maxAnswerBytes });
  }

  /** Waits before a repeat. False where no repeat fits into the time. */
  async #pause(askedMs: number | null): Promise<boolean> {
    if (this.#repeats >= maxRepeats) return false;
    const backoff = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#repeats) * (1 - Math.random() / 4);
    const pauseMs = askedMs ?? backoff;
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
function failureOf({ code }: ProviderFailure): CallResult {
  const isUnanswered = code === 'timeout' || code === 'reset' || code === 'too_large';
  return failure(unansweredReason(code), isUnanswered ? null : 0);
}
