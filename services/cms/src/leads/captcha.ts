import { callProvider, type SafeFetch } from '@platform/runtime';
import { z } from 'zod';

/**
 * `failed`: the visitor did not solve it. `unavailable`: there is no verdict about the visitor, because the
 * provider is down or refuses the secret of the site.
 */
export type CaptchaOutcome = 'passed' | 'failed' | 'unavailable';

export interface Captcha {
  /** Asks the provider about the token of a visitor. It never throws. */
  verify(input: { secret: string; token: string; client_ip: string }): Promise<CaptchaOutcome>;
}

const timeoutMs = 2_500;
const maxBytes = 16_384;

/**
 * Yandex SmartCaptcha (yandex.cloud/docs/smartcaptcha/concepts/validation): the form `secret`, `token`, `ip`
 * is answered `{status: ok | failed, message, host}`. A token counts once and for five minutes.
 * @param url address of the check
 * @param safeFetch reaches it
 */
export const smartCaptcha = (url: string, safeFetch: SafeFetch): Captcha => ({
  async verify({ secret, token, client_ip }) {
    const form = { secret, token, ip: client_ip };
    const reply = await callProvider(safeFetch, url, { form, schema: Verdict, timeoutMs, maxBytes });
    return reply.kind === 'ok' ? outcomeOf(reply.value) : 'unavailable';
  },
});

const Verdict = z.object({ status: z.enum(['ok', 'failed']), message: z.string().catch('') });

/** What the answer of the provider says. */
function outcomeOf({ status, message }: z.output<typeof Verdict>): CaptchaOutcome {
  if (status === 'ok') return 'passed';
  // "Authentication failed. Invalid secret.": a mistake of the site must not lock its visitors out.
  return /^authentication failed/i.test(message) ? 'unavailable' : 'failed';
}
