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
 */
export const smartCaptcha = (url: string): Captcha => ({
  async verify({ secret, token, client_ip }) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret, token, ip: client_ip }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return outcomeOf(response.status, await readBounded(response));
    } catch {
      return 'unavailable';
    }
  },
});

/** What the answer of the provider says. */
export function outcomeOf(status: number, body: string): CaptchaOutcome {
  if (status !== 200) return 'unavailable';
  const answer = parse(body);
  if (answer?.status === 'ok') return 'passed';
  // "Authentication failed. Invalid secret.": a mistake of the site must not lock its visitors out.
  const isOurs = typeof answer?.message === 'string' && /^authentication failed/i.test(answer.message);
  return answer?.status === 'failed' && !isOurs ? 'failed' : 'unavailable';
}

function parse(body: string): { status?: unknown; message?: unknown } | null {
  try {
    return JSON.parse(body) as { status?: unknown; message?: unknown } | null;
  } catch {
    return null;
  }
}

/**
 * The body of an answer.
 * @throws for one that is too long
 */
async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
