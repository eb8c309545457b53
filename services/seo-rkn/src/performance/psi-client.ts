import type { PsiStrategy } from '@platform/contracts';
import { callProvider, type SafeFetch, Turns } from '@platform/runtime';
import { z } from 'zod';
import type { SeoRknConfig } from '../config.ts';
import { type PsiOutcome, readPsiAnswer } from './read-psi-answer.ts';

/** A run takes tens of seconds. */
const timeoutMs = 120_000;
/** An answer with the pictures of a page has about one; parsing holds the event loop for 8 ms a mebibyte. */
const maxBytes = 4 * 1_048_576;
/** Runs at once in a process. */
const atOnce = 2;

/**
 * Measures a page once. The key is in the address of the call, so no error of it goes further.
 * @param call.lane turns go round the lanes: a scan of many pages does not hold another one up
 * @throws the reason of the signal
 */
export type PsiClient = (
  url: string,
  call: { strategy: PsiStrategy; lane: string; signal: AbortSignal },
) => Promise<PsiOutcome>;

/** PageSpeed Insights v5; null without a key. */
export function createPsiClient({
  safeFetch,
  settings: { PAGESPEED_API_KEY: key, PAGESPEED_URL },
}: {
  safeFetch: SafeFetch;
  settings: Pick<SeoRknConfig, 'PAGESPEED_API_KEY' | 'PAGESPEED_URL'>;
}): PsiClient | null {
  if (!key) return null;
  const turns = new Turns({ atOnce, waiting: 0, waitMs: 0, retryAfterSeconds: 60, message: 'Too many runs.' });
  return async (url, { strategy, lane, signal }) => {
    const address = new URL(PAGESPEED_URL);
    for (const [name, value] of Object.entries({ url, strategy, category: 'performance', locale: 'ru', key }))
      address.searchParams.set(name, value);
    try {
      return await turns.run({ key: lane, signal, isBegun: true }, async () => {
        const call = { schema: z.unknown(), timeoutMs, maxBytes, decode: true, signal };
        const reply = await callProvider(safeFetch, address.href, call);
        if (reply.kind === 'ok') return readPsiAnswer(reply.status, reply.value);
        const { status, json, retryAfterMs } = reply;
        const outcome = status === null ? ({ error: 'unreachable' } as const) : readPsiAnswer(status, json);
        return retryAfterMs === null ? outcome : { ...outcome, retryAfterMs };
      });
    } catch {
      signal.throwIfAborted();
      return { error: 'unreachable' };
    }
  };
}
