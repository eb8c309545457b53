import { randomInt } from 'node:crypto';
import { Answer } from '@platform/contracts/kit';
import { secretEquals } from './crypto.ts';
import { escapeHtml } from './escape-html.ts';

/**
 * A connection to a provider between the callback and its confirmation. The callback has no credential, so the
 * browser that opens it may belong to another person than the administrator who started the connection
 * (RFC 6749 §10.12, RFC 9700 §4.7.1). A confirmation code ties the two together, as a user code does in
 * RFC 8628 §6.1.
 */

/** Consonants only (RFC 8628 §6.1): no words, and no characters that look alike. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const halfLength = 4;

/** The code of the provider and the confirmation code. It is stored sealed. */
export interface PendingAnswer {
  code: string;
  confirmation_code: string;
}

/** A random confirmation code, `WDJB-MJHT`: 34 bits, for a handful of tries within ten minutes. */
export function newConfirmationCode(): string {
  const half = () => Array.from({ length: halfLength }, () => letters[randomInt(letters.length)]).join('');
  return `${half()}-${half()}`;
}

const lettersOf = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z]/g, '');

/** Whether a typed code is the expected one. Case, dashes and blanks do not count (RFC 8628 §6.1). */
export const isConfirmationCode = (typed: string, expected: string): boolean =>
  secretEquals(lettersOf(typed), lettersOf(expected));

/** No script, no foreign resource; not cached, not indexed, no referrer. */
const pageHeaders: Record<string, string> = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * The page of a connection that waits for its confirmation.
 * @param provider name of the network or search console
 * @param facts what is connected and for which administrator: pairs of label and value, plain texts
 */
export function pendingConnectionPage(
  provider: string,
  { facts, confirmation_code }: { facts: readonly (readonly [string, string])[]; confirmation_code: string },
): Answer<string> {
  const title = `${escapeHtml(provider)}: подтвердите подключение · confirm the connection`;
  const rows = facts.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  const html = `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1>
<dl>${rows}</dl>
<p>Код подтверждения · Confirmation code: <strong>${escapeHtml(confirmation_code)}</strong></p>
<p>Ещё ничего не подключено. Если подключение начали вы, введите код в панели управления в течение десяти минут. Если ссылку прислал другой человек, закройте страницу и не сообщайте код: он даёт доступ к вашему аккаунту.</p>
<p>Nothing is connected yet. If you started this connection, enter the code in the admin panel within ten minutes. If another person sent you the link, close this page and tell the code to nobody: it gives access to your account.</p>
</main></body></html>`;
  return new Answer(html, { headers: pageHeaders });
}

/**
 * A redirect of the browser to the page of the operator. The confirmation code is in the fragment, which
 * browsers send to no server.
 * @param query parameters with the outcome
 * @param confirmation_code of a connection that waits; null for one that failed
 */
export function returnTo(
  return_url: string,
  query: Record<string, string>,
  confirmation_code: string | null,
): Answer<string> {
  const url = new URL(return_url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (confirmation_code !== null)
    url.hash = `${url.hash === '' ? '' : `${url.hash}&`}confirmation_code=${confirmation_code}`;
  const headers = { location: url.href, 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' };
  return new Answer('', { status: 303, headers });
}
