import type { IncomingMessage, RequestListener } from 'node:http';
import { jsonAnswer, send } from '../http/answer.ts';
import { readBody } from '../http/body.ts';

/** Failures of the service: `500`, a hang-up before the answer, or an answer that is no JSON. */
export type SmartCaptchaFault = 'server_error' | 'hang_up' | 'garbage';

export interface SmartCaptchaSandbox {
  handler: RequestListener;
  /** A token as a visitor gets it who solved the captcha. It counts once. */
  solve(): string;
  /** Fails until it is called with null. */
  fail(fault: SmartCaptchaFault | null): void;
  /** The forms of the checks so far. */
  checks(): Record<string, string>[];
}

/** Kept for tests. */
const maxTokens = 1_000;

/**
 * Stand-in for the check of Yandex SmartCaptcha: `POST /validate` with the form `secret`, `token`, `ip`
 * (yandex.cloud/docs/smartcaptcha/concepts/validation). Tokens of {@link SmartCaptchaSandbox.solve} pass
 * once, all others fail, and any other secret is refused.
 * @param secret server key of the one captcha that it has
 */
export function createSmartCaptchaSandbox(secret: string): SmartCaptchaSandbox {
  const open = new Set<string>();
  const seen: Record<string, string>[] = [];
  let fault: SmartCaptchaFault | null = null;
  let solved = 0;

  const check = (form: URLSearchParams) => {
    if (form.get('secret') !== secret) return failed('Authentication failed. Invalid secret.');
    if (!open.delete(form.get('token') ?? '')) return failed('Invalid or expired Token.');
    return jsonAnswer(200, { status: 'ok', message: '', host: 'localhost' });
  };
  const answer = async (req: IncomingMessage) => {
    if (req.method !== 'POST' || req.url !== '/validate') return jsonAnswer(404, { message: 'Not Found' });
    const form = new URLSearchParams((await readBody(req)) ?? '');
    seen.push(Object.fromEntries(form));
    if (seen.length > maxTokens) seen.shift();
    if (fault === 'server_error') return jsonAnswer(500, { status: 'failed', message: 'Internal Server Error' });
    if (fault === 'garbage') return { ...jsonAnswer(200, {}), body: '<html>' };
    return fault === 'hang_up' ? null : check(form);
  };
  return {
    handler: (req, res) =>
      void answer(req).then(
        (result) => (result === null ? res.destroy() : send(res, result)),
        () => res.destroy(),
      ),
    solve() {
      solved += 1;
      const token = `solved-${solved}`;
      open.add(token);
      for (const oldest of open) {
        if (open.size <= maxTokens) break;
        open.delete(oldest);
      }
      return token;
    },
    fail(next) {
      fault = next;
    },
    checks: () => [...seen],
  };
}

const failed = (message: string) => jsonAnswer(200, { status: 'failed', message });
