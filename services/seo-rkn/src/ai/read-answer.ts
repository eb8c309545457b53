import type { AiFailure } from '@platform/contracts';
import { type ProviderFailure, parseJson } from '@platform/runtime';

/** Answers of providers, read. */

/** What one HTTP answer of a completion says. `tokens` is null where the provider does not count them. */
export type ProviderAnswer =
  | { is: 'text'; text: string; tokens: number | null }
  | { is: 'failure'; reason: AiFailure; tokens: number | null };

type Facts = Record<string, unknown>;
const factsOf = (value: unknown): Facts | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Facts) : null;

/**
 * Reads the body of an answer with status 200. OpenRouter answers failures with 200, too, at the top or in a
 * choice (https://openrouter.ai/docs/api/reference/errors).
 */
export function readCompletion(json: unknown): ProviderAnswer {
  const answer = factsOf(json);
  const choice = factsOf((answer?.choices as unknown[] | undefined)?.[0]);
  const tokens = tokensOf(factsOf(answer?.usage));
  const failure = factsOf(answer?.error) ?? factsOf(choice?.error);
  if (failure) return { is: 'failure', reason: reasonOf(Number(failure.code), failure), tokens };
  const message = factsOf(choice?.message);
  if (!choice || !message) return { is: 'failure', reason: 'provider_error', tokens };
  const isRefusal = typeof message.refusal === 'string' && message.refusal !== '';
  if (isRefusal || choice.finish_reason === 'content_filter' || choice.finish_reason === 'blacklist')
    return { is: 'failure', reason: 'refused', tokens };
  const { content } = message;
  if (typeof content !== 'string' || content === '') return { is: 'failure', reason: 'refused', tokens };
  return { is: 'text', text: content, tokens };
}

/** The failure behind an HTTP status, and the `error` of a body. */
export function reasonOf(status: number, error: Facts | null): AiFailure {
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 402 || error?.code === 'insufficient_quota' || error?.type === 'insufficient_quota')
    return 'quota_exhausted';
  return status === 429 ? 'rate_limited' : 'provider_error';
}

/** The failure behind a call without an answer. */
export function unansweredReason(code: ProviderFailure['code']): AiFailure {
  if (code === 'address_refused' || code === 'timeout') return code;
  return code === 'too_large' ? 'provider_error' : 'unreachable';
}

/** The `error` of the body of a failure; null without one. */
export const errorOf = (json: unknown): Facts | null => factsOf(factsOf(json)?.error);

function tokensOf(usage: Facts | null): number | null {
  const { total_tokens: total } = usage ?? {};
  return typeof total === 'number' && Number.isFinite(total) && total >= 0
    ? Math.min(Math.round(total), 10_000_000)
    : null;
}

const fence = '```';

/** The JSON value of a text, also out of a fence of Markdown; undefined for what is none. */
export function readJsonText(text: string): unknown {
  const whole = text.trim();
  const firstLine = whole.slice(0, Math.max(0, whole.indexOf('\n'))).trim();
  const isFenced = whole.endsWith(fence) && /^```[a-z]*$/i.test(firstLine);
  return parseJson(isFenced ? whole.slice(whole.indexOf('\n'), -fence.length).trim() : whole);
}
